package io.offerengine.cluster.kafka;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeLogContract;
import io.offerengine.cluster.ClusterOffers;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The log on a real broker. Each test has topics of its own. */
class KafkaLogTest extends ChangeLogContract {
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private static KafkaBroker broker;

  private final String topic = "offers-" + TOPICS.incrementAndGet();

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Override
  protected ChangeLog open() {
    return new KafkaLog(KafkaSettings.of(broker.address(), topic), ClusterOffers.SCHEMA);
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
}
