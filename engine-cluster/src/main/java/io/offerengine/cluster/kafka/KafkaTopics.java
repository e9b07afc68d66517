package io.offerengine.cluster.kafka;

import io.offerengine.cluster.LogUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The two topics of a log. Missing ones are created.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class KafkaTopics implements AutoCloseable {
  private static final int REPLICAS = 3;
  private static final String HOUR = "3600000";
  private static final String DAY = "86400000";

  private final KafkaClients clients;
  private final String offersTopic;
  private final String logTopic;
  final TopicPartition offers;
  final TopicPartition log;

  private @Nullable Admin admin;
  private @Nullable UUID identity;

  KafkaTopics(KafkaClients clients, KafkaSettings settings) {
    this.clients = clients;
    offersTopic = settings.topic();
    logTopic = settings.logTopic();
    offers = new TopicPartition(offersTopic, 0);
    log = new TopicPartition(logTopic, 0);
  }

  /**
   * Makes sure that both topics exist, and returns the identifier of the log before its first
   * batch: Kafka's identifier of the topic.
   *
   * @throws LogUnavailableException if the brokers can't be reached, or the topics are others
   */
  synchronized UUID ensure() {
    UUID known = identity;
    if (known == null) {
      known = identityOf(described());
      identity = known;
    }
    return known;
  }

  /**
   * Makes sure that both topics exist, without making them.
   *
   * @throws LogUnavailableException if one is missing, or the brokers can't be reached
   */
  void requireExisting() {
    try {
      admin().describeTopics(List.of(offersTopic, logTopic)).allTopicNames().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new LogUnavailableException(
            "Kafka: there are no topics " + offersTopic + " and " + logTopic, false, e);
      }
      throw failure(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private Map<String, TopicDescription> described() {
    for (int attempt = 0; ; attempt++) {
      try {
        return admin().describeTopics(List.of(offersTopic, logTopic)).allTopicNames().get();
      } catch (ExecutionException e) {
        // A topic that was just created is not known everywhere at once.
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || attempt == 50) {
          throw failure(e);
        }
        create();
        pause();
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
  }

  private UUID identityOf(Map<String, TopicDescription> topics) {
    topics.forEach((name, topic) -> {
      if (topic.partitions().size() != 1) {
        throw new LogUnavailableException(
            "Kafka: the topic "
                + name
                + " has "
                + topic.partitions().size()
                + " partitions, but the order of all changes needs a topic with one",
            false,
            null);
      }
    });
    TopicDescription described = topics.get(logTopic);
    if (described == null) {
      throw new IllegalStateException("Kafka did not describe the topic " + logTopic);
    }
    Uuid id = described.topicId();
    return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  private void create() {
    try {
      int brokers = admin().describeCluster().nodes().get().size();
      short replicas = (short) Math.min(REPLICAS, brokers);
      Map<String, String> both =
          Map.of(
              "min.insync.replicas",
              replicas == REPLICAS ? "2" : "1",
              "max.message.bytes",
              Integer.toString(KafkaClients.MOST_BYTES),
              "message.timestamp.type",
              "LogAppendTime",
              "compression.type",
              "producer");
      create(logTopic, replicas, both, Map.of("retention.ms", "-1", "retention.bytes", "-1"));
      create(
          offersTopic,
          replicas,
          both,
          Map.of(
              "cleanup.policy", "compact",
              "min.compaction.lag.ms", HOUR,
              "delete.retention.ms", DAY));
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void create(
      String name, short replicas, Map<String, String> both, Map<String, String> more)
      throws InterruptedException {
    Map<String, String> config = new java.util.HashMap<>(both);
    config.putAll(more);
    NewTopic topic = new NewTopic(name, 1, replicas).configs(config);
    try {
      admin().createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw failure(e);
      }
    }
  }

  /** Removes the records of the log before an offset. */
  synchronized void deleteBefore(long offset) {
    try {
      KafkaFuture<?> deleted =
          admin().deleteRecords(Map.of(log, RecordsToDelete.beforeOffset(offset))).all();
      deleted.get();
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private synchronized Admin admin() {
    Admin open = admin;
    if (open == null) {
      try {
        open = clients.admin();
      } catch (KafkaException e) {
        throw KafkaClients.unavailable(e);
      }
      admin = open;
    }
    return open;
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static LogUnavailableException failure(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return new LogUnavailableException(
        KafkaClients.message(cause == null ? failure : cause), false, cause);
  }

  private static LogUnavailableException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new LogUnavailableException("the thread was interrupted", false, cause);
  }

  @Override
  public synchronized void close() {
    if (admin != null) {
      admin.close(KafkaClients.ANSWER);
      admin = null;
    }
  }
}
