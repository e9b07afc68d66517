package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;

/** A durable engine on SQLite. */
class SqliteDurableEngineTest extends DurableEngineContract {
  /** Of the 17 parts of {@link #large}, about 20 MB. */
  private static final int PARTS_AT_LEAST = 10;

  static DataSource file(Path file) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  @Override
  DataSource newDatabase(Path in) {
    return file(in.resolve("offers.db"));
  }

  @Test
  void open_ofAFileThatAnEngineHas_isRefused() {
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      assertThatThrownBy(() -> DurableEngine.open(SCHEMA, source))
          .isInstanceOf(UnusableLogException.class)
          .hasMessageContaining("is used by another service; stop that one");
      engine.apply(TestOffers.upsert(1, 1));
    }
  }

  @Test
  void open_ofADatabaseInMemory_isRefused() {
    SQLiteDataSource memory = new SQLiteDataSource();
    memory.setUrl("jdbc:sqlite::memory:");
    assertThatThrownBy(() -> DurableEngine.open(SCHEMA, memory))
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("in memory keeps no log");
  }

  /** Rule 9: whoever else writes the file waits for one part of a large batch at most. */
  @Test
  void apply_ofALargeBatch_letsOthersWriteBetweenItsParts() throws Exception {
    execute("CREATE TABLE others (id INTEGER)");
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source);
        OtherWriter other = new OtherWriter()) {
      int before = other.written();
      engine.apply(large());
      assertThat(other.written() - before).isGreaterThan(PARTS_AT_LEAST);
    }
  }

  /** Rule 9: a base is written in parts, too. */
  @Test
  void base_letsOthersWriteBetweenItsParts() throws Exception {
    execute("CREATE TABLE others (id INTEGER)");
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      engine.apply(large());
    }
    try (OtherWriter other = new OtherWriter()) {
      int before = other.written();
      BaseWriter.Limits soon =
          new BaseWriter.Limits(1_000, Duration.ofDays(1), 1 << 30, Duration.ofMillis(20));
      try (DurableEngine engine = DurableEngine.builder(SCHEMA, source).limits(soon).open()) {
        Waiting.until(this::hasBase);
        assertThat(all(engine)).hasSize(100);
      }
      assertThat(other.written() - before).isGreaterThan(PARTS_AT_LEAST);
    }
  }

  /** Rule 9: an append takes its turn among the writers of the file. */
  @Test
  void apply_whileAnotherWriterHasItsTurn_waits() throws Exception {
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      ReentrantLock turn = SqliteFile.of(directory.resolve("offers.db")).writing();
      Future<Long> applied;
      turn.lock();
      try {
        applied = Together.beside(() -> engine.apply(TestOffers.upsert(1, 1)));
        Waiting.until(turn::hasQueuedThreads);
        assertThat(engine.snapshot().version()).isZero();
      } finally {
        turn.unlock();
      }
      assertThat(applied.get()).isEqualTo(1);
    }
  }

  private static OfferBatch large() {
    OfferBatch.Builder large = OfferBatch.builder();
    for (int id = 0; id < 100; id++) {
      large.upsert(
          TestOffers.offer(id, id).toBuilder().put(TestOffers.NAME, "x".repeat(200_000)).build());
    }
    return large.build();
  }

  private boolean hasBase() throws SQLException {
    return TestOffers.number(source, "COUNT(*) FROM offer_log_bases") > 0;
  }

  /** Somebody who writes one transaction after the other into another table of the file. */
  private final class OtherWriter implements AutoCloseable {
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger written = new AtomicInteger();
    private final Future<?> writing = Together.beside(this::write);

    private Void write() throws SQLException {
      ReentrantLock lock = SqliteFile.of(directory.resolve("offers.db")).writing();
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        while (!isOver.get()) {
          lock.lock();
          try {
            statement.executeUpdate("INSERT INTO others (id) VALUES (1)");
            written.incrementAndGet();
          } finally {
            lock.unlock();
          }
        }
      }
      return null;
    }

    /** Returns how many transactions were written, when it writes. */
    int written() {
      Waiting.until(() -> written.get() > 0 || writing.isDone());
      return written.get();
    }

    @Override
    public void close() {
      isOver.set(true);
      Waiting.until(writing::isDone);
      assertThat(writing).isNotCancelled().succeedsWithin(Duration.ZERO);
    }
  }

  @Test
  void apply_afterTheFileWasReplaced_storesNothing() throws Exception {
    Path file = directory.resolve("offers.db");
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      engine.apply(TestOffers.upsert(1, 1));
      Files.move(file, directory.resolve("away.db"));
      assertThatThrownBy(() -> engine.apply(TestOffers.upsert(1, 2)))
          .isInstanceOf(LogUnavailableException.class)
          .hasMessageContaining("the database was deleted, replaced or cut");
      Files.move(directory.resolve("away.db"), file);
      assertThat(engine.apply(TestOffers.upsert(1, 3))).isEqualTo(2);
    }
  }

  /** The file is away when the end of the commit is checked, and comes back with the entry. */
  @Test
  void apply_toAFileThatIsReplacedBeforeItsEnd_isInDoubt() throws Exception {
    Path file = directory.resolve("offers.db");
    Path away = directory.resolve("away.db");
    HookedSource hooked = new HookedSource(source);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, hooked.source())) {
      engine.apply(TestOffers.upsert(1, 1));
      hooked.afterCommitOf(
          "INSERT INTO offer_log_entries",
          () -> assertThat(file.toFile().renameTo(away.toFile())).isTrue());
      TestOffers.assertUnavailable(true, () -> engine.apply(TestOffers.upsert(1, 2)))
          .hasMessageContaining("the batch may have been stored");
      Files.move(away, file);
      assertThat(engine.apply(TestOffers.upsert(2, 2))).isEqualTo(3);
      assertThat(all(engine)).containsExactly(TestOffers.offer(1, 2), TestOffers.offer(2, 2));
    }
  }

  /** SQLite itself has room for the first part of a batch, and none for the second. */
  @Test
  void apply_onAFullDisk_isRefusedUntilThereIsRoom() {
    SQLiteDataSource limited = (SQLiteDataSource) source;
    limited.setMaxPageCount(400);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, limited)) {
      engine.apply(TestOffers.upsert(1, 1));
      assertFull(engine);
      limited.setMaxPageCount(Integer.MAX_VALUE);
      assertThat(engine.apply(large())).isEqualTo(2);
    }
  }

  private static void assertFull(DurableEngine engine) {
    TestOffers.assertUnavailable(false, () -> engine.apply(large()))
        .hasMessage(
            "UNAVAILABLE: the disk of the database is full; nothing was stored, try again later");
    assertThat(all(engine)).hasSize(1);
  }

  /** The disk is full at the end of the commit of the first part. */
  @Test
  void apply_whoseCommitFindsAFullDisk_isRefusedUntilThereIsRoom() throws Exception {
    HookedSource hooked = new HookedSource(source);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, hooked.source())) {
      engine.apply(TestOffers.upsert(1, 1));
      hooked.afterCommitOf(
          "INSERT INTO offer_log_parts",
          () -> {
            throw new SQLException("no room", null, SQLiteErrorCode.SQLITE_FULL.code);
          });
      assertFull(engine);
      assertThat(engine.apply(large())).isEqualTo(2);
    }
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      assertThat(all(engine)).hasSize(100);
    }
  }
}
