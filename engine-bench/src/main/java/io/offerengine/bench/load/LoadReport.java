package io.offerengine.bench.load;

import io.offerengine.bench.report.Surroundings;
import java.util.List;
import java.util.Locale;

/**
 * A load test: its settings, its surroundings, and its results.
 *
 * @param settings the options of the test
 * @param surroundings the machine, JVM and commit that generated the load
 * @param levels the results by number of connections, at least one
 */
record LoadReport(Settings settings, Surroundings surroundings, List<Level> levels) {
  private static final double MEGABYTE = 1e6;

  /**
   * The options of a load test.
   *
   * @param url the address to which searches were posted
   * @param gzip whether the requests asked for compressed responses
   * @param bodies what was sent: a class of searches, or a file
   * @param offers the size of the market from which searches were drawn
   * @param seed of the market and the draws
   * @param seconds of each run
   */
  record Settings(String url, boolean gzip, String bodies, int offers, long seed, double seconds) {
    /** Returns the settings as a line of text. */
    String line() {
      return String.format(
          Locale.ROOT,
          "%s %s gzip, %s of %d offers, seed %d, %s s a run%n",
          url,
          gzip ? "with" : "without",
          bodies,
          offers,
          seed,
          seconds);
    }
  }

  /**
   * The measurements with one number of connections.
   *
   * @param connections number of connections
   * @param flatOut each connection sends its next request after the last response
   * @param offeredRate the paced requests per second
   * @param paced the paced requests that the server answered
   * @param refused the paced requests for which it had no room
   */
  record Level(
      int connections, Measured flatOut, double offeredRate, Measured paced, Measured refused) {}

  /** Copies the list. */
  LoadReport {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels is empty");
    }
  }

  /** Returns the table, with a line for each number of connections, and the surroundings. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append("latencies in us from the instant at which a request was to start\n\n");
    table.append("| connections | maximum, 1/s | MB/s | its p50 / p99 | paced, 1/s | MB/s |");
    table
        .append(" p50 | p90 | p99 | max | refused, 1/s | p50 |\n|")
        .append("---|".repeat(12))
        .append('\n');
    for (Level level : levels) {
      addRow(table, level);
    }
    table.append('\n').append(settings.line());
    return table.append(surroundings.lines()).toString();
  }

  private static void addRow(StringBuilder table, Level level) {
    Measured flatOut = level.flatOut();
    Measured paced = level.paced();
    table.append(
        String.format(
            Locale.ROOT,
            "| %d | %,.0f | %,.0f | %,.0f / %,.0f | %,.0f | %,.0f |" + " %,.0f |".repeat(6) + "%n",
            level.connections(),
            flatOut.rate(),
            flatOut.bytesPerSecond() / MEGABYTE,
            flatOut.p50(),
            flatOut.p99(),
            paced.rate(),
            paced.bytesPerSecond() / MEGABYTE,
            paced.p50(),
            paced.p90(),
            paced.p99(),
            paced.max(),
            level.refused().rate(),
            level.refused().p50()));
  }
}
