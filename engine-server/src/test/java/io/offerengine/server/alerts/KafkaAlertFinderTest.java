package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.Shard;
import io.offerengine.cluster.kafka.KafkaBroker;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.json.saved.Alert;
import io.offerengine.json.saved.AlertPage;
import io.offerengine.json.saved.ShownSearch;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import io.offerengine.server.store.StoreException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alerts of a log on Kafka, beside saved searches in PostgreSQL. */
@Tag("full")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KafkaAlertFinderTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final AlertLimits NO_LIMITS = new AlertLimits(1_000, 1, 0, 1_000_000, 1_000_000);
  private static final Query EVERYTHING = Query.builder(SCHEMA).build();
  private static final long USER = 7;
  private static final int SEARCHES = 60;
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private static KafkaBroker broker;

  private final String topic = "offers-" + TOPICS.incrementAndGet();
  private final String url = PostgresqlServer.newDatabase();

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** A member on a log, with what it needs for alerts. */
  private static final class Member implements AutoCloseable {
    private final Database database;
    private final KafkaLog log;
    private final OfferEngine engine;
    private final KafkaWatchedLog watched;
    private final LogFollower follower;
    private final SavedSearchRegistry searches;
    private final AlertLog alerts;
    private final AlertFinder finder;

    Member(String url, String topic) {
      database = Database.postgresql(url);
      log = new KafkaLog(KafkaSettings.of(broker.address(), topic), SCHEMA);
      watched = new KafkaWatchedLog(database, log);
      searches = new SavedSearchRegistry(database, watched, SCHEMA, NO_LIMITS, Runnable::run);
      alerts = new AlertLog(database);
      finder = new AlertFinder(database, watched, searches, alerts, NO_LIMITS, time -> 0);
      engine = OfferEngine.builder(SCHEMA).clock(() -> 0).listener(finder).build();
      follower = new LogFollower(log, engine, Shard.ALL);
      log.use(engine, follower);
      watched.followedBy(engine, follower);
      follower.start();
    }

    /** Waits until a batch and those before it are compared. */
    private void awaitEnd(long seq) throws Exception {
      follower.reached(seq).get(1, TimeUnit.MINUTES);
      while (finder.status().searches() == 0 || finder.status().batchesBehind() > 0) {
        Thread.sleep(20);
      }
    }

    @Override
    public void close() {
      finder.close();
      follower.close();
      watched.close();
      engine.close();
      log.close();
      database.close();
    }
  }

  /** Each batch makes one more offer match every search, so that each search wants each batch. */
  @Test
  void alerts_ofSearchesThatAreSavedWhileOffersChange_areAboutAllLaterBatches() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Member finding = new Member(url, topic);
        Member saving = new Member(url, topic)) {
      finding.follower.reached(store(finding.log, 1)).get(1, TimeUnit.MINUTES);
      finding.finder.start();
      Future<?> saves =
          thread.submit(() -> {
            for (int i = 0; i < SEARCHES; i++) {
              saving.searches.add(USER, "", 0, "{}", EVERYTHING);
            }
          });
      long last = 1;
      for (long id = 2; !saves.isDone() || id < 20; id++) {
        last = store(finding.log, id);
      }
      saves.get();
      finding.awaitEnd(last);
      Map<Long, Set<Long>> told = told(saving.alerts);
      Map<Long, Long> since = since(saving.database);
      assertThat(since).hasSize(SEARCHES);
      assertThat(told).hasSizeGreaterThan(SEARCHES / 2);
      for (Map.Entry<Long, Long> search : since.entrySet()) {
        assertThat(told.getOrDefault(search.getKey(), Set.of()))
            .as("the search %d, saved after batch %d", search.getKey(), search.getValue())
            .isEqualTo(
                LongStream.rangeClosed(search.getValue() + 1, last)
                    .boxed()
                    .collect(Collectors.toSet()));
      }
    } finally {
      thread.shutdownNow();
    }
  }

  /** Who can't follow the log gives the turn up. Alerts go on where they stopped. */
  @Test
  void alerts_afterAnOutageOfKafka_goOn_andSearchesAreRefusedMeanwhile() throws Exception {
    try (Member member = new Member(url, topic)) {
      member.follower.reached(store(member.log, 1)).get(1, TimeUnit.MINUTES);
      member.finder.start();
      member.searches.add(USER, "", 0, "{}", EVERYTHING);
      store(member.log, 2);
      awaitTold(member, Set.of(2L));

      broker.kill();
      while (member.finder.isHere()) {
        Thread.sleep(20);
      }
      assertThatThrownBy(() -> member.searches.add(USER, "", 0, "{}", EVERYTHING))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      broker.launch();
      while (!member.finder.isHere()) {
        Thread.sleep(20);
      }
      store(member.log, 3);
      awaitTold(member, Set.of(2L, 3L));
    }
  }

  /** The copy of the database has fewer alerts, while Kafka has all batches. */
  @Test
  void alerts_thatACopyOfTheDatabaseLacks_areFoundAgain() throws Exception {
    try (Member member = new Member(url, topic)) {
      member.follower.reached(store(member.log, 1)).get(1, TimeUnit.MINUTES);
      member.finder.start();
      member.searches.add(USER, "", 0, "{}", EVERYTHING);
      store(member.log, 2);
      store(member.log, 3);
      awaitTold(member, Set.of(2L, 3L));
      member.database.<Integer>write(connection -> {
        try (Statement statement = connection.createStatement()) {
          statement.executeUpdate("UPDATE alert_state SET seq = 2");
          return statement.executeUpdate("DELETE FROM alerts WHERE version = 3");
        }
      });
      store(member.log, 4);
      awaitTold(member, Set.of(2L, 3L, 4L));
    }
  }

  /** The database had 5,000 batches before its offers moved to Kafka. */
  @Test
  void alerts_afterAMoveToKafka_goOnWhenItIsAccepted() throws Exception {
    try (Member member = new Member(url, topic)) {
      member.follower.reached(store(member.log, 1)).get(1, TimeUnit.MINUTES);
      member.database.<Integer>write(connection -> {
        SavedSearchTable searches = new SavedSearchTable(connection);
        ShownSearch search = new ShownSearch(searches.nextId(), "", 0, 0, "{}");
        searches.insert(new SavedSearchTable.Row(USER, 5_000, search));
        new AlertTable(connection).advance(5_000);
        return 0;
      });
      member.finder.start();
      long accepted = member.log.accept();
      while (told(member.alerts).isEmpty()) {
        Thread.sleep(20);
      }
      assertThat(told(member.alerts)).as("to search again").containsOnlyKeys((Long) null);
      long later = store(member.log, 2);
      assertThat(later).isEqualTo(accepted + 1);
      while (!told(member.alerts).containsKey(1L)) {
        Thread.sleep(20);
      }
      assertThat(told(member.alerts).get(1L)).containsExactly(later);
    }
  }

  private static long store(KafkaLog log, long id) {
    Offer offer = Offer.builder(SCHEMA).set(MarketplaceSchema.ID, id).build();
    return log.append(OfferBatch.builder().upsert(offer).build()).seq();
  }

  /** Waits until the first search has alerts of some batches, and of no others. */
  private static void awaitTold(Member member, Set<Long> batches) throws InterruptedException {
    Map<Long, Set<Long>> wanted = Map.of(1L, batches);
    Map<Long, Set<Long>> told = told(member.alerts);
    while (!told.equals(wanted)) {
      assertThat(batches).containsAll(told.getOrDefault(1L, Set.of()));
      Thread.sleep(20);
      told = told(member.alerts);
    }
  }

  private static Map<Long, Set<Long>> told(AlertLog log) {
    Map<Long, Set<Long>> told = new HashMap<>();
    String cursor = null;
    AlertPage page;
    do {
      page = log.read(USER, cursor);
      for (Alert each : page.alerts()) {
        told.computeIfAbsent(each.search(), id -> new TreeSet<>()).add(each.version());
      }
      cursor = page.cursor();
    } while (!page.alerts().isEmpty());
    return told;
  }

  private static Map<Long, Long> since(Database database) {
    List<SavedSearchTable.Row> rows =
        database.read(connection -> new SavedSearchTable(connection).ofUser(USER));
    return rows.stream()
        .collect(Collectors.toMap(row -> row.shown().id(), SavedSearchTable.Row::since));
  }
}
