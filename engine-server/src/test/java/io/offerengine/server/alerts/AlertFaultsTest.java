package io.offerengine.server.alerts;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.TimeKey;
import io.offerengine.server.alerts.AlertTable.UserAlert;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.time.Instant;
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
  private static final int PER_HOUR = 4;
  private static final AlertLimits LIMITS = new AlertLimits(1_000, 1, 0, 3, PER_HOUR);

  @Parameter private TestDatabase kind;
  @TempDir private Path directory;
  private Database database;
  private WatchedEngine engine;
  private AlertService service;

  /** Whether the time of a batch can't be told, so that no batch can be matched. */
  private volatile boolean isClockBroken;

  @BeforeEach
  void open() {
    database = kind.open(directory);
    engine = WatchedEngine.open(database, () -> TimeKey.ofSeconds(0));
    create();
  }

  private void create() {
    service = new AlertService(database, engine.changes(), LIMITS, this::now);
  }

  private Instant now(Instant written) {
    if (isClockBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return Instant.EPOCH;
  }

  @AfterEach
  void close() {
    service.close();
    engine.close();
    database.close();
  }

  private void save(int count) {
    for (int i = 0; i < count; i++) {
      service.save("{}");
    }
  }

  /** Stores a new offer, whose number is that of its batch. */
  private void store(long id) {
    engine.apply(AlertService.batch(id));
  }

  @Test
  void alerts_ofABatchThatCantBeMatched_tellToSearchAgain_andLaterOnesCome() throws Exception {
    service.finder.start();
    save(1);
    store(1);
    service.awaitEnd();
    isClockBroken = true;
    store(2);
    service.awaitEnd();
    isClockBroken = false;
    store(3);
    service.awaitEnd();
    assertThat(service.readAll()).extracting(Alert::version).containsExactly(1L, 2L, 3L);
    assertThat(service.readAll()).extracting(Alert::offer).containsExactly(1L, null, 3L);
    assertThat(service.finder.status().skipped()).isEqualTo(1);
  }

  @Test
  void alerts_ofABatchThatCantBeRead_tellToSearchAgain_andTheOthersCome() throws Exception {
    save(1);
    LongStream.rangeClosed(1, 4).forEach(this::store);
    change(database, "UPDATE offer_log_entries SET bytes = ? WHERE number = 2", new byte[1]);
    service.finder.start();
    service.awaitEnd();
    assertThat(service.readAll()).extracting(Alert::offer).containsExactly(1L, null, 3L, 4L);
    assertThat(service.finder.status().skipped()).isEqualTo(1);
  }

  @Test
  void alerts_ofManyBatchesThatCantBeMatched_areAsManyAsAnHourMayHave() throws Exception {
    service.finder.start();
    save(1);
    isClockBroken = true;
    LongStream.rangeClosed(1, PER_HOUR + 2).forEach(this::store);
    service.awaitEnd();
    List<Alert> gaps = service.readAll();
    assertThat(gaps).hasSize(PER_HOUR).allMatch(each -> each.offer() == null);
    assertThat(gaps.get(PER_HOUR - 2).quietUntil()).isNull();
    assertThat(gaps.get(PER_HOUR - 1).quietUntil()).isEqualTo(gaps.get(0).time() + 3_600);
    assertThat(service.finder.status().skipped()).isEqualTo(PER_HOUR + 2);
  }

  /** The searches together have more alerts than the log of their user holds. */
  @Test
  void alerts_ofManyBusySearches_areAsManyAsAnHourMayHave() throws Exception {
    service.finder.start();
    save(3);
    for (long id = 1; id <= PER_HOUR + 3; id++) {
      store(id);
      service.awaitEnd();
    }
    List<Alert> alerts = service.readAll();
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
    save(3);
    service.searches.load();
    store(1);
    WatchedLog.Batch batch = engine.changes().read(0, 1, 1).batches().get(0);
    List<UserAlert> first =
        new BatchAlerts(batch, Instant.EPOCH, service.searches, LIMITS).next(database, 1);
    assertThat(first).hasSize(1);
    database.<Integer>write(connection -> {
      new AlertTable(connection).append(first);
      return 0;
    });
    create();
    service.finder.start();
    service.awaitEnd();
    assertThat(service.readAll()).extracting(Alert::search).containsExactly(1L, 2L, 3L);
  }

  /** The database fails just when this service takes the turn again, and answers later. */
  @Test
  void searches_thatCantBeLoadedWhenTheTurnBegins_areLoadedLater() throws Exception {
    service.finder.start();
    save(1);
    change(database, "ALTER TABLE saved_searches RENAME TO hidden");
    // Another service takes the turn, and gives it up.
    change(
        database, "UPDATE offer_log_leases SET epoch = epoch + 1, held = 0 WHERE name = 'alerts'");
    long epoch = epoch();
    store(1);
    Waiting.until(() -> epoch() != epoch && service.searches.size() <= 0);
    change(database, "ALTER TABLE hidden RENAME TO saved_searches");
    store(2);
    assertThat(service.await(2)).extracting(Alert::offer).containsExactly(1L, 2L);
  }

  /** No batch was lost, so that only the counts of searches say that the database is a copy. */
  @Test
  void head_ofARestoredDatabase_readsItsSearches() {
    service.searches.load();
    save(2);
    change(database, "CREATE TABLE copied AS SELECT * FROM saved_searches");
    service.searches.remove(AlertService.USER, 1);
    save(1);
    assertThat(service.searches.head()).isZero();
    assertThat(service.searches.watched(1)).isNull();
    change(database, "DELETE FROM saved_searches");
    change(database, "INSERT INTO saved_searches SELECT * FROM copied");
    change(database, "UPDATE alert_state SET searches = 2, removed = 0");
    assertThat(service.searches.head()).isZero();
    assertThat(service.searches.watched(1)).isNotNull();
    assertThat(service.searches.watched(2)).isNotNull();
    assertThat(service.searches.watched(3)).isNull();
  }

  private long epoch() {
    return number(database, "SELECT epoch FROM offer_log_leases WHERE name = 'alerts'");
  }
}
