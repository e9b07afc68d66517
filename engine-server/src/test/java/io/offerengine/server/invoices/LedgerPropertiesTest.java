package io.offerengine.server.invoices;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceReport;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random ledgers of different users, on either database, against a plain list. */
class LedgerPropertiesTest {
  private static final Pattern AMOUNT = Pattern.compile("\"amount\":(-?[0-9.]+)[,}]");
  private static final Pattern CREDIT = Pattern.compile("\"credit\":(-?[0-9.]+)}");
  private static final List<ItemType> TYPES = List.of(ItemType.values());
  private static final InvoiceCodec CODEC = new InvoiceCodec();

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

  private static final InvoiceRequest ALL =
      new InvoiceRequest(true, false, false, Instant.MIN, Instant.MAX);

  private static final AtomicLong USERS = new AtomicLong();
  private static List<Database> databases;
  private static Path directory;

  @BeforeContainer
  static void open() throws IOException {
    directory = Files.createTempDirectory("ledger");
    databases = TestDatabase.kinds().map(kind -> kind.open(directory)).toList();
  }

  @AfterContainer
  static void close() throws IOException {
    databases.forEach(Database::close);
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** No cent is lost from ten thousand requests to the digits of one response. */
  @Property(tries = 2, shrinking = ShrinkingMode.OFF)
  void report_ofTenThousandRandomAmounts_isExactToTheCent(@ForAll long seed) {
    Random random = new Random(seed);
    int digits = 1 + random.nextInt(11);
    long largest = BigDecimal.TEN.pow(digits).longValueExact();
    List<LedgerEntry> entries = new ArrayList<>();
    long cents = 0;
    for (int i = 0; i < 10_000; i++) {
      long amount = random.nextLong(largest);
      cents += amount;
      entries.add(entry(i, amount, random.nextBoolean()));
    }
    BigDecimal expected = BigDecimal.valueOf(cents, 2);
    for (Database database : databases) {
      long user = USERS.incrementAndGet();
      insert(database, user, entries);
      String report = report(new SqlLedger(database), user);
      assertThat(sumOf(report)).as("seed %d", seed).isEqualByComparingTo(expected.negate());
      Matcher credit = CREDIT.matcher(report);
      assertThat(credit.find()).isTrue();
      assertThat(new BigDecimal(credit.group(1))).isEqualByComparingTo(expected);
    }
  }

  private static LedgerEntry entry(int number, long cents, boolean asText) {
    String digits = BigDecimal.valueOf(cents, 2).toString();
    String amount = asText ? "\"" + digits + "\"" : digits;
    String body =
        "{\"reference\":\"%d\",\"type\":\"payment\",\"amount\":%s,\"timestamp\":%d}"
            .formatted(number, amount, number % 97);
    return CODEC.readEntry(body.getBytes(UTF_8));
  }

  /** Inserts entries in one transaction; a transaction each would flush the log for each. */
  private static void insert(Database database, long user, List<LedgerEntry> entries) {
    String insertion =
        "INSERT INTO ledger (user_id, reference, type, service, amount, service_fee, time)"
            + " VALUES (?, ?, 'payment', '', ?, 0, ?)";
    database.write(sql -> {
      sql.updateAll(
          insertion,
          entries.stream()
              .map(entry ->
                  new Object[] {
                    user,
                    entry.reference(),
                    StoredDollars.millionths(entry.amount()),
                    entry.timestamp().getEpochSecond()
                  })
              .toList());
      LedgerTest.sealAll(sql);
      return user;
    });
  }

  private static String report(SqlLedger ledger, long user) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      CODEC.writeReport(new InvoiceService(ledger, () -> NOWS.get(0)).report(user, ALL), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(UTF_8);
  }

  private static BigDecimal sumOf(String report) {
    BigDecimal sum = BigDecimal.ZERO;
    int items = 0;
    for (Matcher amount = AMOUNT.matcher(report); amount.find(); items++) {
      sum = sum.add(new BigDecimal(amount.group(1)));
    }
    assertThat(items).isEqualTo(10_000);
    return sum;
  }

  /** The oracle is a list that is filtered, sorted and summed. */
  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void report_ofARandomLedger_equalsThatOfAList(@ForAll long seed) {
    for (Database database : databases) {
      Random random = new Random(seed);
      SqlLedger ledger = new SqlLedger(database);
      NaiveLedger naive = new NaiveLedger();
      long user = USERS.incrementAndGet();
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
            .as("seed %d, %s", seed, request)
            .usingElementComparator(NaiveLedger.BY_VALUE)
            .isEqualTo(naive.items(request));
        naive.requireCurrent(report.current(), now);
      }
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
