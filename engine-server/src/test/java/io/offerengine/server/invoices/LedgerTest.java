package io.offerengine.server.invoices;

import static io.offerengine.server.store.TestDatabase.isAnyoneWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceReport;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.EachDatabase;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of a ledger, and random ledgers against a plain list, on either database. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class LedgerTest extends EachDatabase {
  static final long USER = 7;
  private static final InvoiceRequest ALL =
      new InvoiceRequest(true, false, false, Instant.MIN, Instant.MAX);

  private static final int MANY = 30_000;

  private static final List<ItemType> TYPES = List.of(ItemType.values());

  /** The running month begins or ends at some of them, and one is before 1970. */
  private static final List<Double> NOWS =
      Stream.of(
              "2026-07-18T08:56:40.75Z",
              "2026-07-01T00:00:00Z",
              "2026-07-31T23:59:59.999Z",
              "2026-12-31T23:59:59.5Z",
              "2024-02-29T12:00:00Z",
              "1969-12-31T23:59:59.5Z")
          .map(text -> Instant.parse(text).toEpochMilli() / 1e3)
          .toList();

  private SqlLedger ledger;

  @BeforeEach
  void openIt() {
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

  private InvoiceReport report() {
    return new InvoiceService(ledger, () -> 0).report(USER, ALL);
  }

  private List<InvoiceItem> items() {
    List<InvoiceItem> items = new ArrayList<>();
    report().forEachItem(items::add);
    return items;
  }

  private CurrentSummary current(long monthStart, long monthEnd) {
    return ledger.read(USER, account -> account.current(monthStart, monthEnd));
  }

  private BillingIdentity identity(long user) {
    return ledger.read(user, BillingLedger.Account::identity);
  }

  /** References are compared exactly: case, forms of accents and trailing blanks count. */
  @Test
  void record_ofSimilarReferences_isAnEntryEach() {
    List<String> similar = List.of("a", "A", "a ", "é", "e\u0301", "%", "_", "'", "\\", "😀");
    for (String reference : similar) {
      assertThat(ledger.record(USER, entry(reference, ItemType.PAYMENT, "1", 5)).created())
          .isTrue();
    }
    assertThat(items()).hasSize(similar.size());
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
    assertThat(items()).extracting(InvoiceItem::service).containsExactly(longest);
  }

  @Test
  void record_ofTheSameFromManyThreads_createsOne() throws Exception {
    List<SqlLedger.Recorded> answers =
        Together.call(160, i -> ledger.record(USER, entry("r" + i % 10, ItemType.PAYMENT, "1", 5)));
    assertThat(answers.stream().map(SqlLedger.Recorded::id).distinct()).hasSize(10);
    assertThat(answers.stream().filter(SqlLedger.Recorded::created)).hasSize(10);
    assertThat(items()).hasSize(10);
  }

  /** Otherwise a report could miss an entry of a lower number that is committed later. */
  @Test
  void record_whileAnotherEntryOfTheUserIsRecorded_waits() throws Exception {
    assumeTrue(database.isShared(), "SQLite has one writer at a time");
    CountDownLatch isLocked = new CountDownLatch(1);
    AtomicBoolean isNearlyCommitted = new AtomicBoolean();
    CompletableFuture<Integer> other =
        Together.beside(() ->
            database.<Integer>write(sql -> {
              database.lockUser(sql, USER);
              isLocked.countDown();
              Waiting.until(() -> isAnyoneWaiting(database));
              isNearlyCommitted.set(true);
              return 0;
            }));
    isLocked.await();
    ledger.record(8, entry("a", ItemType.PAYMENT, "1", 0));
    assertThat(isNearlyCommitted).isFalse();
    ledger.record(USER, entry("a", ItemType.PAYMENT, "1", 0));
    assertThat(isNearlyCommitted).isTrue();
    other.join();
  }

  /** The sum of these amounts in millionths does not fit 64 bits. */
  @Test
  void current_ofTheLargestAmounts_isExact() {
    insertGenerated(10_000, "'charge', '', 999999999999999, 999999999999999, 5");
    CurrentSummary current = current(0, 100);
    BigDecimal each = new BigDecimal("999999999.999999");
    BigDecimal sum = each.multiply(BigDecimal.valueOf(10_000));
    assertThat(sum.movePointRight(6)).isGreaterThan(BigDecimal.valueOf(Long.MAX_VALUE));
    assertThat(current.charges()).isEqualByComparingTo(sum);
    assertThat(current.serviceFee()).isEqualByComparingTo(sum);
    assertThat(current.credit()).isEqualByComparingTo(sum.add(sum).negate());
  }

  /** Adds the checksums that inserted rows lack. */
  private static void sealAll(Sql sql) throws SQLException {
    List<Long> unsealed =
        sql.list("SELECT id FROM ledger WHERE checksum IS NULL", row -> row.getLong(1));
    for (long id : unsealed) {
      CheckedTable.LEDGER.seal(sql, id);
    }
  }

  /** Inserts rows numbered {@code n} with one statement. */
  private void insertGenerated(int rows, String values) {
    String insertion =
        "WITH RECURSIVE numbers (n) AS"
            + " (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
            + " INSERT INTO ledger"
            + " (user_id, reference, type, service, amount, service_fee, time)"
            + " SELECT 7, 'r' || n, "
            + values
            + " FROM numbers";
    database.write(sql -> {
      int inserted = sql.update(insertion, rows);
      sealAll(sql);
      return inserted;
    });
  }

  /** A report is of one version, however long the reading takes. */
  @Test
  void report_whileOthersWrite_isOfOneVersion() {
    insertGenerated(2_000, "'payment', 'stripe', 1000000, 0, n");
    ledger.identify(USER, new BillingIdentity(Map.of(IdentityPart.CITY, "old")));
    AtomicLong items = new AtomicLong();
    InvoiceReport report = report();
    report.forEachItem(item -> {
      if (items.getAndIncrement() == 10) {
        ledger.record(USER, entry("new", ItemType.PAYMENT, "5", 1_999));
        ledger.identify(USER, new BillingIdentity(Map.of(IdentityPart.CITY, "new")));
      }
    });
    assertThat(report.identity().part(IdentityPart.CITY)).isEqualTo("old");
    assertThat(report.current().credit()).isEqualByComparingTo("2000");
    assertThat(items).hasValue(2_000);
    assertThat(items()).hasSize(2_001);
    assertThat(identity(USER).part(IdentityPart.CITY)).isEqualTo("new");
  }

  /** A row in memory takes about 190 bytes; a report reads pages while its client reads them. */
  @Test
  void report_ofVeryManyItems_isWrittenWithFewOfThemInMemory_andHoldsNoConnection()
      throws IOException {
    insertGenerated(MANY, "'payment', 'stripe', 1000000 + n, 0, n");
    long before = usedBytes();
    AtomicLong items = new AtomicLong();
    AtomicLong midway = new AtomicLong();
    AtomicInteger connections = new AtomicInteger();
    OutputStream client =
        new OutputStream() {
          @Override
          public void write(int character) {
            if (character == '}' && items.incrementAndGet() == MANY / 2) {
              midway.set(usedBytes());
              for (HikariDataSource pool : database.pools()) {
                connections.addAndGet(pool.getHikariPoolMXBean().getActiveConnections());
              }
            }
          }
        };
    new InvoiceCodec().writeReport(report(), client);
    // Behind the items, the summary and the report end.
    assertThat(items).hasValue(MANY + 2);
    assertThat(midway.get() - before).isLessThan(MANY * 100L);
    assertThat(connections).hasValue(0);
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
    assertThat(items()).hasSize(1);
    assertThat(ledger.record(USER, entry("b", ItemType.PAYMENT, "1", 1)).created()).isTrue();
  }

  /** The oracle of a ledger: one user's entries as a plain list, with the rules step by step. */
  private static final class NaiveLedger {
    /** Compares items; amounts compare by value. */
    static final Comparator<InvoiceItem> BY_VALUE =
        Comparator.comparing(InvoiceItem::timestamp)
            .thenComparingLong(InvoiceItem::id)
            .thenComparing(InvoiceItem::type)
            .thenComparing(InvoiceItem::service)
            .thenComparing(InvoiceItem::amount);

    private final List<InvoiceItem> items = new ArrayList<>();
    private final List<LedgerEntry> entries = new ArrayList<>();

    void add(long id, LedgerEntry entry) {
      entries.add(entry);
      items.add(
          new InvoiceItem(id, entry.type(), entry.service(), entry.amount(), entry.timestamp()));
    }

    List<InvoiceItem> items(InvoiceRequest request) {
      List<InvoiceItem> listed = new ArrayList<>();
      for (InvoiceItem item : items) {
        boolean isWanted =
            switch (item.type()) {
              case PAYMENT -> !request.onlyPayouts();
              case CHARGE -> request.incCharges() && !request.onlyPayouts();
              case PAYOUT -> !request.noPayouts();
            };
        if (isWanted
            && !item.timestamp().isBefore(request.start())
            && item.timestamp().isBefore(request.end())) {
          listed.add(item);
        }
      }
      listed.sort(BY_VALUE);
      return listed;
    }

    /** Checks the summary of an account at an instant. */
    void requireCurrent(CurrentSummary current, double now) {
      BigDecimal charges = BigDecimal.ZERO;
      BigDecimal fees = BigDecimal.ZERO;
      BigDecimal credit = BigDecimal.ZERO;
      for (LedgerEntry entry : entries) {
        if (entry.type() == ItemType.CHARGE
            && month(entry.timestamp().getEpochSecond()).equals(month((long) Math.floor(now)))) {
          charges = charges.add(entry.amount());
          fees = fees.add(entry.serviceFee());
        }
        credit =
            entry.type() == ItemType.PAYMENT
                ? credit.add(entry.amount())
                : credit.subtract(entry.amount()).subtract(entry.serviceFee());
      }
      assertThat(current.charges()).isEqualByComparingTo(charges);
      assertThat(current.serviceFee()).isEqualByComparingTo(fees);
      assertThat(current.total()).isEqualByComparingTo(charges.add(fees));
      assertThat(current.credit()).isEqualByComparingTo(credit);
    }

    /** Returns the month of an instant, in seconds since 1970. */
    static YearMonth month(long seconds) {
      return YearMonth.from(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC));
    }
  }

  /** The oracle is a list that is filtered, sorted and summed. */
  @Test
  void report_ofARandomLedger_equalsThatOfAList() {
    long first = Seeds.first();
    int cases = Seeds.cases(25);
    for (int user = 1; user <= cases; user++) {
      compareRandomLedger(user, first + user - 1);
    }
  }

  private void compareRandomLedger(long user, long seed) {
    Random random = new Random(seed);
    NaiveLedger naive = new NaiveLedger();
    for (int i = random.nextInt(40); i > 0; i--) {
      LedgerEntry entry = randomEntry(random, i);
      naive.add(ledger.record(user, entry).id(), entry);
    }
    for (int i = 0; i < 2 * NOWS.size(); i++) {
      InvoiceRequest request = randomRequest(random);
      List<InvoiceItem> items = new ArrayList<>();
      double now = NOWS.get(i % NOWS.size());
      InvoiceReport report = new InvoiceService(ledger, () -> now).report(user, request);
      report.forEachItem(items::add);
      assertThat(items)
          .as("seed=%d, %s", seed, request)
          .usingElementComparator(NaiveLedger.BY_VALUE)
          .isEqualTo(naive.items(request));
      naive.requireCurrent(report.current(), now);
    }
  }

  private static LedgerEntry randomEntry(Random random, int number) {
    ItemType type = TYPES.get(random.nextInt(TYPES.size()));
    boolean hasFee = type == ItemType.CHARGE && random.nextBoolean();
    return new LedgerEntry(
        "r" + number,
        type,
        random.nextBoolean() ? "" : "bank",
        randomDollars(random, 1_000_000_000_000_001L),
        hasFee ? randomDollars(random, 5_000_000) : BigDecimal.ZERO,
        randomTime(random));
  }

  /** Returns at most 1,000,000,000 dollars, sometimes with twelve decimals. */
  private static BigDecimal randomDollars(Random random, long millionths) {
    long whole = random.nextLong(millionths);
    BigDecimal dollars = BigDecimal.valueOf(whole, 6);
    boolean hasRest = random.nextBoolean() && whole < millionths - 1;
    return hasRest ? dollars.add(BigDecimal.valueOf(random.nextInt(1_000_000), 12)) : dollars;
  }

  private static InvoiceRequest randomRequest(Random random) {
    Instant one = randomTime(random);
    Instant other = randomTime(random);
    boolean isOrdered = one.isBefore(other);
    boolean only = random.nextInt(4) == 0;
    return new InvoiceRequest(
        random.nextBoolean(),
        only,
        !only && random.nextInt(4) == 0,
        random.nextInt(4) == 0 ? Instant.MIN : isOrdered ? one : other,
        random.nextInt(4) == 0 ? Instant.MAX : isOrdered ? other : one);
  }

  /** Returns instants around the ends of a running month, the likeliest place of mistakes. */
  private static Instant randomTime(Random random) {
    double now = NOWS.get(random.nextInt(NOWS.size()));
    long start =
        NaiveLedger.month((long) Math.floor(now))
            .plusMonths(random.nextInt(3) - 1)
            .atDay(1)
            .atStartOfDay()
            .toEpochSecond(ZoneOffset.UTC);
    int after = random.nextBoolean() ? random.nextInt(5) - 2 : random.nextInt(3_000_000);
    long nanos = random.nextBoolean() ? 0 : random.nextInt(3) * 333_333_333L;
    return Instant.ofEpochSecond(start + after, nanos);
  }
}
