package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static io.offerengine.log.TestOffers.delete;
import static io.offerengine.log.TestOffers.offer;
import static io.offerengine.log.TestOffers.update;
import static io.offerengine.log.TestOffers.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.ConflictException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a durable engine does on any database. */
abstract class DurableEngineContract {
  /** A base after each few entries, and everything before it trimmed at once. */
  static final BaseWriter.Limits EAGER =
      new BaseWriter.Limits(2_000, Duration.ZERO, 1 << 20, Duration.ofMillis(20));

  @TempDir Path directory;
  DataSource source;

  /** Returns an empty database. */
  abstract DataSource newDatabase(Path directory) throws SQLException;

  @BeforeEach
  void makeDatabase() throws SQLException {
    source = newDatabase(directory);
  }

  private DurableEngine open() {
    return DurableEngine.open(SCHEMA, source);
  }

  private DurableEngine openCached() {
    return DurableEngine.builder(SCHEMA, source).directory(directory.resolve("cache")).open();
  }

  void execute(String sql) throws SQLException {
    TestOffers.execute(source, sql);
  }

  /** Rule 1: the version is the number of the entry, and only what changes offers has one. */
  @Test
  void apply_ofRefusedAndEmptyBatches_makesNoEntry() {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      assertThatThrownBy(() -> engine.apply(update(2, 2)))
          .isInstanceOf(UnknownOfferException.class);
      OfferBatch insert = OfferBatch.builder().insert(offer(1, 2)).build();
      assertThatThrownBy(() -> engine.apply(insert)).isInstanceOf(ConflictException.class);
      assertThat(engine.apply(OfferBatch.builder().build())).isEqualTo(1);

      assertThat(engine.snapshot().version()).isEqualTo(1);
      assertThat(engine.entries(0, Long.MAX_VALUE, 1 << 20).entries()).hasSize(1);
      assertThat(engine.status().refused()).isEqualTo(2);
      assertThat(engine.apply(upsert(2, 2))).isEqualTo(2);
    }
  }

  @Test
  void open_afterAStop_restoresTheCache_andReadsTheLogBehindIt() {
    try (DurableEngine engine = openCached()) {
      engine.apply(upsert(1, 1));
      engine.apply(upsert(2, 2));
    }
    try (DurableEngine engine = open()) {
      engine.apply(update(1, 5));
    }

    try (DurableEngine engine = openCached()) {
      assertThat(engine.status().reloads()).isZero();
      assertThat(engine.status().entries()).isEqualTo(1);
      assertThat(engine.snapshot().version()).isEqualTo(3);
      assertThat(all(engine)).containsExactly(offer(1, 5), offer(2, 2));
    }
  }

  /** A directory belongs to one engine, also if the engines have different databases. */
  @Test
  void open_withADirectoryThatAnEngineHas_isRefused(@TempDir Path other) throws SQLException {
    Path files = directory.resolve("cache");
    DataSource another = newDatabase(other);
    try (DurableEngine engine = openCached()) {
      assertThatThrownBy(() -> DurableEngine.builder(SCHEMA, another).directory(files).open())
          .isInstanceOf(UnusableLogException.class)
          .hasMessage(
              files + " is used by another engine; give each engine a directory of its own");
      engine.apply(upsert(1, 1));
    }
    try (DurableEngine engine = openCached()) {
      assertThat(all(engine)).containsExactly(offer(1, 1));
    }
  }

  @Test
  void open_withFirstOffers_beginsWithABase_once() {
    List<Offer> first = LongStream.range(1, 3_000).mapToObj(id -> offer(id, (double) id)).toList();
    try (DurableEngine engine =
        DurableEngine.builder(SCHEMA, source).firstOffers(first::iterator).open()) {
      assertThat(engine.isFilled()).isTrue();
      assertThat(engine.snapshot().version()).isEqualTo(1);
      assertThat(all(engine)).isEqualTo(first);
      assertThat(engine.apply(delete(1))).isEqualTo(2);
      assertThat(engine.entries(0, 1, 1).entries())
          .singleElement()
          .satisfies(entry -> {
            assertThat(entry.kind()).isEqualTo(LogEntry.Kind.FILLED);
            assertThat(entry.changes()).isEmpty();
          });
    }

    // Nobody asks for them again, also when all offers are gone.
    for (List<Offer> rest : List.of(first.subList(1, first.size()), List.<Offer>of())) {
      try (DurableEngine engine =
          DurableEngine.builder(SCHEMA, source)
              .firstOffers(() -> {
                throw new AssertionError("nobody asks for them");
              })
              .open()) {
        assertThat(engine.isFilled()).isFalse();
        assertThat(engine.snapshot().version()).isEqualTo(rest.isEmpty() ? 3 : 2);
        assertThat(all(engine)).isEqualTo(rest);
        OfferBatch.Builder deleteAll = OfferBatch.builder();
        rest.forEach(each -> deleteAll.delete(each.id()));
        engine.apply(deleteAll.build());
      }
    }
  }

  @Test
  void entries_haveTheOffersBeforeAndAfter() {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      engine.apply(
          OfferBatch.builder().upsert(offer(2, 2)).upsert(offer(1, 7)).upsert(offer(3, 3)).build());
      engine.apply(delete(1));

      List<LogEntry> entries = engine.entries(1, Long.MAX_VALUE, 1 << 20).entries();
      assertThat(entries).extracting(LogEntry::number).containsExactly(2L, 3L);
      assertThat(entries.get(0).changes())
          .containsExactly(
              new LoggedChange(2, null, offer(2, 2)),
              new LoggedChange(1, offer(1, 1), offer(1, 7)),
              new LoggedChange(3, null, offer(3, 3)));
      assertThat(entries.get(1).changes()).containsExactly(new LoggedChange(1, null, null));
      assertThat(engine.entries(1, 2, 1 << 20).entries()).hasSize(1);
      assertThat(engine.entries(0, Long.MAX_VALUE, 1).entries()).hasSize(1);
    }
  }

  /** Batches of threads that wait at the same time, some of the same offers, some refused. */
  @Test
  void apply_ofManyThreads_hasEachBatchOnce() throws Exception {
    List<Offer> offers;
    try (DurableEngine engine = open()) {
      engine.apply(upsert(0, 0));
      int stored = 1 + TestOffers.sum(Together.call(8, own -> applySome(engine, own)));
      assertThat(engine.snapshot().version()).isEqualTo(stored);
      assertThat(engine.status().appended()).isEqualTo(stored);
      offers = all(engine);
    }
    try (DurableEngine again = open()) {
      assertThat(all(again)).isEqualTo(offers);
    }
  }

  private static int applySome(DurableEngine engine, int own) {
    int stored = 0;
    for (int i = 0; i < 50; i++) {
      switch (i % 5) {
        case 0 -> stored += insertOnce(engine, i);
        case 1 -> {
          engine.apply(update(0, own));
          stored++;
        }
        default -> {
          engine.apply(upsert((own + 1) * 1_000L + i, i));
          stored++;
        }
      }
    }
    return stored;
  }

  private static int insertOnce(DurableEngine engine, int id) {
    try {
      engine.apply(OfferBatch.builder().insert(offer(100 + id, 1)).build());
      return 1;
    } catch (ConflictException anotherThreadWasFaster) {
      return 0;
    }
  }

  /** An entry with several parts. */
  @Test
  void apply_ofALargeBatch_storesAllOfItOrNothing() {
    String text = "x".repeat(20_000);
    OfferBatch.Builder large = OfferBatch.builder();
    for (int id = 0; id < 300; id++) {
      large.upsert(offer(id, id).toBuilder().put(TestOffers.NAME, text + id).build());
    }
    List<Offer> offers;
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      engine.apply(large.build());
      offers = all(engine);
      assertThat(engine.entries(1, 2, 1).entries().get(0).changes()).hasSize(300);
    }
    try (DurableEngine engine = open()) {
      assertThat(engine.snapshot().version()).isEqualTo(2);
      assertThat(all(engine)).hasSize(300).isEqualTo(offers);
    }
    assertThat(DurableEngine.verify(SCHEMA, source)).isEmpty();
  }

  /** Rule 7: a base is kept for a durable reader that is behind, up to some bytes. */
  @Test
  void trim_keepsWhatADurableReaderHasNotRead() throws SQLException {
    try (Connection connection = source.getConnection()) {
      DurableEngine.open(SCHEMA, source).close();
      DurableEngine.advance(connection, "alerts", 10);
    }
    try (DurableEngine engine = DurableEngine.builder(SCHEMA, source).limits(EAGER).open()) {
      for (int i = 0; i < 100; i++) {
        engine.apply(upsert(i % 5, i));
      }
      Waiting.until(() -> engine.entries(0, 100, 1).trimmed() == 10);
      try (Connection connection = source.getConnection()) {
        DurableEngine.advance(connection, "alerts", 50);
      }
      Waiting.until(() -> engine.entries(0, 100, 1).trimmed() == 50);
      assertThat(engine.entries(50, 100, 1).entries().get(0).number()).isEqualTo(51);
    }
  }

  @Test
  void open_ofAnEntryWithoutOneOfItsParts_saysWhichOne() throws SQLException {
    try (DurableEngine engine = open()) {
      OfferBatch.Builder large = OfferBatch.builder();
      for (int id = 0; id < 4; id++) {
        large.upsert(offer(id, 1).toBuilder().put(TestOffers.NAME, "x".repeat(900_000)).build());
      }
      engine.apply(large.build());
    }
    execute("DELETE FROM offer_log_parts WHERE part = 1");
    assertThatThrownBy(this::open)
        .isInstanceOf(LogDamagedException.class)
        .hasMessage("entry 1 has lost its part 1; restore the database from a copy");
    assertThat(DurableEngine.verify(SCHEMA, source)).containsExactly("entry 1 has lost its part 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE offer_log SET trimmed = 1; DELETE FROM offer_log_entries WHERE number = 1"
            + " | the log begins after entry 1, and no base has its offers",
        "UPDATE offer_log_entries SET previous = entry WHERE number = 2"
            + " | entry 2 of the log does not follow the entry before it",
      })
  void verify_ofAnEntryThatIsGoneOrFollowsAnother_namesIt(String change, String damage)
      throws SQLException {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      engine.apply(upsert(2, 2));
    }
    TestOffers.execute(source, change.split(";"));
    assertThat(DurableEngine.verify(SCHEMA, source)).containsExactly(damage);
  }

  /** Code of another build may derive other values. */
  @Test
  void open_ofTheCacheOfAnotherBuild_loadsAllOffers() {
    for (String build : List.of("a", "b")) {
      try (DurableEngine engine =
          DurableEngine.builder(SCHEMA, source)
              .directory(directory.resolve("cache"))
              .build(build)
              .open()) {
        engine.apply(upsert(1, 1));
        assertThat(engine.status().reloads()).isEqualTo(1);
      }
    }
  }

  /** A bit of an entry or of a base that flips is found by whoever reads it; nothing is lost. */
  @Test
  void open_ofAFlippedBit_saysWhere_andHasAllAfterTheRepair() throws SQLException {
    List<Offer> first = List.of(offer(1, 1), offer(2, 2));
    try (DurableEngine engine =
        DurableEngine.builder(SCHEMA, source).firstOffers(first::iterator).open()) {
      engine.apply(upsert(3, 3));
    }
    assertRefusedWhile(
        "offer_log_entries WHERE number = 2",
        DurableEngineContract::flipped,
        "entry 2 of the log, part 0 is damaged: it does not match its checksum; restore the"
            + " database from a copy");
    assertRefusedWhile(
        "offer_log_parts",
        DurableEngineContract::flipped,
        "the base of entry 1, part 0 is damaged: it does not match its checksum; restore the"
            + " database from a copy");
    try (DurableEngine engine = open()) {
      assertThat(all(engine)).containsExactly(offer(1, 1), offer(2, 2), offer(3, 3));
    }
  }

  private static byte[] flipped(byte[] bytes) {
    byte[] damaged = bytes.clone();
    damaged[bytes.length / 2] ^= 8;
    return damaged;
  }

  /** An entry of a form that this build does not know, whole as it is. */
  @Test
  void open_ofANewerForm_namesBothForms() throws SQLException {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
    }
    UUID entry;
    try (Connection connection = source.getConnection()) {
      entry =
          new Sql(connection).only("SELECT entry FROM offer_log_entries", row -> Sql.uuid(row, 1));
    }
    assertRefusedWhile(
        "offer_log_entries WHERE number = 1",
        bytes -> {
          byte[] newer = bytes.clone();
          newer[0] = 2;
          return ChangeFormTest.sealed(entry, newer);
        },
        "entry 1 of the log, part 0 has the form 2, and this build reads the form 1; use the build"
            + " that wrote it, or a later one");
    try (DurableEngine engine = open()) {
      assertThat(all(engine)).containsExactly(offer(1, 1));
    }
  }

  /** Opens the log while a part has other bytes, which keeps nobody from opening it later. */
  private void assertRefusedWhile(String table, UnaryOperator<byte[]> change, String message)
      throws SQLException {
    byte[] good;
    try (Connection connection = source.getConnection()) {
      List<byte[]> found =
          new Sql(connection).list("SELECT bytes FROM " + table, row -> row.getBytes(1));
      assertThat(found).hasSize(1);
      good = found.get(0);
    }
    store(table, change.apply(good));
    assertThatThrownBy(this::open).isInstanceOf(LogDamagedException.class).hasMessage(message);
    assertThat(DurableEngine.verify(SCHEMA, source)).containsExactly(message);
    store(table, good);
  }

  private void store(String table, byte[] bytes) throws SQLException {
    String sql = "UPDATE " + table.replaceFirst("(\\w+)", "$1 SET bytes = ?");
    try (Connection connection = source.getConnection()) {
      assertThat(new Sql(connection).update(sql, bytes)).isEqualTo(1);
    }
  }

  /** A build whose field has another type is refused, and keeps nobody from appending. */
  @Test
  void open_ofAFieldOfAnotherType_isRefusedAndLeavesTheLogToOthers() {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
    }
    Schema.Builder other = Schema.builder("test offers", "id");
    other.field("price", FieldType.TEXT).add();

    assertThatThrownBy(() -> DurableEngine.open(other.build(), source))
        .isInstanceOf(LogDamagedException.class)
        .hasMessage(
            "entry 1 of the log, part 0 can't be read: it has price as number, but the schema has"
                + " it as text; a field keeps its type: give the new one another name");

    try (DurableEngine engine = open()) {
      assertThat(engine.status().isOutdated()).isFalse();
      engine.apply(upsert(1, 2));
      assertThat(all(engine)).containsExactly(offer(1, 2));
    }
  }

  /** The largest batch that the service takes: 64 MiB in 100,000 offers. */
  @Tag("full")
  @Test
  void apply_ofTheLargestBatch_isOneEntry() {
    OfferBatch.Builder largest = OfferBatch.builder();
    String text = "x".repeat(650);
    for (int id = 0; id < 100_000; id++) {
      largest.upsert(offer(id, id).toBuilder().put(TestOffers.NAME, text + id).build());
    }
    List<Offer> offers;
    try (DurableEngine engine = open()) {
      assertThat(engine.apply(largest.build())).isEqualTo(1);
      offers = all(engine);
      assertThat(offers).hasSize(100_000);
    }
    try (DurableEngine engine = open()) {
      assertThat(engine.snapshot().version()).isEqualTo(1);
      assertThat(all(engine)).isEqualTo(offers);
    }
  }

  @Test
  void open_ofAnotherLayout_namesBoth() throws SQLException {
    open().close();
    execute("UPDATE offer_log SET form = 7");

    assertThatThrownBy(this::open)
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("have the layout 7, and this program knows the layout 1");
  }

  /** Rule 3: a batch is stored behind an entry that the engine did not know, or not at all. */
  @Test
  void apply_afterAMarkerOfAnOperator_comesBehindIt() {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      long marker = DurableEngine.acceptRestore(SCHEMA, source, "");
      assertThat(engine.apply(upsert(1, 2))).isEqualTo(marker + 1);
      assertThat(all(engine)).containsExactly(offer(1, 2));
    }
    assertThat(DurableEngine.verify(SCHEMA, source)).isEmpty();
  }

  /** A program that still runs when a newer one has taken over the tables writes nothing. */
  @Test
  void apply_afterTheTablesGotAnotherLayout_storesNothing() throws SQLException {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      execute("UPDATE offer_log SET form = 2");

      TestOffers.assertUnavailable(false, () -> engine.apply(upsert(1, 2)))
          .hasMessage(
              "UNAVAILABLE: another build has given the tables of the log the layout 2, and this"
                  + " one knows the layout 1; use that build; nothing was stored");
      assertThat(all(engine)).containsExactly(offer(1, 1));
      try (Connection connection = source.getConnection()) {
        assertThatThrownBy(() -> DurableEngine.head(connection))
            .isInstanceOf(LogDamagedException.class)
            .hasMessageContaining("the layout 2");
      }

      execute("UPDATE offer_log SET form = 1");
      assertThat(engine.apply(upsert(1, 3))).isEqualTo(2);
      Waiting.until(() -> engine.status().failure() == null);
    }
  }

  @Test
  void isEmpty_isSoUntilTheFirstEntry() {
    assertThat(DurableEngine.isEmpty(source)).isTrue();
    try (DurableEngine engine = open()) {
      assertThat(DurableEngine.isEmpty(source)).isTrue();
      engine.apply(upsert(1, 1));
      assertThat(DurableEngine.isEmpty(source)).isFalse();
    }
  }

  /** The thread is woken once, while it waits for something else. */
  @Test
  void close_whileTheWriterOfBasesWaitsForADatabase_doesNotWaitForItsNextLook() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    HookedSource slow = new HookedSource(source);
    slow.beforeConnections(() -> {
      if (Thread.currentThread().getName().equals("offer-log-base")) {
        waits.countDown();
        awaitIn(goOn);
      }
    });
    BaseWriter.Limits rare =
        new BaseWriter.Limits(1 << 20, Duration.ZERO, 1 << 20, Duration.ofDays(1));
    DurableEngine engine = DurableEngine.builder(SCHEMA, slow.source()).limits(rare).open();
    assertThat(waits.await(10, TimeUnit.SECONDS)).isTrue();
    Thread closing = new Thread(engine::close);
    closing.start();
    Waiting.until(() -> isIn(closing, BaseWriter.class, "close"));
    goOn.countDown();
    Waiting.until(() -> !closing.isAlive());
  }

  private static void awaitIn(CountDownLatch latch) throws SQLException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new SQLException(e);
    }
  }

  /** Returns whether a thread waits in a method. */
  private static boolean isIn(Thread thread, Class<?> type, String method) {
    return thread.getState() == Thread.State.WAITING
        && Stream.of(thread.getStackTrace())
            .anyMatch(frame ->
                frame.getClassName().equals(type.getName())
                    && frame.getMethodName().equals(method));
  }

  @Test
  void close_refusesLaterBatches() {
    DurableEngine engine = open();
    engine.close();
    assertThatThrownBy(() -> engine.apply(upsert(1, 1))).hasMessageContaining("CLOSED");
    engine.close();
  }
}
