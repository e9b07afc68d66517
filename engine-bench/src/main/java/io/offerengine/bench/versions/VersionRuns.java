package io.offerengine.bench.versions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Several runs of a comparison of two versions, each in a process of its own, and the median of
 * each class's ratios.
 *
 * <p>The compiler of a JVM decides differently in each process, and its decisions can favour one
 * version by more than the difference in question. Every second run loads the versions in the
 * opposite order.
 */
final class VersionRuns {
  private final Map<String, List<VersionRow>> rows = new LinkedHashMap<>();

  /** Creates an empty collection of runs. */
  VersionRuns() {}

  /**
   * Runs both versions in a new process, and prints the rows as they come.
   *
   * @param options the options of the command without {@code --base}, {@code --changed} and {@code
   *     --runs}
   * @param isExchanged whether the changed version is loaded first
   * @return the exit code of the process, which prints its own error message unless it was killed
   */
  int run(String base, String changed, boolean isExchanged, List<String> options, PrintWriter out)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(VersionsCommand.class.getName());
    command.addAll(List.of("--base", isExchanged ? changed : base));
    command.addAll(List.of("--changed", isExchanged ? base : changed));
    command.addAll(options);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader()) {
      lines.readLine(); // the heading
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        VersionRow read = VersionRow.parse(line);
        VersionRow row = isExchanged ? read.exchanged() : read;
        rows.computeIfAbsent(row.kind(), kind -> new ArrayList<>()).add(row);
        out.println(row);
        out.flush();
      }
    }
    return process.waitFor();
  }

  /** Prints the median, the smallest and the largest ratio of each class. */
  void printMedians(PrintWriter out) {
    out.println(
        "class        changed / base p50: median smallest largest    p99: median smallest largest");
    rows.forEach((kind, runs) -> {
      double[] medians = sorted(runs, VersionRow::medianRatio);
      double[] p99s = sorted(runs, VersionRow::p99Ratio);
      out.printf(
          Locale.ROOT,
          "%-12s %26.3f %8.3f %7.3f %14.3f %8.3f %7.3f%n",
          kind,
          medians[medians.length / 2],
          medians[0],
          medians[medians.length - 1],
          p99s[p99s.length / 2],
          p99s[0],
          p99s[p99s.length - 1]);
    });
  }

  private static double[] sorted(List<VersionRow> runs, ToDoubleFunction<VersionRow> value) {
    return runs.stream().mapToDouble(value).sorted().toArray();
  }
}
