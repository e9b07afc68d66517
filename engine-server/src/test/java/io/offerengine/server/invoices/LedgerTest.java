package io.offerengine.server.invoices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceReport;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of a ledger, on either database. */
@ParameterizedClass
@MethodSource("io.offerengine.server.store.TestDatabase#kinds")
class LedgerTest {
  static final long USER = 7;
  private static final InvoiceRequest ALL =
      new InvoiceRequest(true, false, false, Instant.MIN, Instant.MAX);

  private static final int MANY = 60_000;

  @Parameter private TestDatabase kind;
  @TempDir private Path directory;
  @AutoClose private Database database;
  private SqlLedger ledger;

  /** Opens the same database at each call. */
  private Database open() {
    return kind.open(directory);
  }

  @BeforeEach
  void openIt() {
    database = open();
    ledger = new SqlLedger(database);
  }

  private static Instant at(long seconds) {
    return Instant.ofEpochSecond(seconds);
  }

  private static LedgerEntry entry(String reference, ItemType type, String amount, long time) {
    return entry(reference, type, amount, "0", time);
  }

  private static LedgerEntry entry(
      String reference, ItemType type, String amount, String fee, long time) {
    return new LedgerEntry(
        reference, type, "stripe", new BigDecimal(amount), new BigDecimal(fee), at(time));
  }

  private InvoiceReport report(InvoiceRequest request) {
    return new InvoiceService(ledger, () -> 0).report(USER, request);
  }

  private List<InvoiceItem> items(InvoiceRequest request) {
    List<InvoiceItem> items = new ArrayList<>();
    report(request).forEachItem(items::add);
    return items;
  }

  private List<Long> times(InvoiceRequest request) {
    return items(request).stream().map(item -> item.timestamp().getEpochSecond()).toList();
  }

  private CurrentSummary current(long monthStart, long monthEnd) {
    return ledger.read(USER, account -> account.current(monthStart, monthEnd));
  }

  private BillingIdentity identity(long user) {
    return ledger.read(user, BillingLedger.Account::identity);
  }

  @Test
  void record_ofANewEntry_isThereAfterReopening() {
    SqlLedger.Recorded recorded =
        ledger.record(USER, entry("a", ItemType.CHARGE, "12.340001", "0.5", 100));
    assertThat(recorded.created()).isTrue();
    database.close();
    database = open();
    ledger = new SqlLedger(database);
    assertThat(items(ALL))
        .containsExactly(
            new InvoiceItem(
                recorded.id(), ItemType.CHARGE, "stripe", new BigDecimal("12.340001"), at(100)));
  }

  @Test
  void record_ofTheSameAgain_isThatOfBefore() {
    SqlLedger.Recorded first = ledger.record(USER, entry("a", ItemType.PAYMENT, "1.10", 5));
    SqlLedger.Recorded again = ledger.record(USER, entry("a", ItemType.PAYMENT, "1.1000", 5));
    assertThat(again).isEqualTo(new SqlLedger.Recorded(first.id(), false));
    assertThat(items(ALL)).hasSize(1);
  }

  @Test
  void record_ofAnotherUnderTheSameReference_isAConflictThatChangesNothing() {
    LedgerEntry stored = entry("a b", ItemType.CHARGE, "1.10", "0.1", 5);
    long id = ledger.record(USER, stored).id();
    List<InvoiceItem> before = items(ALL);
    Map<LedgerEntry, String> others =
        Map.of(
            entry("a b", ItemType.PAYMENT, "1.10", "0", 5),
            "type and service_fee",
            entry("a b", ItemType.CHARGE, "1.100001", "0.1", 5),
            "amount",
            entry("a b", ItemType.CHARGE, "1.10", "0.2", 5),
            "service_fee",
            entry("a b", ItemType.CHARGE, "1.10", "0.1", 6),
            "timestamp",
            new LedgerEntry(
                "a b", ItemType.CHARGE, "Stripe", stored.amount(), stored.serviceFee(), at(5)),
            "service");
    others.forEach((other, differing) ->
        assertThatThrownBy(() -> ledger.record(USER, other))
            .isInstanceOfSatisfying(
                EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
            .hasMessageStartingWith(
                "CONFLICT: user 7 has an entry of the reference 'a b' already, number "
                    + id
                    + ", with another "
                    + differing
                    + ";"));
    assertThat(items(ALL)).isEqualTo(before);
  }

  @Test
  void record_underAnothersReference_isAnEntryOfItsOwn() {
    long mine = ledger.record(USER, entry("a", ItemType.PAYMENT, "1", 5)).id();
    SqlLedger.Recorded other = ledger.record(8, entry("a", ItemType.PAYMENT, "2", 5));
    assertThat(other.created()).isTrue();
    assertThat(other.id()).isNotEqualTo(mine);
    assertThat(items(ALL)).extracting(InvoiceItem::id).containsExactly(mine);
  }

  /** References are compared exactly: case, forms of accents and trailing blanks count. */
  @Test
  void record_ofSimilarReferences_isAnEntryEach() {
    List<String> similar = List.of("a", "A", "a ", "é", "e\u0301", "%", "_", "'", "\\", "😀");
    for (String reference : similar) {
      assertThat(ledger.record(USER, entry(reference, ItemType.PAYMENT, "1", 5)).created())
          .isTrue();
    }
    assertThat(items(ALL)).hasSize(similar.size());
  }

  @Test
  void record_ofTheLongestTexts_works() {
    String longest = "\uffee".repeat(200);
    LedgerEntry entry =
        new LedgerEntry(
            longest,
            ItemType.PAYOUT,
            longest,
            new BigDecimal("1000000000"),
            BigDecimal.ZERO,
            at(5));
    assertThat(ledger.record(USER, entry).created()).isTrue();
    assertThat(ledger.record(USER, entry).created()).isFalse();
    assertThat(items(ALL)).extracting(InvoiceItem::service).containsExactly(longest);
  }

  @Test
  void record_ofTheSameFromManyThreads_createsOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<SqlLedger.Recorded>> answers = new ArrayList<>();
    try {
      for (int i = 0; i < 160; i++) {
        LedgerEntry entry = entry("r" + i % 10, ItemType.PAYMENT, "1", 5);
        answers.add(threads.submit(() -> ledger.record(USER, entry)));
      }
      Set<Long> ids = new HashSet<>();
      int created = 0;
      for (Future<SqlLedger.Recorded> answer : answers) {
        ids.add(answer.get().id());
        created += answer.get().created() ? 1 : 0;
      }
      assertThat(ids).hasSize(10);
      assertThat(created).isEqualTo(10);
    } finally {
      threads.shutdownNow();
    }
    assertThat(items(ALL)).hasSize(10);
  }

