package io.offerengine.server;

import io.offerengine.cluster.Shard;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.server.cli.KafkaOptions;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.router.ShardAddresses;
import io.offerengine.server.store.Database;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a member: one of several services that follow the log of one database. */
final class FollowOptions {
  private static final int DEFAULT_BOUND = 60;
  private static final int MOST_SECONDS = 86_400;
  private static final Pattern SHARD = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

  @Option(
      names = "--follow",
      description = {
        "One of several members on the database of",
        "--database; none of them owns it."
      })
  private boolean isGiven;

  @Option(
      names = "--follow-bound",
      paramLabel = "SECONDS",
      description = {
        "With --follow: how old the offers may be; beyond",
        "this, searches and /readyz answer 503",
        "(default: 60)."
      })
  private @Nullable Integer bound;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = {
        "With --follow: the member has the I-th of N parts",
        "of the offers, such as 2/3, and answers routers",
        "instead of clients (default: all offers)."
      })
  private @Nullable String shard;

  @Mixin private final KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--member-url",
      paramLabel = "URL",
      description = {
        "With --kafka: how the other members reach this one,",
        "such as http://a:8080."
      })
  private @Nullable String memberUrl;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns whether the service is a member. */
  boolean isGiven() {
    return isGiven;
  }

  /** Refuses options that do not go together. */
  void check(StoreOptions store, OfferOptions offers) {
    if (!isGiven && bound != null) {
      throw invalid("--follow-bound", "it needs --follow beside it");
    }
    if (!isGiven && shard != null) {
      throw invalid("--shard", "it needs --follow beside it");
    }
    shard();
    if (isGiven && (!store.isGiven() || store.directory() != null)) {
      throw invalid(
          "--follow",
          "members share a PostgreSQL database, which --database names; a SQLite database has one"
              + " service, which needs no --follow");
    }
    checkKafka(offers);
    if (bound != null && (bound < 1 || bound > MOST_SECONDS)) {
      throw invalid(
          "--follow-bound", "it takes from 1 to " + MOST_SECONDS + " seconds, but got " + bound);
    }
  }

  private void checkKafka(OfferOptions offers) {
    if (memberUrl != null && !kafka.isGiven()) {
      throw invalid("--member-url", "it needs --kafka beside it");
    }
    if (kafka.isGiven() && !isGiven) {
      throw invalid("--kafka", "it needs --follow beside it");
    }
    if (kafka.isGiven() && offers.givenFile() != null) {
      throw invalid(
          "--offers", "with --kafka, send the first offers to a member: PUT /admin/offers");
    }
    if (kafka.settings() != null) {
      String unused = address();
    }
  }

  /** Returns how other members reach this one, by one form for each address. */
  private String address() {
    if (memberUrl == null) {
      throw invalid(
          "--kafka",
          "it needs --member-url URL beside it: how the other members reach this one, such as"
              + " http://a:8080");
    }
    try {
      return ShardAddresses.address(memberUrl).toString();
    } catch (IllegalArgumentException e) {
      throw invalid("--member-url", String.valueOf(e.getMessage()));
    }
  }

  /** Opens the log, after {@link #check}; returns null if the service is no member. */
  @Nullable MemberLog open(Database database, StoreOptions store) {
    if (!isGiven) {
      return null;
    }
    KafkaSettings settings = kafka.settings();
    return settings == null
        ? new DatabaseMemberLog(database, store.describe())
        : new KafkaMemberLog(settings, database, address());
  }

  /** Returns how old the offers may be. */
  Duration bound() {
    return Duration.ofSeconds(bound == null ? DEFAULT_BOUND : bound);
  }

  /** Returns which offers the member has. */
  Shard shard() {
    if (shard == null) {
      return Shard.ALL;
    }
    Matcher parts = SHARD.matcher(shard);
    if (parts.matches()) {
      int number = Integer.parseInt(parts.group(1));
      int count = Integer.parseInt(parts.group(2));
      if (number >= 1 && number <= count && count <= Shard.MOST) {
        return new Shard(number - 1, count);
      }
    }
    throw invalid(
        "--shard",
        "it takes I/N, a number from 1 to N and N, how many shards there are, at most "
            + Shard.MOST
            + ", such as 2/3, but got "
            + shard);
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
