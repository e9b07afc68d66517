package io.offerengine.bench.load;

import java.util.Locale;

/** A load test as a Markdown table. */
final class LoadTable {
  private static final double MEGABYTE = 1e6;

  private LoadTable() {}

  /** Returns the table, with a line for each number of connections, and the surroundings. */
  static String of(LoadReport report) {
    StringBuilder table = new StringBuilder();
    table.append("latencies in us from the instant at which a request was to start\n\n");
    table.append("| connections | maximum, 1/s | MB/s | its p50 / p99 | paced, 1/s | MB/s |");
    table.append(" p50 | p90 | p99 | max |\n|").append("---|".repeat(10)).append('\n');
    for (LoadLevel level : report.levels()) {
      addRow(table, level);
    }
    table.append('\n').append(report.settings().line());
    return table.append(report.surroundings().lines()).toString();
  }

  private static void addRow(StringBuilder table, LoadLevel level) {
    Measured flatOut = level.flatOut();
    Measured paced = level.paced();
    table.append(
        String.format(
            Locale.ROOT,
            "| %d | %,.0f | %,.0f | %,.0f / %,.0f | %,.0f | %,.0f |" + " %,.0f |".repeat(4) + "%n",
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
            paced.max()));
  }
}
