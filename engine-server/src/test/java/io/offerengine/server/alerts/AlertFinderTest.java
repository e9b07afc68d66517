package io.offerengine.server.alerts;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Match;
import io.offerengine.log.LogEntry;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.alerts.AlertRule.Hit;
import io.offerengine.server.alerts.AlertTable.UserAlert;
import io.offerengine.server.store.EachDatabase;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Alerts are what running each search before and after each batch finds, on either database: also
 * beside batches that can't be compared, searches that match all the time, and ends between
 * commits.
 */
class AlertFinderTest extends EachDatabase {
  private static final AlertLimits NO_LIMITS = new AlertLimits(1_000, 1, 0, 100_000, 100_000);
  private static final int PER_HOUR = 4;
  private static final AlertLimits FEW = new AlertLimits(1_000, 1, 0, 3, PER_HOUR);
  private static final double NOW = 1_784_365_000;
  private static final Comparator<Hit> CHEAPEST_FIRST =
      Comparator.comparing(Hit::price, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparingLong(Hit::offer);

  private final Map<Long, Query> watched = new TreeMap<>();

  private AlertService service;

  @BeforeEach
  void openService() {
    create(NO_LIMITS);
  }

  private void create(AlertLimits limits) {
    service =
        new AlertService(
            database, () -> TimeKey.ofSeconds(NOW), limits, time -> TimeKey.ofSeconds(NOW));
  }

  @AfterEach
  void close() {
    service.close();
  }

  private static Offer offer(long id, Random random) {
    Offer.Builder offer =
        Offer.builder()
            .set(MarketplaceSchema.ID, id)
            .set(MarketplaceSchema.GPU_NAME, random.nextBoolean() ? "RTX 4090" : "H100")
            .set(MarketplaceSchema.NUM_GPUS, 1L << random.nextInt(3))
            .set(MarketplaceSchema.STORAGE_COST, 0.1 * random.nextInt(3))
            .set(MarketplaceSchema.END_DATE, NOW + random.nextInt(2) * 86_400)
            .set(MarketplaceSchema.RENTABLE, random.nextInt(4) > 0);
    if (random.nextInt(4) > 0) {
      offer.set(MarketplaceSchema.MACHINE_ID, id % 3);
    }
    if (random.nextInt(8) > 0) {
      offer.set(MarketplaceSchema.DPH_BASE, random.nextInt(8) / 4.0);
    }
    return offer.build();
  }

  private static String search(Random random) {
    List<String> members = new ArrayList<>();
    if (random.nextBoolean()) {
      members.add("\"gpu_name\":{\"eq\":\"" + (random.nextBoolean() ? "RTX_4090" : "H100") + "\"}");
    }
    if (random.nextBoolean()) {
      members.add("\"num_gpus\":{\"gte\":" + (1 + random.nextInt(4)) + "}");
    }
    if (random.nextBoolean()) {
      members.add("\"dph_total\":{\"lt\":" + random.nextInt(8) / 4.0 + "}");
      members.add("\"allocated_storage\":" + random.nextInt(3) * 100);
    }
    if (random.nextInt(3) == 0) {
      members.add("\"duration\":{\"gte\":3600}");
    }
    if (random.nextInt(3) == 0) {
      members.add("\"rentable\":{\"eq\":true}");
    }
    return "{" + String.join(",", members) + "}";
  }

  private void add(String search) {
    watched.put(service.save(search), AlertService.query(search));
  }

  /** Returns what a search matches, found by running the search. */
  private Map<Long, Hit> matches(Query query) {
    Map<Long, Hit> found = new TreeMap<>();
    service
        .engine()
        .snapshot()
        .forEach(
            query,
            batch -> {
              for (Match match : batch) {
                found.put(match.id(), hit(match));
              }
            });
    return found;
  }

  private static Hit hit(Match match) {
    return new Hit(
        match.id(),
        match.has(MarketplaceSchema.MACHINE_ID)
            ? match.integer(MarketplaceSchema.MACHINE_ID)
            : null,
        match.integer(MarketplaceSchema.NUM_GPUS),
        match.has(MarketplaceSchema.DPH_TOTAL) ? match.number(MarketplaceSchema.DPH_TOTAL) : null);
  }

  private Map<Long, Map<Long, Hit>> matchesOfAll() {
    Map<Long, Map<Long, Hit>> all = new TreeMap<>();
    watched.forEach((id, query) -> all.put(id, matches(query)));
    return all;
  }

  /** Applies a batch, and returns the alerts that the searches' results tell. */
  private List<Alert> apply(OfferBatch batch) {
    Map<Long, Map<Long, Hit>> before = matchesOfAll();
    long version = service.engine().apply(batch);
    List<Alert> alerts = new ArrayList<>();
    matchesOfAll()
        .forEach((id, after) -> {
          after.keySet().removeAll(before.get(id).keySet());
          after.values().stream()
              .min(CHEAPEST_FIRST)
              .ifPresent(each ->
                  alerts.add(
                      new Alert(
                          id,
                          each.offer(),
                          each.machine(),
                          each.gpus(),
                          each.price(),
                          after.size() - 1L,
                          version,
                          0,
                          null)));
        });
    return alerts;
  }

  /** Checks all alerts but for their times. */
  private void assertAlerts(List<Alert> expected, String what) {
    assertThat(service.readAll())
        .as(what)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("time")
        .isEqualTo(expected);
  }

  private void restart(AlertLimits limits) {
    service.close();
    create(limits);
    service.finder.start();
  }

  private OfferBatch batch(Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= 20; id++) {
      boolean isThere = service.engine().snapshot().find(id) != null;
      if (random.nextInt(4) == 0) {
        batch.upsert(offer(id, random));
      } else if (isThere && random.nextInt(8) == 0) {
        batch.delete(id);
      } else if (isThere && random.nextInt(4) == 0) {
        batch.update(
            id,
            OfferChanges.builder()
                .set(MarketplaceSchema.DPH_BASE, random.nextInt(8) / 4.0)
                .build());
      }
    }
    return batch.build();
  }

