package io.offerengine.log;

import static io.offerengine.log.DurableEngineContract.EAGER;
import static io.offerengine.log.TestOffers.PRICE;
import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static io.offerengine.log.TestOffers.assertUnavailable;
import static io.offerengine.log.TestOffers.offer;
import static io.offerengine.log.TestOffers.sum;
import static io.offerengine.log.TestOffers.update;
import static io.offerengine.log.TestOffers.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several engines on one PostgreSQL database, each as a process of its own has it. */
class SharedLogTest {
  private final String url = PostgresqlServer.newDatabase();
  private final DataSource source = PostgresqlDurableEngineTest.at(url);

  @TempDir Path directory;

  private DurableEngine open() {
    return DurableEngine.open(SCHEMA, source);
  }

  private DurableEngine.Builder member(String name) {
    return DurableEngine.builder(SCHEMA, source).directory(directory.resolve(name));
  }

  private void execute(String... statements) throws SQLException {
    TestOffers.execute(source, statements);
  }

  private static void awaitVersion(DurableEngine engine, long version) throws Exception {
    engine.reached(version).get(20, TimeUnit.SECONDS);
  }

  /** Rule 3: each condition is decided against the head of the log, whoever asks. */
  @Test
  void apply_ofConditionsInSeveralEngines_isDecidedOnce() throws Exception {
    List<DurableEngine> engines = List.of(open(), open(), open());
    try {
      engines.get(0).apply(upsert(0, 0));
      for (DurableEngine engine : engines) {
        awaitVersion(engine, 1);
      }
      int won = sum(Together.call(6, 6, i -> countUp(engines.get(i % 3))));
      for (DurableEngine engine : engines) {
        awaitVersion(engine, 1 + won);
        assertThat(engine.snapshot().version()).isEqualTo(1 + won);
        assertThat(all(engine)).containsExactly(offer(0, won));
      }
    } finally {
      engines.forEach(DurableEngine::close);
    }
  }

  /**
   * Raises the price by one, 20 times, if nobody else has raised it since it was read; returns how
   * often it did.
   */
  private static int countUp(DurableEngine engine) {
    int won = 0;
    for (int i = 0; i < 20; i++) {
      double seen = all(engine).get(0).number(PRICE);
      OfferChanges next = OfferChanges.builder(SCHEMA).put(PRICE, seen + 1).build();
      OfferBatch batch =
          OfferBatch.builder()
              .updateIf(
                  0,
                  OfferConditions.of(Query.builder(SCHEMA).where(PRICE, Operator.EQ, seen).build()),
                  next)
              .build();
      try {
        engine.apply(batch);
        won++;
      } catch (ConflictException anotherWasFaster) {
        // The next round reads the price again.
      }
    }
    return won;
  }

  /** Rule 3: the deadline withdraws a batch that was not taken, and nothing else. */
  @Test
  void apply_beyondItsDeadline_isWithdrawnUnlessItWasTaken() throws Exception {
    try (DurableEngine engine = open();
        Connection locking = source.getConnection();
        Statement statement = locking.createStatement()) {
      engine.apply(upsert(1, 1));
      locking.setAutoCommit(false);
      statement.execute("UPDATE offer_log SET form = form");
      Duration patience = Duration.ofSeconds(2);
      long start = System.nanoTime();
      Future<Long> taken = Together.beside(() -> engine.apply(update(1, 2), patience));
      Waiting.until(() -> isWaitedForLock());
      // It was taken, and its time is over.
      Waiting.until(() -> System.nanoTime() - start > patience.toNanos());
      assertThat(taken).isNotDone();

      assertUnavailable(false, () -> engine.apply(update(1, 3), Duration.ofMillis(1)))
          .hasMessageContaining("the time is over; nothing was stored");
      locking.rollback();

      assertThat(taken.get()).isEqualTo(2);
      assertThat(all(engine)).containsExactly(offer(1, 2));
      assertThat(engine.snapshot().version()).isEqualTo(2);
    }
  }

  private boolean isWaitedForLock() throws SQLException {
    return TestOffers.number(
            source,
            "COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND wait_event_type = 'Lock'")
        > 0;
  }

