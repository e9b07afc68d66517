package io.offerengine.cluster.kafka;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a log is, and how much of it is kept.
 *
 * @param servers addresses of brokers to begin with, such as {@code kafka1:9092,kafka2:9092}
 * @param topic the name of the topic with the offers; that of the log has {@code -log} behind it
 * @param client more settings of Kafka's clients, such as {@code security.protocol}
 * @param mostChanges how many changes of offers the log keeps, at least 1; older batches are
 *     trimmed
 */
public record KafkaSettings(
    String servers, String topic, Map<String, String> client, long mostChanges) {
  /** How many changes members usually keep: more than are made while a member loads all offers. */
  public static final long MOST_CHANGES = 1_000_000;

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if a setting is not allowed
   */
  public KafkaSettings {
    if (servers.isBlank()) {
      throw new IllegalArgumentException("the addresses of brokers are HOST:PORT[,HOST:PORT...]");
    }
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "the name of a topic has 1 to 200 letters, digits, _ and -, but this is " + topic);
    }
    if (mostChanges < 1) {
      throw new IllegalArgumentException(
          "a log keeps at least 1 change, but this is " + mostChanges);
    }
    client = Map.copyOf(client);
  }

  /** Returns the settings of a log that needs no others. */
  public static KafkaSettings of(String servers, String topic) {
    return new KafkaSettings(servers, topic, Map.of(), MOST_CHANGES);
  }

  /** Returns the name of the log for people. */
  public String describe() {
    return "the topic " + topic + " of Kafka at " + servers;
  }

  /** Returns the name of the topic with the batches. */
  String logTopic() {
    return topic + "-log";
  }
}