  @Test
  void alerts_afterRandomBatches_areWhatTheSearchesFoundBeforeAndAfter() throws Exception {
    long seed = Seeds.first();
    Random random = new Random(seed);
    service.finder.start();
    List<Alert> expected = new ArrayList<>();
    int told = 0;
    for (int i = 0; i < 60; i++) {
      if (i < 10 || random.nextInt(3) == 0) {
        add(search(random));
      }
      if (watched.size() > 1 && random.nextInt(6) == 0) {
        long id = watched.keySet().iterator().next();
        watched.remove(id);
        service.searches.remove(AlertService.USER, id);
        expected.removeIf(each -> each.search() == id);
      }
      List<Alert> alerts = apply(batch(random));
      told += alerts.size();
      expected.addAll(alerts);
      if (random.nextInt(10) == 0) {
        restart(NO_LIMITS);
      }
    }
    service.awaitEnd();
    // Not the expected ones alone: deleted searches take theirs along, at times nearly all.
    assertThat(told).as("seed " + seed).isGreaterThan(50);
    assertAlerts(expected, "seed " + seed);
    restart(NO_LIMITS);
    service.awaitEnd();
    assertAlerts(expected, "again, seed " + seed);
  }

  @Test
  void alerts_ofTheFirstOffers_tellToSearchAgain() throws Exception {
    add("{}");
    service.close();
    Random random = new Random(5);
    service =
        new AlertService(
            database,
            LongStream.range(1, 3).mapToObj(id -> offer(id, random)).iterator(),
            NO_LIMITS);
    service.finder.start();
    service.awaitEnd();
    assertAlerts(List.of(new Alert(null, null, null, null, null, 0, 1, 0, null)), "a gap");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void alerts_ofEntriesThatAreLostOrCantBeRead_tellToSearchAgain_andTheOthersCome(boolean areLost) {
    save(1);
    LongStream.rangeClosed(1, 4).forEach(this::store);
    if (areLost) {
      change(database, "DELETE FROM offer_log_entries WHERE number <= 2");
      change(database, "UPDATE offer_log SET trimmed = 2");
    } else {
      change(database, "UPDATE offer_log_entries SET bytes = ? WHERE number = 2", new byte[1]);
    }
    service.finder.start();
    service.awaitEnd();
    List<Alert> alerts = service.readAll();
    if (!areLost) {
      assertThat(alerts.remove(0)).extracting(Alert::version, Alert::offer).containsExactly(1L, 1L);
    }
    assertThat(alerts).extracting(Alert::version).containsExactly(2L, 3L, 4L);
    assertThat(alerts).extracting(Alert::offer).containsExactly(null, 3L, 4L);
    assertThat(service.finder.status().skipped()).isEqualTo(areLost ? 2 : 1);
  }

  /** As a change of an offer is; a newer build of the service gives the tables another layout. */
  @Test
  void save_besideALogOfAnotherLayout_isRefusedAndStoresNothing() {
    change(database, "UPDATE offer_log SET form = form + 1");
    assertThatThrownBy(() -> service.save("{}"))
        .isInstanceOfSatisfying(
            LogUnavailableException.class, e -> assertThat(e.isInDoubt()).isFalse())
        .hasMessageContaining("the layout 2", "use that build; nothing was stored");
    assertThat(number(database, "SELECT count(*) FROM saved_searches")).isZero();
    change(database, "UPDATE offer_log SET form = form - 1");
    assertThat(service.save("{}")).isOne();
  }

  /** Otherwise a base would let the log forget what was not compared yet. */
  @Test
  void log_isToldWhatWasCompared() throws Exception {
    service.finder.start();
    add("{}");
    assertThat(apply(AlertService.batch(offer(1, new Random(5))))).hasSize(1);
    service.awaitEnd();
    assertThat(number(database, "SELECT number FROM offer_log_readers")).isOne();
  }

  @Test
  void alerts_beyondTheLimitOfAUser_areDroppedAfterAnHourAndCounted() throws Exception {
    restart(new AlertLimits(1_000, 1, 0, 3, 100));
    add("{}");
    Random random = new Random(5);
    for (long id = 1; id <= 5; id++) {
      if (id == 5) {
        assertThat(service.log.read(AlertService.USER, null).missed()).isZero();
        change(database, "UPDATE alerts SET time = time - 3600");
      }
      assertThat(apply(AlertService.batch(offer(id, random)))).hasSize(1);
      service.awaitEnd();
    }
    AlertPage all = service.log.read(AlertService.USER, null);
    assertThat(all.missed()).isEqualTo(2);
    assertThat(all.alerts()).extracting(Alert::offer).containsExactly(3L, 4L, 5L);
    assertThat(service.log.read(AlertService.USER, AlertPage.cursor(AlertService.USER, 1)).missed())
        .isEqualTo(1);
    assertThat(service.log.read(AlertService.USER, AlertPage.cursor(AlertService.USER, 2)).missed())
        .isZero();
    AlertPage end = service.log.read(AlertService.USER, all.cursor());
    assertThat(end.alerts()).isEmpty();
    assertThat(end.cursor()).isEqualTo(all.cursor());
  }

  @Test
  void await_holdsFewRequestsOfAUser() {
    CompletableFuture<?> first = service.log.await(8, Duration.ofMinutes(1));
    for (int i = 0; i < 16; i++) {
      assertThat(first).isNotDone();
      assertThat(service.log.await(8, Duration.ofMinutes(1))).isNotDone();
    }
    assertThat(first).isDone();
    assertThat(service.finder.status().waiting()).isEqualTo(16);
    service.log.close();
    assertThat(service.finder.status().waiting()).isZero();
    assertThat(service.log.await(8, Duration.ofMinutes(1))).isDone();
  }

  @Test
  void await_endsWithAnAlertOfTheSameUser() {
    service.finder.start();
    save(1);
    store(1);
    // Otherwise, the service might not have its turn yet, and end the waits of all.
    assertThat(service.await(1)).hasSize(1);
    CompletableFuture<?> own = service.log.await(AlertService.USER, Duration.ofMinutes(1));
    CompletableFuture<?> another = service.log.await(8, Duration.ofMinutes(1));
    store(2);
    Waiting.until(own::isDone);
    assertThat(service.finder.status().waiting()).isOne();
    assertThat(another).isNotDone();
  }

  private void save(int count) {
    for (int i = 0; i < count; i++) {
      service.save("{}");
    }
  }

  /** Stores a new offer, whose number is that of its batch. */
  private void store(long id) {
    service.engine().apply(AlertService.batch(id));
  }

  @Test
  void alerts_ofABatchThatCantBeMatched_tellToSearchAgain_andLaterOnesCome() throws Exception {
    service.finder.start();
    save(1);
    store(1);
    service.awaitEnd();
    service.isClockBroken = true;
    store(2);
    service.awaitEnd();
    service.isClockBroken = false;
    store(3);
    service.awaitEnd();
    assertThat(service.readAll()).extracting(Alert::version).containsExactly(1L, 2L, 3L);
    assertThat(service.readAll()).extracting(Alert::offer).containsExactly(1L, null, 3L);
    assertThat(service.finder.status().skipped()).isEqualTo(1);
  }

  @Test
  void alerts_ofManyBatchesThatCantBeMatched_areAsManyAsAnHourMayHave() throws Exception {
    restart(FEW);
    save(1);
    service.isClockBroken = true;
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
    restart(FEW);
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
    LogEntry batch = service.changes.read(0, 1, 1).entries().get(0);
    List<UserAlert> first =
        new BatchAlerts(batch, Instant.EPOCH, service.searches, NO_LIMITS).next(database, 1);
    assertThat(first).hasSize(1);
    database.<Integer>write(sql -> {
      new AlertTable(sql).append(first);
      return 0;
    });
    restart(NO_LIMITS);
    service.awaitEnd();
    assertThat(service.readAll()).extracting(Alert::search).containsExactly(1L, 2L, 3L);
  }

  /** The database fails just when this service takes the turn again, and answers later. */
  @Test
  void searches_thatCantBeLoadedWhenTheTurnBegins_areLoadedLater() throws Exception {
    service.finder.start();
    save(1);
    store(1);
    // Otherwise, it might not know the search yet when its table is away, and keep its turn.
    assertThat(service.await(1)).hasSize(1);
    change(database, "ALTER TABLE saved_searches RENAME TO hidden");
    // Another service takes the turn, and gives it up.
    long epoch = epoch() + 1;
    change(
        database, "UPDATE offer_log_leases SET epoch = epoch + 1, held = 0 WHERE name = 'alerts'");
    store(2);
    Waiting.until(() -> epoch() != epoch && service.searches.size() <= 0);
    change(database, "ALTER TABLE hidden RENAME TO saved_searches");
    store(3);
    assertThat(service.await(3)).extracting(Alert::offer).containsExactly(1L, 2L, 3L);
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
