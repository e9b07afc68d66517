package io.offerengine.server.cli;

import io.offerengine.cluster.kafka.KafkaSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that name a log on Apache Kafka.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
public final class KafkaOptions {
  private static final String KAFKA = "--kafka";
  private static final String TOPIC = "--kafka-topic";
  private static final String CONFIG = "--kafka-config";
  private static final String DEFAULT_TOPIC = "offers";

  @Option(
      names = KAFKA,
      paramLabel = "HOST:PORT[,...]",
      description = {
        "Brokers of Apache Kafka, which has the offers and",
        "their changes in place of the database",
        "(default: none)."
      })
  private @Nullable String servers;

  @Option(
      names = TOPIC,
      paramLabel = "NAME",
      description = {
        "With --kafka: the topic of the offers; that of the",
        "changes is called NAME-log (default: offers)."
      })
  private @Nullable String topic;

  @Option(
      names = CONFIG,
      paramLabel = "FILE",
      description = {
        "With --kafka: more settings of Kafka's clients,",
        "one KEY=VALUE a line, such as",
        "security.protocol=SSL (default: none)."
      })
  private @Nullable Path config;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns whether the log is on Kafka. */
  public boolean isGiven() {
    return servers != null;
  }

  /**
   * Returns where the log is; null if it is not on Kafka.
   *
   * @throws ParameterException if an option is not allowed, or the file can't be read
   */
  public @Nullable KafkaSettings settings() {
    if (servers == null) {
      require(topic == null, TOPIC, "it needs --kafka beside it");
      require(config == null, CONFIG, "it needs --kafka beside it");
      return null;
    }
    String name = topic == null ? DEFAULT_TOPIC : topic;
    // The settings check the topic after the addresses.
    String refused = servers.isBlank() ? KAFKA : TOPIC;
    try {
      return new KafkaSettings(servers, name, client(), KafkaSettings.MOST_CHANGES);
    } catch (IllegalArgumentException e) {
      throw invalid(refused, String.valueOf(e.getMessage()));
    }
  }

  private Map<String, String> client() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (config != null) {
      Properties read = new Properties();
      try (Reader in = Files.newBufferedReader(config)) {
        read.load(in);
      } catch (IOException | IllegalArgumentException e) {
        throw invalid(CONFIG, "the file " + config + " can't be read as KEY=VALUE lines");
      }
      read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
    }
    return settings;
  }

  private void require(boolean isAllowed, String option, String problem) {
    if (!isAllowed) {
      throw invalid(option, problem);
    }
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