  @Test
  void forEachItem_isChronologicalAndThenById() {
    for (long time : new long[] {30, 10, 20, 10, -5, 30}) {
      ledger.record(USER, entry("r" + System.nanoTime(), ItemType.PAYMENT, "1", time));
    }
    assertThat(times(ALL)).containsExactly(-5L, 10L, 10L, 20L, 30L, 30L);
    List<Long> ids =
        items(ALL).stream()
            .filter(item -> item.timestamp().equals(at(10)))
            .map(InvoiceItem::id)
            .toList();
    assertThat(ids).isSorted();
  }

  @Test
  void forEachItem_startsWithTheStartAndEndsBeforeTheEnd() {
    for (long time = 1; time <= 5; time++) {
      ledger.record(USER, entry("r" + time, ItemType.PAYMENT, "1", time));
    }
    assertThat(times(new InvoiceRequest(true, false, false, at(2), at(4)))).containsExactly(2L, 3L);
    assertThat(times(new InvoiceRequest(true, false, false, at(3), at(3)))).isEmpty();
  }

  @Test
  void forEachItem_listsTheTypesThatAreAskedFor() {
    ledger.record(USER, entry("a", ItemType.PAYMENT, "1", 1));
    ledger.record(USER, entry("b", ItemType.CHARGE, "1", 2));
    ledger.record(USER, entry("c", ItemType.PAYOUT, "1", 3));
    Instant first = Instant.MIN;
    Instant last = Instant.MAX;
    assertThat(times(InvoiceRequest.DEFAULT)).containsExactly(1L, 3L);
    assertThat(times(ALL)).containsExactly(1L, 2L, 3L);
    assertThat(times(new InvoiceRequest(true, true, false, first, last))).containsExactly(3L);
    assertThat(times(new InvoiceRequest(false, false, true, first, last))).containsExactly(1L);
    assertThat(times(new InvoiceRequest(true, false, true, first, last))).containsExactly(1L, 2L);
  }

  @Test
  void current_countsTheMonthAndTheBalanceOfAllTime() {
    ledger.record(USER, entry("a", ItemType.PAYMENT, "100", 5));
    ledger.record(USER, entry("b", ItemType.CHARGE, "1.25", "0.01", 9));
    ledger.record(USER, entry("c", ItemType.CHARGE, "2.50", "0.02", 10));
    ledger.record(USER, entry("d", ItemType.CHARGE, "0.000001", 19));
    ledger.record(USER, entry("e", ItemType.CHARGE, "7", "0.5", 20));
    ledger.record(USER, entry("f", ItemType.PAYOUT, "40", 15));
    ledger.record(8, entry("g", ItemType.CHARGE, "1000", "10", 15));
    CurrentSummary current = current(10, 20);
    assertThat(current.charges()).isEqualByComparingTo("2.500001");
    assertThat(current.serviceFee()).isEqualByComparingTo("0.02");
    assertThat(current.total()).isEqualByComparingTo("2.520001");
    assertThat(current.credit()).isEqualByComparingTo("48.719999");
  }

  @Test
  void account_ofAnUnknownUser_isEmpty() {
    assertThat(items(ALL)).isEmpty();
    assertThat(identity(USER)).isEqualTo(BillingIdentity.EMPTY);
    CurrentSummary current = current(0, Long.MAX_VALUE);
    assertThat(current.total()).isZero();
    assertThat(current.credit()).isZero();
  }

