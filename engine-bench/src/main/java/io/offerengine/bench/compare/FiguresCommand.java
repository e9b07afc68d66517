package io.offerengine.bench.compare;

import io.offerengine.bench.command.BenchCommand;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that makes the table and the picture of the README of comparisons with peers. */
@Command(
    name = "figures",
    description = {
      "Prints the table of the README and the tables of the results, and draws their picture, of"
          + " three comparisons with peers: over 20,000 offers just loaded, over the same after"
          + " updates, and over 1,000,000. Their files, which compare wrote, are in a folder."
    },
    footer = {"", "Exit codes: 0 done, 1 a file is missing or holds something else."})
public final class FiguresCommand extends BenchCommand {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      defaultValue = "engine-bench/results",
      description = "Where the files are (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path folder;

  /** The comparisons. */
  private enum Comparison {
    LOADED("20,000, just loaded", "20000.json"),
    UPDATED("20,000, after 400 updates", "20000-updated.json"),
    MILLION("1,000,000, just loaded", "1000000.json");

    private final String title;
    private final String file;

    Comparison(String title, String file) {
      this.title = title;
      this.file = file;
    }
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Results> comparisons = new LinkedHashMap<>();
    for (Comparison each : Comparison.values()) {
      Path file = folder.resolve(each.file);
      comparisons.put(each.title, JsonFile.read(file, Results.class, "results of a comparison"));
    }
    out()
        .println(
            "| offers | most classes | count | page of 10,000 results | the best other engine"
                + " takes |");
    out().println("|---|---|---|---|---|");
    comparisons.forEach((title, results) -> out().print(row(title, results)));
    out().println();
    out().println(ResultsTable.ofBest(comparisons));
    Map<String, Results> loads = new LinkedHashMap<>(comparisons);
    loads.remove(Comparison.UPDATED.title);
    out().println(ResultsTable.ofLoads(loads, "offer"));
    out().flush();
    List<JFreeChart> charts = new ArrayList<>();
    comparisons.forEach((title, results) -> charts.add(ResultsPlot.of(title, results)));
    ResultsPlot.write(charts, folder.resolve("results.png"));
    return CommandLine.ExitCode.OK;
  }

  /** Returns a row of the README's table. */
  private static String row(String title, Results results) {
    List<SearchClass> most = new ArrayList<>(SearchClass.of(SearchClass.Group.PLAIN));
    most.removeAll(List.of(SearchClass.Q9, SearchClass.Q10));
    List<Results.Row> best =
        results.kinds().stream().flatMap(kind -> results.best(kind).stream()).toList();
    String unsure =
        best.stream()
            .filter(Results.Row::isUnsure)
            .map(row -> row.kind().name())
            .collect(Collectors.joining(", "));
    return String.format(
        "| %s | %s µs | %s µs | %s µs | %s times as long%s |%n",
        title,
        range(results, most, "%.1f"),
        range(results, List.of(SearchClass.Q10), "%.0f"),
        range(results, List.of(SearchClass.Q9), "%.0f"),
        range(
            best.stream().filter(row -> !row.isUnsure()).mapToDouble(row -> row.ratio().median()),
            "%.1f"),
        unsure.isEmpty() ? "" : " (too noisy: " + unsure + ")");
  }

  private static String range(Results results, List<SearchClass> kinds, String format) {
    return range(
        kinds.stream()
            .flatMap(kind ->
                results.best(kind).or(() -> results.rows(kind).stream().findFirst()).stream())
            .mapToDouble(row -> row.p50().get(0)),
        format);
  }

  private static String range(DoubleStream values, String format) {
    DoubleSummaryStatistics all = values.summaryStatistics();
    String least = String.format(Locale.ROOT, format, all.getMin());
    String greatest = String.format(Locale.ROOT, format, all.getMax());
    return least.equals(greatest) ? least : least + " to " + greatest;
  }
}
