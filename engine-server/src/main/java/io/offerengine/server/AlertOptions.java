package io.offerengine.server;

import io.offerengine.server.alerts.AlertLimits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that limit saved searches. */
final class AlertOptions {
  private static final int MOST = 1_000_000;
  private static final double PERCENT = 100;

  @Option(
      names = "--saved-searches",
      paramLabel = "N",
      description = "How many searches a user may save (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int searches;

  @Option(
      names = "--saved-search-share",
      paramLabel = "PERCENT",
      description =
          "Which part of all offers a saved search may match (default: ${DEFAULT-VALUE}); 1000"
              + " offers in any case.",
      defaultValue = "20")
  private double share;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the limits. */
  AlertLimits limits() {
    if (searches < 0 || searches > MOST) {
      throw invalid("--saved-searches", "it takes from 0 to " + MOST + ", but got " + searches);
    }
    if (!(share >= 0 && share <= PERCENT)) {
      throw invalid("--saved-search-share", "it takes from 0 to 100 percent, but got " + share);
    }
    AlertLimits defaults = AlertLimits.DEFAULTS;
    return new AlertLimits(
        searches,
        share / PERCENT,
        defaults.leastOffers(),
        defaults.alertsPerUser(),
        defaults.alertsPerHour());
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