  @Test
  void identify_replacesAllOfIt() {
    BillingIdentity first =
        new BillingIdentity(
            Map.of(
                IdentityPart.BILL_TO, "Ann\nStreet 1\r\nTown",
                IdentityPart.TAXINFO, "'; DROP TABLE users; --",
                IdentityPart.EMAIL, "ann@example.org"));
    ledger.identify(USER, first);
    assertThat(identity(USER)).isEqualTo(first);
    BillingIdentity second = new BillingIdentity(Map.of(IdentityPart.CITY, "Zürich 😀"));
    ledger.identify(USER, second);
    assertThat(identity(USER)).isEqualTo(second);
    assertThat(identity(8)).isEqualTo(BillingIdentity.EMPTY);
  }

  /** The sum of these amounts in millionths does not fit 64 bits. */
  @Test
  void current_ofTheLargestAmounts_isExact() {
    insertLargest(20_000);
    CurrentSummary current = current(0, 100);
    BigDecimal each = new BigDecimal("999999999.999999");
    BigDecimal sum = each.multiply(BigDecimal.valueOf(20_000));
    assertThat(sum.movePointRight(6)).isGreaterThan(BigDecimal.valueOf(Long.MAX_VALUE));
    assertThat(current.charges()).isEqualByComparingTo(sum);
    assertThat(current.serviceFee()).isEqualByComparingTo(sum);
    assertThat(current.credit()).isEqualByComparingTo(sum.add(sum).negate());
  }

  private void insertLargest(int rows) {
    insertGenerated(rows, "'charge', '', 999999999999999, 999999999999999, 5");
  }

  /** Adds the checksums that inserted rows lack. */
  static void sealAll(Connection connection) throws SQLException {
    List<Long> unsealed = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM ledger WHERE checksum IS NULL")) {
      while (rows.next()) {
        unsealed.add(rows.getLong(1));
      }
    }
    for (long id : unsealed) {
      CheckedTable.LEDGER.seal(connection, id);
    }
  }

  /** Inserts rows numbered {@code n} with one statement. */
  private void insertGenerated(int rows, String values) {
    String sql =
        "WITH RECURSIVE numbers (n) AS"
            + " (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
            + " INSERT INTO ledger"
            + " (user_id, reference, type, service, amount, service_fee, time)"
            + " SELECT 7, 'r' || n, "
            + values
            + " FROM numbers";
    database.write(connection -> {
      try (PreparedStatement insert = connection.prepareStatement(sql)) {
        insert.setInt(1, rows);
        int inserted = insert.executeUpdate();
        sealAll(connection);
        return inserted;
      }
    });
  }

  /** A report is of one version, however long the reading takes. */
  @Test
  void report_whileOthersWrite_isOfOneVersion() {
    insertGenerated(5_000, "'payment', 'stripe', 1000000, 0, n");
    ledger.identify(USER, new BillingIdentity(Map.of(IdentityPart.CITY, "old")));
    AtomicLong items = new AtomicLong();
    InvoiceReport report = report(ALL);
    report.forEachItem(item -> {
      if (items.getAndIncrement() == 10) {
        ledger.record(USER, entry("new", ItemType.PAYMENT, "5", 4_999));
        ledger.identify(USER, new BillingIdentity(Map.of(IdentityPart.CITY, "new")));
      }
    });
    assertThat(report.identity().part(IdentityPart.CITY)).isEqualTo("old");
    assertThat(report.current().credit()).isEqualByComparingTo("5000");
    assertThat(items).hasValue(5_000);
    assertThat(items(ALL)).hasSize(5_001);
    assertThat(identity(USER).part(IdentityPart.CITY)).isEqualTo("new");
  }

  /** A row in memory takes about 190 bytes. */
  @Test
  void forEachItem_ofVeryMany_holdsFewOfThem() {
    insertGenerated(MANY, "'payment', 'stripe', 1000000 + n, 0, n");
    long before = usedBytes();
    AtomicLong items = new AtomicLong();
    AtomicLong midway = new AtomicLong();
    report(ALL)
        .forEachItem(item -> {
          if (items.incrementAndGet() == MANY / 2) {
            midway.set(usedBytes());
          }
        });
    assertThat(items).hasValue(MANY);
    assertThat(midway.get() - before).isLessThan(MANY * 100L);
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void read_whoseReaderThrows_freesWhatItHeld() {
    ledger.record(USER, entry("a", ItemType.PAYMENT, "1", 1));
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() ->
              ledger.read(
                  USER,
                  account -> {
                    throw new IllegalStateException("enough");
                  }))
          .isExactlyInstanceOf(IllegalStateException.class);
    }
    assertThat(items(ALL)).hasSize(1);
    assertThat(ledger.record(USER, entry("b", ItemType.PAYMENT, "1", 1)).created()).isTrue();
  }
}
