package io.offerengine.bench.load;

import io.offerengine.bench.report.Surroundings;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A test of a server under more load than it can answer.
 *
 * @param settings the options of the test
 * @param surroundings the machine, JVM and commit that generated the load
 * @param rounds the rounds in their order, at least one
 */
record OverloadReport(LoadReport.Settings settings, Surroundings surroundings, List<Round> rounds) {
  private static final double MICROS_PER_MILLI = 1e3;

  /**
   * Runs that follow each other, so that the machine is much the same for all of them.
   *
   * @param most as many requests as the server answers
   * @param half the requests at half of that rate
   * @param twice the requests at twice that rate
   */
  record Round(Measured most, Overload half, Overload twice) {
    /** Returns the p99 of accepted requests at twice the load, as a multiple of that at half. */
    double slowdown() {
      return twice.accepted().p99() / half.accepted().p99();
    }

    /** Returns the rate of accepted requests at twice the load, as a part of the most. */
    double throughput() {
      return twice.accepted().rate() / most.rate();
    }

    /** Returns the median time after which a request was refused, in milliseconds. */
    double refusedAfter() {
      return twice.refused().p50() / MICROS_PER_MILLI;
    }
  }

  /** Copies the list. */
  OverloadReport {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("rounds is empty");
    }
  }

  /** Returns the report as a Markdown table. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append("latencies in ms from the instant at which a request was to start\n\n");
    table.append(
        "| most, 1/s | at half: refused, 1/s | p50 / p99 | at twice: accepted, 1/s | p50 / p99 |");
    table.append(" refused, 1/s | p50 / p99 | p99, times | accepted / most |\n|");
    table.append("---|".repeat(9)).append('\n');
    rounds.forEach(round -> addRow(table, round));
    table.append(
        String.format(
            Locale.ROOT,
            "%nmedians of %d rounds: p99 of accepted requests %.1f times that at half load, refused"
                + " after %.1f ms, %.2f of the most are answered%n",
            rounds.size(),
            median(Round::slowdown),
            median(Round::refusedAfter),
            median(Round::throughput)));
    return table.append('\n').append(settings.line()).append(surroundings.lines()).toString();
  }

  private static void addRow(StringBuilder table, Round round) {
    Overload half = round.half();
    Measured accepted = round.twice().accepted();
    Measured refused = round.twice().refused();
    table.append(
        String.format(
            Locale.ROOT,
            "| %,.0f | %,.0f | %s | %,.0f | %s | %,.0f | %s | %.1f | %.2f |%n",
            round.most().rate(),
            half.refused().rate(),
            times(half.accepted()),
            accepted.rate(),
            times(accepted),
            refused.rate(),
            times(refused),
            round.slowdown(),
            round.throughput()));
  }

  private static String times(Measured run) {
    return String.format(
        Locale.ROOT, "%.1f / %.1f", run.p50() / MICROS_PER_MILLI, run.p99() / MICROS_PER_MILLI);
  }

  private double median(ToDoubleFunction<Round> value) {
    double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
