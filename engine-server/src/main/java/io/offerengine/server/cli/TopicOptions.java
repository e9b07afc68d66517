package io.offerengine.server.cli;

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
 * The options that name a topic of Apache Kafka with the offers.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
public final class TopicOptions {
  private static final String TOPIC = "--offers-topic";
  private static final String KAFKA = "--kafka";
  private static final String CONFIG = "--kafka-config";

  @Option(
      names = TOPIC,
      paramLabel = "NAME",
      description = {
        "A compacted topic of Apache Kafka that has the",
        "offers, in place of the database; other programs",
        "change them there (default: none)."
      })
  private @Nullable String topic;

  @Option(
      names = KAFKA,
      paramLabel = "HOST:PORT[,...]",
      description = "With --offers-topic: the brokers of Kafka.")
  private @Nullable String servers;

  @Option(
      names = CONFIG,
      paramLabel = "FILE",
      description = {
        "With --offers-topic: more settings of Kafka's",
        "consumers, one KEY=VALUE a line, such as",
        "security.protocol=SSL (default: none)."
      })
  private @Nullable Path config;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * A topic.
   *
   * @param settings the settings of a consumer
   */
  public record Topic(String name, Map<String, String> settings) {
    /** Copies the settings. */
    public Topic {
      settings = Map.copyOf(settings);
    }

    /** Returns the name of the topic for people. */
    public String describe() {
      return "the topic " + name + " on " + settings.get("bootstrap.servers");
    }
  }

  /**
   * Returns the topic; null if none was given.
   *
   * @throws ParameterException if options do not go together, or the file can't be read
   */
  public @Nullable Topic topic() {
    if (topic == null) {
      require(servers == null, KAFKA, "it needs --offers-topic beside it");
      require(config == null, CONFIG, "it needs --offers-topic beside it");
      return null;
    }
    if (servers == null || servers.isBlank()) {
      throw invalid(TOPIC, "it needs --kafka HOST:PORT beside it, the brokers of Kafka");
    }
    Map<String, String> settings = consumer();
    settings.put("bootstrap.servers", servers);
    return new Topic(topic, settings);
  }

  /** Refuses a topic that does not go together with other options. */
  public void check(StoreOptions store, OfferOptions offers) {
    if (topic() == null) {
      return;
    }
    require(
        store.isGiven() && store.directory() == null,
        TOPIC,
        "keys, templates and saved searches are in a PostgreSQL database, which --database names");
    require(
        offers.givenFile() == null, "--offers", "with --offers-topic, the topic has the offers");
  }

  private Map<String, String> consumer() {
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
