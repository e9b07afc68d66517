package io.offerengine.server;

import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.store.Database;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a member: one of several services that follow the log of one database. */
final class FollowOptions {
  private static final int DEFAULT_BOUND = 60;
  private static final int MOST_SECONDS = 86_400;

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

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns whether the service is a member. */
  boolean isGiven() {
    return isGiven;
  }

  /** Refuses options that do not go together. */
  void check(StoreOptions store) {
    if (!isGiven && bound != null) {
      throw invalid("--follow-bound", "it needs --follow beside it");
    }
    if (isGiven && (!store.isGiven() || store.directory() != null)) {
      throw invalid(
          "--follow",
          "members share a PostgreSQL database, which --database names; a SQLite database has one"
              + " service, which needs no --follow");
    }
    if (bound != null && (bound < 1 || bound > MOST_SECONDS)) {
      throw invalid(
          "--follow-bound", "it takes from 1 to " + MOST_SECONDS + " seconds, but got " + bound);
    }
  }

  /** Opens the log, after {@link #check}; returns null if the service is no member. */
  @Nullable DatabaseMemberLog open(Database database, StoreOptions store) {
    return isGiven ? new DatabaseMemberLog(database, store.describe()) : null;
  }

  /** Returns how old the offers may be. */
  Duration bound() {
    return Duration.ofSeconds(bound == null ? DEFAULT_BOUND : bound);
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
