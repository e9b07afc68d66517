package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.alerts.AlertTable.UserAlert;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches that can't be compared, searches that match all the time, and ends between commits. */
@ParameterizedClass
@MethodSource("io.offerengine.server.store.TestDatabase#kinds")
class AlertFaultsTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final long USER = 7;
  private static final int PER_HOUR = 4;
  private static final AlertLimits LIMITS = new AlertLimits(1_000, 1, 0, 3, PER_HOUR);

  @Parameter private TestDatabase kind;
  @TempDir private Path directory;
  private Database database;
  private WatchedEngine engine;
  private SavedSearchRegistry searches;
  private AlertLog log;
  private AlertFinder finder;

  /** Whether the time of a batch can't be told, so that no batch can be matched. */
  private volatile boolean isClockBroken;

  /** Opens the same database at each call. */
  private Database open() {
    return kind.open(directory);
  }

  @BeforeEach
  void openIt() {
    database = open();
    engine = WatchedEngine.open(database, () -> TimeKey.ofSeconds(0));
    create();
  }

  private void create() {
    searches = new SavedSearchRegistry(database, engine.changes(), SCHEMA, LIMITS, Runnable::run);
    log = new AlertLog(database);
    finder = new AlertFinder(database, engine.changes(), searches, log, LIMITS, this::now);
  }

  private Instant now(Instant written) {
    if (isClockBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return Instant.EPOCH;
  }

  @AfterEach
  void closeIt() {
    finder.close();
    engine.close();
    database.close();
  }

  private void save(int count) {
    for (int i = 0; i < count; i++) {
      searches.add(USER, "", 0, "{}", Query.builder(SCHEMA).build());
    }
  }

  /** Stores a new offer, whose number is that of its batch. */
  private void store(long id) {
    engine.apply(OfferBatch.builder().upsert(offer(id)).build());
  }

  private static Offer offer(long id) {
    return Offer.builder().set(MarketplaceSchema.ID, id).build();
  }

  private void awaitEnd() throws InterruptedException {
    Waiting.until(() -> finder.status().batchesBehind() <= 0);
  }

  private List<Alert> readAll() {
    List<Alert> alerts = new ArrayList<>();
    String cursor = null;
    AlertPage page;
    do {
      page = log.read(USER, cursor);
      assertThat(page.missed()).isZero();
      alerts.addAll(page.alerts());
      cursor = page.cursor();
    } while (!page.alerts().isEmpty());
    return alerts;
  }

  @Test
  void alerts_ofABatchThatCantBeMatched_tellToSearchAgain_andLaterOnesCome() throws Exception {
    finder.start();
    save(1);
    store(1);
    awaitEnd();
    isClockBroken = true;
    store(2);
    awaitEnd();
    isClockBroken = false;
    store(3);
    awaitEnd();
    assertThat(readAll()).extracting(Alert::version).containsExactly(1L, 2L, 3L);
    assertThat(readAll()).extracting(Alert::offer).containsExactly(1L, null, 3L);
    assertThat(finder.status().skipped()).isEqualTo(1);
  }

  @Test
  void alerts_ofABatchThatCantBeRead_tellToSearchAgain_andTheOthersCome() throws Exception {
    save(1);
    LongStream.rangeClosed(1, 4).forEach(this::store);
    damageBatch(2);
    finder.start();
    awaitEnd();
    assertThat(readAll()).extracting(Alert::offer).containsExactly(1L, null, 3L, 4L);
    assertThat(finder.status().skipped()).isEqualTo(1);
  }

  private void damageBatch(long seq) {
    database.<Integer>write(connection -> {
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE offer_log_entries SET bytes = ? WHERE number = ?")) {
        update.setBytes(1, new byte[1]);
        update.setLong(2, seq);
        return update.executeUpdate();
      }
    });
  }

  @Test
  void alerts_ofManyBatchesThatCantBeMatched_areAsManyAsAnHourMayHave() throws Exception {
    finder.start();
    save(1);
    isClockBroken = true;
    LongStream.rangeClosed(1, PER_HOUR + 2).forEach(this::store);
    awaitEnd();
    List<Alert> gaps = readAll();
    assertThat(gaps).hasSize(PER_HOUR).allMatch(each -> each.offer() == null);
    assertThat(gaps.get(PER_HOUR - 2).quietUntil()).isNull();
    assertThat(gaps.get(PER_HOUR - 1).quietUntil()).isEqualTo(gaps.get(0).time() + 3_600);
    assertThat(finder.status().skipped()).isEqualTo(PER_HOUR + 2);
  }

  /** The searches together have more alerts than the log of their user holds. */
  @Test
  void alerts_ofManyBusySearches_areAsManyAsAnHourMayHave() throws Exception {
    finder.start();
    save(3);
    for (long id = 1; id <= PER_HOUR + 3; id++) {
      store(id);
      awaitEnd();
    }
    List<Alert> alerts = readAll();
    for (long search = 1; search <= 3; search++) {
      long number = search;
      assertThat(alerts.stream().filter(each -> each.search() == number))
          .extracting(Alert::offer)
          .containsExactly(1L, 2L, 3L, 4L);
    }
  }

  /** The service ends after the alerts of some searches were stored. */
  @Test
  void alerts_ofABatchThatWasStoredInPart_comeOnceForEachSearch() throws Exception {
    searches.load();
    save(3);
    store(1);
    WatchedLog.Batch batch = engine.changes().read(0, 1, 1).batches().get(0);
    List<UserAlert> first =
        new BatchAlerts(batch, Instant.EPOCH, searches, LIMITS).next(database, 1);
    assertThat(first).hasSize(1);
    database.<Integer>write(connection -> {
      new AlertTable(connection).append(first);
      return 0;
    });
    create();
    finder.start();
    awaitEnd();
    assertThat(readAll()).extracting(Alert::search).containsExactly(1L, 2L, 3L);
  }

  /** The database fails just when this service takes the turn again, and answers later. */
  @Test
  void searches_thatCantBeLoadedWhenTheTurnBegins_areLoadedLater() throws Exception {
    finder.start();
    save(1);
    change("ALTER TABLE saved_searches RENAME TO hidden");
    // Another service takes the turn, and gives it up.
    change("UPDATE offer_log_leases SET epoch = epoch + 1, held = 0 WHERE name = 'alerts'");
    long epoch = epoch();
    store(1);
    Waiting.until(() -> epoch() != epoch && searches.size() <= 0);
    change("ALTER TABLE hidden RENAME TO saved_searches");
    store(2);
    Waiting.until(() -> readAll().size() >= 2);
    assertThat(readAll()).extracting(Alert::offer).containsExactly(1L, 2L);
  }

  @Test
  void head_afterChangesOfThisService_readsNoSearchAgain() {
    searches.load();
    save(2);
    searches.remove(USER, 1);
    change("ALTER TABLE saved_searches RENAME TO hidden");
    assertThat(searches.head()).isZero();
    assertThat(searches.size()).isEqualTo(1);
  }

  /** No batch was lost, so that only the counts of searches say that the database is a copy. */
  @Test
  void head_ofARestoredDatabase_readsItsSearches() {
    searches.load();
    save(2);
    change("CREATE TABLE copied AS SELECT * FROM saved_searches");
    searches.remove(USER, 1);
    save(1);
    change("DELETE FROM saved_searches");
    change("INSERT INTO saved_searches SELECT * FROM copied");
    change("UPDATE alert_state SET searches = 2, removed = 0");
    assertThat(searches.head()).isZero();
    assertThat(searches.watched(1)).isNotNull();
    assertThat(searches.watched(2)).isNotNull();
    assertThat(searches.watched(3)).isNull();
  }

  private void change(String sql) {
    database.<Integer>write(connection -> {
      try (Statement statement = connection.createStatement()) {
        return statement.executeUpdate(sql);
      }
    });
  }

  private long epoch() {
    return database.<Long>read(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT epoch FROM offer_log_leases WHERE name = 'alerts'")) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }
}
