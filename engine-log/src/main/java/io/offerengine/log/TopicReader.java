package io.offerengine.log;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic in the order of its offsets, and notices that it is not the topic that was read
 * before.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TopicReader implements AutoCloseable {
  /** How long a call waits for brokers. */
  private static final int ANSWER_MILLIS = 5_000;

  /** How often to look whether the topic was made anew. */
  private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

  /** The offset of the next record, its epoch, the topic, and when its end was reached. */
  private static final Pattern PLACE =
      Pattern.compile("offset ([0-9]+) epoch (-?[0-9]+) topic (\\S+) at ([0-9]+)");

  private final Admin admin;
  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final Uuid topicId;

  /** How long a reader may be away: half of the time for which deletions are kept. */
  private final long longestAbsenceMillis;

  private Place place;
  private long lookedAt = System.nanoTime();

  /**
   * How far a reader is.
   *
   * @param offset the offset of the next record
   * @param epoch the epoch of the leader that had the last record; -1 if it is not known
   * @param topic the identifier of the topic
   * @param end the end of the topic, as far as is known
   * @param isCurrent whether the reader had everything when it asked last
   * @param asked when it asked last, as {@link System#nanoTime}
   * @param currentMillis when it last surely had everything, in milliseconds since 1970
   */
  record Place(
      long offset,
      int epoch,
      Uuid topic,
      long end,
      boolean isCurrent,
      long asked,
      long currentMillis) {
    /** Returns the place as a text for a cache of a version, which is the offset. */
    String text(long version) {
      return "offset " + version + " epoch " + epoch + " topic " + topic + " at " + currentMillis;
    }
  }

  /**
   * Some records.
   *
   * @param next the offset after them
   */
  record Polled(List<ConsumerRecord<byte[], byte[]>> records, long next, long asked) {}

  private TopicReader(
      Admin admin,
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Uuid topicId,
      long longestAbsenceMillis) {
    this.admin = admin;
    this.consumer = consumer;
    this.partition = partition;
    this.topicId = topicId;
    this.longestAbsenceMillis = longestAbsenceMillis;
    this.place = beginning();
  }

  /**
   * Opens a topic.
   *
   * @throws UnusableLogException if it does not exist, or can't hold offers
   * @throws KafkaException if Kafka can't be reached
   */
  static TopicReader open(Map<String, ?> settings, String topic) {
    Map<String, Object> common = new HashMap<>();
    common.put("request.timeout.ms", ANSWER_MILLIS);
    common.put("default.api.timeout.ms", ANSWER_MILLIS);
    common.put("enable.metrics.push", false);
    common.putAll(settings);
    Admin admin = Admin.create(common);
    try {
      Uuid id = describe(admin, topic);
      long absence = longestAbsence(admin, topic);
      Map<String, Object> config = new HashMap<>(common);
      config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
      // An offset that the topic does not have must be noticed.
      config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
      config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
      config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
      config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
      Consumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      return new TopicReader(admin, consumer, partition, id, absence);
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  private static Uuid describe(Admin admin, String topic) {
    TopicDescription described =
        get(topic, admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
    int partitions = described.partitions().size();
    if (partitions != 1) {
      throw new UnusableLogException(
          "the topic "
              + topic
              + " has "
              + partitions
              + " partitions, and a topic of offers has 1: its records are totally ordered",
          null);
    }
    return described.topicId();
  }

  private static long longestAbsence(Admin admin, String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config = get(topic, admin.describeConfigs(List.of(resource)).values().get(resource));
    String policy = value(config, "cleanup.policy");
    if (!policy.equals("compact")) {
      throw new UnusableLogException(
          "the topic "
              + topic
              + " has cleanup.policy="
              + policy
              + ", and a topic of offers has cleanup.policy=compact: otherwise offers are lost",
          null);
    }
    return Long.parseLong(value(config, "delete.retention.ms")) / 2;
  }

  private static String value(Config config, String name) {
    ConfigEntry entry = config.get(name);
    return entry == null ? "" : String.valueOf(entry.value());
  }

  /** Waits for the answer of Kafka to a question about a topic. */
  private static <T> T get(String topic, @Nullable KafkaFuture<T> answer) {
    try {
      return requireNonNull(answer).get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new UnusableLogException(
            "Kafka has no topic "
                + topic
                + "; make it with one partition and cleanup.policy=compact",
            e);
      }
      throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e);
    }
  }

  static LogUnavailableException unavailable(KafkaException failure) {
    return new LogUnavailableException("Kafka can't be read now; try again", false, failure);
  }

  /** Goes on from the place of a cache, and returns it, if the topic still does. */
  Optional<Place> goOn(String text) {
    Matcher parts = PLACE.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    Place saved =
        new Place(
            Long.parseLong(parts.group(1)),
            Integer.parseInt(parts.group(2)),
            Uuid.fromString(parts.group(3)),
            0,
            false,
            System.nanoTime(),
            Long.parseLong(parts.group(4)));
    try {
      goOn(saved);
      return Optional.of(saved);
    } catch (Follower.ReloadException e) {
      return Optional.empty();
    }
  }

  private Place beginning() {
    return new Place(0, -1, topicId, 0, false, System.nanoTime(), 0);
  }

  /** Throws if deletions after a place may have been compacted away. */
  private void requireRecent(Place at) {
    if (System.currentTimeMillis() - at.currentMillis() > longestAbsenceMillis) {
      throw new Follower.ReloadException(
          "deletions of offers may have been compacted away meanwhile");
    }
  }

  private void requireSameTopic(Uuid topic) {
    if (!topic.equals(topicId)) {
      throw new Follower.ReloadException("the topic was made anew");
    }
  }

  /**
   * Goes on from a place.
   *
   * @throws Follower.ReloadException if the topic was made anew or has lost records, or the place
   *     is too old
   */
  void goOn(Place from) {
    requireSameTopic(from.topic());
    requireRecent(from);
    if (from.offset() > end()) {
      throw new Follower.ReloadException("the topic ends before offset " + from.offset());
    }
    place = from;
    Optional<Integer> epoch = from.epoch() < 0 ? Optional.empty() : Optional.of(from.epoch());
    consumer.seek(partition, new OffsetAndMetadata(from.offset(), epoch, ""));
  }

  void goToBeginning() {
    place = beginning();
    consumer.seekToBeginning(List.of(partition));
  }

  /** Returns the end of the topic: the offset after the last committed record. */
  long end() {
    return requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
  }

  /** Returns the offset of the next record. */
  long offset() {
    return consumer.position(partition);
  }

  /**
   * Waits for records.
   *
   * @throws Follower.ReloadException if the topic lacks the records that come next, or was made
   *     anew
   */
  Polled poll(Duration wait) {
    lookAtTopic();
    long asked = System.nanoTime();
    try {
      ConsumerRecords<byte[], byte[]> polled = consumer.poll(wait);
      return new Polled(polled.records(partition), consumer.position(partition), asked);
    } catch (OffsetOutOfRangeException e) {
      throw new Follower.ReloadException("the topic lacks the next records: " + e.getMessage());
    }
  }

  /** Notes that records were applied. */
  void done(Polled polled) {
    List<ConsumerRecord<byte[], byte[]>> records = polled.records();
    int epoch =
        records.isEmpty()
            ? place.epoch()
            : records.get(records.size() - 1).leaderEpoch().orElse(-1);
    OptionalLong lag = consumer.currentLag(partition);
    boolean isCurrent = lag.isPresent() && lag.getAsLong() <= 0;
    long behind = lag.orElse(0);
    place =
        new Place(
            polled.next(),
            epoch,
            topicId,
            polled.next() + Math.max(0, behind),
            isCurrent,
            polled.asked(),
            isCurrent ? System.currentTimeMillis() : place.currentMillis());
    if (place.currentMillis() > 0) {
      requireRecent(place);
    }
  }

  Place place() {
    return place;
  }

  private void lookAtTopic() {
    if (System.nanoTime() - lookedAt >= LOOK_NANOS) {
      lookedAt = System.nanoTime();
      requireSameTopic(describe(admin, partition.topic()));
    }
  }

  @Override
  public void close() {
    try {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    } finally {
      admin.close(Duration.ZERO);
    }
  }
}
