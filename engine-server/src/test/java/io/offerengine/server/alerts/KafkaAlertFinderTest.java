package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.Shard;
import io.offerengine.cluster.kafka.KafkaBroker;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.json.saved.Alert;
import io.offerengine.json.saved.AlertPage;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alerts of a log on Kafka, beside saved searches in PostgreSQL. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KafkaAlertFinderTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final AlertLimits NO_LIMITS = new AlertLimits(1_000, 1, 0, 1_000_000, 1_000_000);
  private static final long USER = 7;
  private static final int SEARCHES = 60;

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

    Member(String url, KafkaSettings settings) {
      database = Database.postgresql(url);
      log = new KafkaLog(settings, SCHEMA);
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
    String url = PostgresqlServer.newDatabase();
    try (KafkaBroker broker = KafkaBroker.start();
        Member finding = new Member(url, KafkaSettings.of(broker.address(), "offers"));
        Member saving = new Member(url, KafkaSettings.of(broker.address(), "offers"))) {
      finding.follower.reached(store(finding.log, 1)).get(1, TimeUnit.MINUTES);
      finding.finder.start();
      Query everything = Query.builder(SCHEMA).build();
      Thread saves =
          new Thread(() -> {
            for (int i = 0; i < SEARCHES; i++) {
              saving.searches.add(USER, "", 0, "{}", everything);
            }
          });
      saves.start();
      long last = 1;
      for (long id = 2; saves.isAlive() || id < 20; id++) {
        last = store(finding.log, id);
      }
      awaitEnd(finding, last);
      Map<Long, Set<Long>> told = told(saving.alerts);
      assertThat(told).hasSizeGreaterThan(SEARCHES / 2);
      Map<Long, Long> since = since(saving.database);
      assertThat(since).hasSize(SEARCHES);
      for (Map.Entry<Long, Long> search : since.entrySet()) {
        assertThat(told.getOrDefault(search.getKey(), Set.of()))
            .as("the search %d, saved after batch %d", search.getKey(), search.getValue())
            .isEqualTo(
                LongStream.rangeClosed(search.getValue() + 1, last)
                    .boxed()
                    .collect(Collectors.toSet()));
      }
    }
  }

  private static long store(KafkaLog log, long id) {
    Offer offer = Offer.builder(SCHEMA).set(MarketplaceSchema.ID, id).build();
    return log.append(OfferBatch.builder().upsert(offer).build()).seq();
  }

  private static void awaitEnd(Member member, long last) throws Exception {
    member.follower.reached(last).get(1, TimeUnit.MINUTES);
    while (member.finder.status().batchesBehind() > 0) {
      Thread.sleep(20);
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
