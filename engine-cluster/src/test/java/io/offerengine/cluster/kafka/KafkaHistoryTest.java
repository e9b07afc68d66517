package io.offerengine.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.OfferHistory.Batch;
import io.offerengine.cluster.OfferHistory.Part;
import io.offerengine.cluster.Shard;
import io.offerengine.query.EngineException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The history of a log on a real broker is what an engine told while it followed the log. */
@Tag("full")
class KafkaHistoryTest {
  private static final AtomicInteger TOPICS = new AtomicInteger();
  private static KafkaBroker broker;

  private final ConcurrentSkipListMap<Long, List<ChangedOffer>> told =
      new ConcurrentSkipListMap<>();

  private KafkaLog log;
  private OfferEngine engine;
  private LogFollower follower;
  private KafkaHistory history;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void open() {
    String topic = "history-" + TOPICS.incrementAndGet();
    log = new KafkaLog(KafkaSettings.of(broker.address(), topic), ClusterOffers.SCHEMA);
    engine =
        OfferEngine.builder(ClusterOffers.SCHEMA)
            .listener((version, changes) -> told.put(version, byId(changes)))
            .build();
    follower = new LogFollower(log, engine, Shard.ALL);
    log.use(engine, follower);
    history = log.history(engine, follower);
    follower.start();
  }

  @AfterEach
  void close() {
    history.close();
    follower.close();
    engine.close();
    log.close();
  }

  private static List<ChangedOffer> byId(List<ChangedOffer> changes) {
    return changes.stream().sorted(Comparator.comparingLong(ChangedOffer::id)).toList();
  }

  private void store(long id) throws Exception {
    reach(log.append(OfferBatch.builder().upsert(ClusterOffers.offer(id, 1)).build()).seq());
  }

  private void reach(long seq) throws Exception {
    follower.reached(seq).get(30, TimeUnit.SECONDS);
  }

  @Test
  void read_ofRandomBatches_returnsWhatTheEngineTold() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    ClusterOffers offers = new ClusterOffers(random, 12);
    Instant start = Instant.now().minusSeconds(60);
    long last = 0;
    while (last < 40) {
      try {
        last = log.append(offers.batch(15)).seq();
      } catch (EngineException refused) {
        // Conditions that do not hold and offers that do not exist are part of the test.
      }
    }
    reach(last);
    for (int i = 0; i < 25; i++) {
      long after = random.nextInt(40);
      long upTo = after + 1 + random.nextInt((int) (40 - after));
      int most = 1 + random.nextInt(60);
      Part part = history.read(after, upTo, most);
      String when = "seed %d, after %d, up to %d, most %d".formatted(seed, after, upTo, most);
      assertThat(part.isComplete()).as(when).isTrue();
      assertThat(part.end()).as(when).isBetween(after + 1, upTo);
      TreeMap<Long, List<ChangedOffer>> read = new TreeMap<>();
      for (Batch each : part.batches()) {
        read.put(each.seq(), byId(each.changes()));
        assertThat(each.time()).as(when).isBetween(start, Instant.now().plusSeconds(60));
      }
      assertThat(read).as(when).isEqualTo(told.subMap(after, false, part.end(), true));
    }
  }

  /** One batch is larger than a record of Kafka. */
  @Test
  void read_ofALargeBatch_returnsAllOfIt() throws Exception {
    ClusterOffers offers = new ClusterOffers(new Random(1), 1);
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= 6_000; id++) {
      batch.upsert(offers.offer(id));
    }
    reach(log.append(batch.build()).seq());
    store(1);
    Part part = history.read(0, 1, 1);
    assertThat(part.batches()).hasSize(1);
    assertThat(byId(part.batches().get(0).changes())).isEqualTo(told.get(1L));
  }

  @Test
  void read_ofBatchesThatWereTrimmedOrAcceptedAsLost_isIncomplete() throws Exception {
    for (long id = 1; id <= 4; id++) {
      store(id);
    }
    log.trim(2);
    assertThat(history.read(1, 4, 10)).isEqualTo(new Part(List.of(), 4, false));
    assertThat(history.read(2, 4, 10).batches()).hasSize(2);
    Path copy = broker.copy();
    store(5);
    broker.restore(copy);
    assertThatThrownBy(() -> history.read(3, 5, 10)).isInstanceOf(LogUnavailableException.class);
    long accepted = log.accept();
    reach(accepted);
    assertThat(history.read(3, accepted, 10)).isEqualTo(new Part(List.of(), accepted, false));
    store(6);
    List<Batch> later = history.read(accepted, accepted + 1, 10).batches();
    assertThat(later).hasSize(1);
    assertThat(byId(later.get(0).changes())).isEqualTo(told.get(accepted + 1));
  }

  @Test
  void read_ofABatchThatTheEngineDoesNotHave_isRefused() throws Exception {
    store(1);
    assertThatThrownBy(() -> history.read(0, 2, 10))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessage("Kafka: this member does not have batch 2 yet");
  }
}