  /** Rule 4: the answer to a commit is lost, before or after the commit. */
  @Test
  void apply_ofALostAnswer_isSettledByTheIdentifier() throws Exception {
    String append = "INSERT INTO offer_log_entries";
    HookedSource hooked = new HookedSource(source);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, hooked.source())) {
      engine.apply(upsert(1, 1));

      hooked.cutAtCommitOf(append, false);
      assertThat(engine.apply(upsert(2, 2))).isEqualTo(2);
      assertThat(all(engine)).containsExactly(offer(1, 1), offer(2, 2));

      hooked.cutAtCommitOf(append, true);
      assertUnavailable(false, () -> engine.apply(upsert(3, 3)));
      assertThat(hooked.cuts()).isEqualTo(2);
      assertThat(all(engine)).containsExactly(offer(1, 1), offer(2, 2));

      Waiting.until(() -> engine.status().unreachableSince() == null);
      assertThat(engine.apply(upsert(3, 4))).isEqualTo(3);
    }
    try (DurableEngine engine = open()) {
      assertThat(all(engine)).containsExactly(offer(1, 1), offer(2, 2), offer(3, 4));
    }
  }

  /** Rule 5: a derivation that throws stops the engine at its number, and it says so. */
  @Test
  void follow_ofAnEntryThatCanNotBeApplied_stopsThereAndGoesOnLater() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    Schema own = TestOffers.failing(fails);
    try (DurableEngine first = DurableEngine.open(TestOffers.failing(new AtomicBoolean()), source);
        DurableEngine second = DurableEngine.open(own, source)) {
      first.apply(OfferBatch.builder().upsert(TestOffers.priced(first.schema(), 1, 1)).build());
      awaitVersion(second, 1);
      fails.set(true);
      first.apply(OfferBatch.builder().upsert(TestOffers.priced(first.schema(), 2, 2)).build());
      first.apply(OfferBatch.builder().upsert(TestOffers.priced(first.schema(), 3, 3)).build());

      Waiting.until(() -> second.status().failure() != null);
      assertThat(second.status().failure())
          .isEqualTo(
              "entry 2 of the log can't be applied: the derivation of twice failed for the"
                  + " offer 2: java.lang.IllegalStateException: no such price");
      assertThat(second.snapshot().version()).isEqualTo(1);
      OfferBatch own4 = OfferBatch.builder().upsert(TestOffers.priced(own, 4, 4)).build();
      assertThatThrownBy(() -> second.apply(own4)).isInstanceOf(LogUnavailableException.class);

      fails.set(false);
      awaitVersion(second, 3);
      assertThat(second.apply(own4)).isEqualTo(4);
      Waiting.until(() -> second.status().failure() == null);
    }
  }

  /** Rule 6: an older build follows a newer one, and stores nothing until an operator goes back. */
  @Test
  void apply_ofAnOlderBuild_isRefusedUntilAnOperatorGoesBackToIt() throws Exception {
    Schema older = withField("");
    Schema newer = withField("colour");
    try (DurableEngine old = DurableEngine.open(older, source);
        DurableEngine fresh = DurableEngine.open(newer, source)) {
      Field colour = newer.field("colour").orElseThrow();
      Offer red = TestOffers.priced(newer, 1, 2).toBuilder().put(colour, "red").build();
      fresh.apply(OfferBatch.builder().upsert(red).build());
      awaitVersion(old, 1);
      Waiting.until(() -> old.status().isOutdated());
      assertThat(all(old)).hasSize(1);
    }
    // A restart of the older build does not change this.
    try (DurableEngine old = DurableEngine.open(older, source)) {
      assertUnavailable(false, () -> old.apply(OfferBatch.builder().delete(1).build()));
      assertThat(old.skippedFields()).containsOnlyKeys("colour");
    }
    // An operator may go back to it, also while it runs.
    try (DurableEngine old = DurableEngine.open(older, source)) {
      DurableEngine.acceptRestore(older, source, "older");
      old.apply(OfferBatch.builder().delete(1).build());
    }
    try (DurableEngine fresh = DurableEngine.open(newer, source)) {
      assertThat(fresh.status().isOutdated()).isTrue();
    }
  }

  private static Schema withField(String name) {
    Schema.Builder schema = Schema.builder("fields", "id");
    schema.field("price", FieldType.NUMBER).add();
    if (!name.isEmpty()) {
      schema.field(name, FieldType.TEXT).add();
    }
    return schema.build();
  }

  /** Rule 7: an engine that was away for longer than the log reaches back loads all offers. */
  @Test
  void follow_ofATrimmedLog_loadsAllOffersAgain() throws Exception {
    member("one").open().close();
    try (DurableEngine one = member("one").open()) {
      one.apply(upsert(1, 1));
    }
    try (DurableEngine other = DurableEngine.builder(SCHEMA, source).limits(EAGER).open()) {
      for (int i = 0; i < 100; i++) {
        other.apply(upsert(i % 7, i));
      }
      Waiting.until(() -> other.entries(0, 100, 1).trimmed() > 50);
      try (DurableEngine one = member("one").open()) {
        assertThat(one.status().reloads()).isEqualTo(1);
        assertThat(all(one)).isEqualTo(all(other));
      }
    }
  }

  /** Rule 8: an entry that was trimmed is of this history, if the next one follows it. */
  @Test
  void open_afterTheEntryThatWasVisibleLast_wasTrimmed_goesOn() throws Exception {
    try (DurableEngine one = member("one").open()) {
      for (int i = 1; i <= 3; i++) {
        one.apply(upsert(i, i));
      }
    }
    try (Connection connection = source.getConnection()) {
      DurableEngine.advance(connection, "reader", 3);
    }
    try (DurableEngine other = DurableEngine.builder(SCHEMA, source).limits(EAGER).open()) {
      for (int i = 4; i <= 40; i++) {
        other.apply(upsert(i, i));
      }
      Waiting.until(() -> other.entries(0, 40, 1).trimmed() == 3);
      try (DurableEngine one = member("one").open()) {
        assertThat(all(one)).isEqualTo(all(other));
      }
    }
  }

  @Test
  void open_whileNobodyAnswers_isUnavailable_andNotUnusable() {
    DataSource nobody = PostgresqlDurableEngineTest.at("jdbc:postgresql://localhost:1/offers");
    assertThatThrownBy(() -> DurableEngine.open(SCHEMA, nobody))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessageContaining("the database can't be reached now");
  }

  /** Rule 2: of several engines that begin a log, one does. */
  @Test
  void open_ofSeveralWithFirstOffers_fillsOnce() throws Exception {
    List<DurableEngine> engines = Together.call(3, 3, this::openWithOffers);
    assertThat(engines).filteredOn(DurableEngine::isFilled).hasSize(1);
    for (DurableEngine engine : engines) {
      assertThat(engine.snapshot().version()).isEqualTo(1);
      assertThat(all(engine)).isEqualTo(all(engines.get(0)));
      engine.close();
    }
    assertThat(TestOffers.number(source, "COUNT(DISTINCT owner) FROM offer_log_parts"))
        .isEqualTo(1);
  }

  private DurableEngine openWithOffers(int price) {
    List<Offer> offers = LongStream.range(0, 100).mapToObj(id -> offer(id, price)).toList();
    return DurableEngine.builder(SCHEMA, source).firstOffers(offers::iterator).open();
  }

  /** Takes the database back to what it was after some entries, as a restore of a copy does. */
  private void restoreTo(long number) throws SQLException {
    execute(
        "DELETE FROM offer_log_entries WHERE number > " + number,
        "UPDATE offer_log SET (number, entry, ends) ="
            + " (SELECT number, entry, ends FROM offer_log_entries WHERE number = "
            + number
            + ")");
  }

  /** Rule 8: a running engine stops at an older copy until an operator has accepted it. */
  @Test
  void follow_ofAnOlderCopy_refusesBatchesUntilItIsAccepted() throws Exception {
    try (DurableEngine engine = open()) {
      for (int i = 1; i <= 4; i++) {
        engine.apply(upsert(1, i));
      }
      restoreTo(2);
      Waiting.until(() -> engine.status().restored() != null);
      assertThat(engine.status().restored())
          .contains("entry 4 was visible here, and the log does not have it; its last entry is 2");
      assertThatThrownBy(() -> engine.apply(upsert(2, 2)))
          .isInstanceOf(LogUnavailableException.class)
          .hasMessageContaining("restored from a copy");
      assertThat(all(engine)).containsExactly(offer(1, 4));

      // The marker has a higher number than this one, which no entry will have.
      CompletableFuture<?> reached = engine.reached(5);
      assertThat(reached).isNotDone();
      long marker = DurableEngine.acceptRestore(SCHEMA, source, "");
      assertThat(marker).isGreaterThan(5);
      reached.get(20, TimeUnit.SECONDS);
      assertThat(engine.snapshot().version()).isEqualTo(marker);
      assertThat(all(engine)).containsExactly(offer(1, 2));
      assertThat(engine.apply(upsert(2, 2))).isEqualTo(marker + 1);
      assertThat(engine.status().restored()).isNull();
      assertThat(engine.entries(2, marker, 1).entries().get(0).kind())
          .isEqualTo(LogEntry.Kind.ACCEPTED);
    }
  }

  /** Rule 8: what was visible outlives the process, and the deletion of the cache. */
  @Test
  void open_afterARestoreOfAnOlderCopy_isRefusedUntilItIsAccepted() throws Exception {
    try (DurableEngine engine = member("one").open()) {
      for (int i = 1; i <= 4; i++) {
        engine.apply(upsert(1, i));
      }
    }
    try (var files = Files.newDirectoryStream(directory.resolve("one"), "*[!y]")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    restoreTo(2);

    assertThatThrownBy(() -> member("one").open())
        .isInstanceOf(RestoredLogException.class)
        .hasMessageContaining("entry 4 was visible here");

    // Others go on under numbers that were used before, and it is still another history.
    try (DurableEngine other = member("two").open()) {
      for (int i = 1; i <= 4; i++) {
        other.apply(upsert(2, i));
      }
    }
    assertThatThrownBy(() -> member("one").open()).isInstanceOf(RestoredLogException.class);

    long marker = DurableEngine.acceptRestore(SCHEMA, source, "");
    try (DurableEngine engine = member("one").open()) {
      assertThat(engine.snapshot().version()).isEqualTo(marker);
      assertThat(all(engine)).containsExactly(offer(1, 2), offer(2, 4));
    }
    try (DurableEngine other = member("two").open()) {
      assertThat(other.status().reloads()).isZero();
      assertThat(other.snapshot().version()).isEqualTo(marker);
    }
  }

  /** A full disk, as PostgreSQL reports it; when there is room, the engine goes on by itself. */
  @Test
  void apply_onAFullDisk_isRefusedUntilThereIsRoom() throws Exception {
    try (DurableEngine engine = open()) {
      engine.apply(upsert(1, 1));
      execute(
          "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE SQLSTATE '53100'; END $$",
          "CREATE TRIGGER no_room BEFORE INSERT ON offer_log_entries EXECUTE FUNCTION no_room()");
      assertThatThrownBy(() -> engine.apply(upsert(1, 2)))
          .isInstanceOf(LogUnavailableException.class)
          .hasMessage(
              "UNAVAILABLE: the disk of the database is full; nothing was stored, try again later");
      assertThat(all(engine)).containsExactly(offer(1, 1));

      execute("DROP TRIGGER no_room ON offer_log_entries");
      assertThat(engine.apply(upsert(1, 3))).isEqualTo(2);
    }
    try (DurableEngine engine = open()) {
      assertThat(all(engine)).containsExactly(offer(1, 3));
    }
  }

  @Test
  void open_ofARoleThatMayNotMakeTables_saysWhatItNeeds() throws Exception {
    execute(
        "DROP ROLE IF EXISTS reader",
        "CREATE ROLE reader LOGIN",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    DataSource reader = PostgresqlDurableEngineTest.at(url.replace("user=postgres", "user=reader"));

    assertThatThrownBy(() -> DurableEngine.open(SCHEMA, reader))
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("the tables of the log can't be made")
        .hasMessageContaining("its role needs the right CREATE on the schema");
  }
}
