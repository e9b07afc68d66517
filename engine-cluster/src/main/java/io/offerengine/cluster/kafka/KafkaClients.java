package io.offerengine.cluster.kafka;

import io.offerengine.cluster.LogUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the clients of a log.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class KafkaClients {
  /** How long a call waits for brokers. */
  static final Duration ANSWER = Duration.ofSeconds(5);

  /** The size of the largest record: more than the JSON of any offer. */
  static final int MOST_BYTES = 8 << 20;

  private static final int PROBE_BYTES = 1 << 16;
  private static final int FETCH_BYTES = 4 << 20;

  /** How long a transaction may take; another writer ends it earlier. */
  private static final Duration TRANSACTION = Duration.ofMinutes(10);

  private final KafkaSettings settings;

  KafkaClients(KafkaSettings settings) {
    this.settings = settings;
  }

  Admin admin() {
    return Admin.create(common());
  }

  /** Returns a client that reads many records in order. */
  Consumer<byte[], byte[]> reader() {
    return consumer(
        Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            FETCH_BYTES,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            1_000));
  }

  /** Returns a client that reads few records here and there, and never waits for the next ones. */
  Consumer<byte[], byte[]> probe() {
    return consumer(
        Map.of(
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            PROBE_BYTES,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            1));
  }

  private Consumer<byte[], byte[]> consumer(Map<String, Object> more) {
    Map<String, Object> config = common();
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // A position that the log does not have must be noticed.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.putAll(more);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Returns a client that writes as the one writer of the log. */
  Producer<byte[], byte[]> writer() {
    Map<String, Object> config = common();
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, settings.logTopic());
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) TRANSACTION.toMillis());
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER.toMillis());
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) ANSWER.toMillis() + 1_000);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    // Records are sent when the batch is complete: the writer flushes.
    config.put(ProducerConfig.LINGER_MS_CONFIG, 100);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 18);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    config.put(ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, 1);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> common() {
    Map<String, Object> config = new HashMap<>();
    config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.servers());
    config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) ANSWER.toMillis());
    config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER.toMillis());
    config.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 2_000L);
    config.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 10L);
    config.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 200L);
    config.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 20L);
    config.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L);
    config.put("enable.metrics.push", false);
    config.putAll(settings.client());
    return config;
  }

  static LogUnavailableException unavailable(KafkaException failure) {
    return new LogUnavailableException(message(failure), false, failure);
  }

  static String message(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    return text.startsWith("Kafka: ") ? text : "Kafka: " + text;
  }
}
