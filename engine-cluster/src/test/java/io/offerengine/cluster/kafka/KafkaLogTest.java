package io.offerengine.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeLogContract;
import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Shard;
import io.offerengine.schema.OfferBatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The log on a real broker. Each test has topics of its own. Every other log works batches out
 * against an engine that follows it, and the others against engines of their own.
 */
@Tag("full")
class KafkaLogTest extends ChangeLogContract {
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private static KafkaBroker broker;

  private final String topic = "offers-" + TOPICS.incrementAndGet();
  private int opens;
  private final List<LogFollower> followers = new ArrayList<>();
  private final List<OfferEngine> engines = new ArrayList<>();

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @AfterEach
  void closeEngines() {
    followers.forEach(LogFollower::close);
    engines.forEach(OfferEngine::close);
  }

  @Override
  protected ChangeLog open() {
    return open("member-" + opens);
  }

  private KafkaLog open(String name) {
    KafkaSettings settings = KafkaSettings.of(broker.address(), topic);
    KafkaLog opened = new KafkaLog(settings, ClusterOffers.SCHEMA, name);
    if (opens++ % 2 == 1) {
      return opened;
    }
    OfferEngine engine = OfferEngine.builder(ClusterOffers.SCHEMA).build();
    LogFollower follower = new LogFollower(opened, engine, Shard.ALL);
    engines.add(engine);
    followers.add(follower);
    opened.use(engine, follower);
    follower.start();
    return opened;
  }

  @Override
  protected Object copy() throws Exception {
    return broker.copy();
  }

  @Override
  protected void restore(Object copy) throws Exception {
    broker.restore((Path) copy);
  }

  @Override
  protected void accept() {
    ((KafkaLog) log).accept();
  }

  @Test
  void writer_isTheMemberOfTheLastBatch() throws Exception {
    KafkaLog first = (KafkaLog) log;
    assertThat(first.writer()).as("a log without batches").isEmpty();
    try (KafkaLog second = open("second")) {
      append(first, 1);
      assertThat(first.writer()).isEqualTo("member-0");
      assertThat(second.writer()).isEqualTo("member-0");
      append(second, 2);
      awaitBatch(2);
      assertThat(first.writer()).isEqualTo("second");
      try (KafkaLog third = open("third")) {
        assertThat(third.writer()).as("a log that read nothing yet").isEqualTo("second");
      }
    }
  }

  /** The former writer does not know yet that it is no longer the writer. */
  @Test
  void append_thatChangesNothingOrIsRefused_isDecidedByTheOffersOfAllWriters() throws Exception {
    KafkaLog first = (KafkaLog) log;
    append(first, 1);
    try (KafkaLog second = open("second")) {
      for (int price = 2; price < 6; price++) {
        OfferBatch same = OfferBatch.builder().upsert(ClusterOffers.offer(1, price - 1)).build();
        OfferBatch insert = OfferBatch.builder().insert(ClusterOffers.offer(price, 1)).build();
        long changed =
            second.append(OfferBatch.builder().update(1, ClusterOffers.price(price)).build()).seq();
        assertThat(first.append(same).seq()).as("a change again").isEqualTo(changed + 1);
        OfferBatch delete = OfferBatch.builder().delete(price).build();
        second.append(insert);
        assertThat(first.append(delete).seq()).as("an offer of another").isEqualTo(changed + 3);
      }
    }
  }

  @Test
  void accept_ofTopicsThatDoNotExist_makesNone() {
    KafkaSettings typo = KafkaSettings.of(broker.address(), "no-such");
    try (KafkaLog other = new KafkaLog(typo, ClusterOffers.SCHEMA)) {
      assertThatThrownBy(other::accept)
          .isInstanceOf(LogUnavailableException.class)
          .hasMessage("Kafka: there are no topics no-such and no-such-log");
      assertThatThrownBy(other::accept).isInstanceOf(LogUnavailableException.class);
    }
  }

  private static void append(KafkaLog log, long id) {
    log.append(OfferBatch.builder().upsert(ClusterOffers.offer(id, 1)).build());
  }

  private void awaitBatch(long seq) throws Exception {
    for (LogFollower follower : followers) {
      follower.reached(seq).get(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
