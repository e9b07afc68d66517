package io.offerengine.bench.versions;

import io.offerengine.bench.command.OptionChecks;
import picocli.CommandLine.Option;

/** The options for the time of each class. */
final class TurnTimes {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "4",
      description = "Time for each class (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "4",
      description = "Time for each class before that (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  /** Creates times for picocli, which sets them from the options. */
  TurnTimes() {}

  /** Returns some times, in seconds. */
  static TurnTimes of(double warmUp, double seconds) {
    TurnTimes times = new TurnTimes();
    times.warmUp = warmUp;
    times.seconds = seconds;
    return times;
  }

  /** Refuses times that are out of range. */
  void check(OptionChecks checks) {
    checks.requireTimes(seconds, warmUp);
  }

  double warmUp() {
    return warmUp;
  }

  double seconds() {
    return seconds;
  }
}
