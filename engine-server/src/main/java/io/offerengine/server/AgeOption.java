package io.offerengine.server;

import io.offerengine.server.cli.StoreOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that says how old the offers of a service may be that others change, too. */
final class AgeOption {
  private static final String OPTION = "--age-bound";
  private static final int DEFAULT_SECONDS = 60;
  private static final int MOST_SECONDS = 86_400;

  @Option(
      names = OPTION,
      paramLabel = "SECONDS",
      description = {
        "With --database: how old the offers may be; beyond",
        "this, searches and /readyz answer 503",
        "(default: 60)."
      })
  private @Nullable Integer seconds;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Refuses a bound without meaning. */
  void check(StoreOptions store) {
    if (seconds == null) {
      return;
    }
    if (!store.isGiven() || store.directory() != null) {
      throw invalid("it needs --database beside it: nobody else changes the offers otherwise");
    }
    if (seconds < 1 || seconds > MOST_SECONDS) {
      throw invalid("it takes from 1 to " + MOST_SECONDS + " seconds, but got " + seconds);
    }
  }

  /** Returns the bound. */
  Duration bound() {
    return Duration.ofSeconds(seconds == null ? DEFAULT_SECONDS : seconds);
  }

  private ParameterException invalid(String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + OPTION + "': " + problem);
  }
}
