package io.offerengine.bench.compare;

import io.offerengine.bench.command.BenchCommand;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.searches.SearchClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that makes the table and the picture of the README. */
@Command(
    name = "figures",
    description = {
      "Compares the engine with its peers three times: over 20,000 offers just loaded, over the"
          + " same after updates, and over 1,000,000. Prints the table of the README and the"
          + " tables of the results, and writes a file for each comparison and their picture."
          + " Takes 20 minutes."
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 a peer failed or found something else, 2 wrong options, 3 done, but a"
          + " ratio is too noisy or not settled."
    })
public final class FiguresCommand extends BenchCommand {
  private static final String STRONGEST = "LOOP,LUCENE_BY_PRICE,LUCENE_BY_SCORE,SQLITE";

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      defaultValue = "engine-bench/results",
      description = "Where the files are (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path folder;

  @Option(
      names = "--measured",
      description = "Prints and draws what the files hold, and measures nothing.")
  private boolean isMeasured;

  /** The comparisons. */
  private enum Plan {
    LOADED("20,000, just loaded", "20000.json", "--offers=20000", "--runs=3", "--seconds=0.4"),
    UPDATED(
        "20,000, after 400 updates",
        "20000-updated.json",
        "--offers=20000",
        "--updates=400",
        "--classes=PLAIN",
        "--peers=" + STRONGEST,
        "--runs=3",
        "--seconds=0.4"),
    MILLION(
        "1,000,000, just loaded",
        "1000000.json",
        "--offers=1000000",
        "--peers=" + STRONGEST,
        "--runs=1",
        "--seconds=1.5");

    private final String title;
    private final String file;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<String> options;

    Plan(String title, String file, String... options) {
      this.title = title;
      this.file = file;
      this.options = List.of(options);
    }
  }

  @Override
  public Integer call() throws Exception {
    requireFolder("--folder", folder.resolve(Plan.LOADED.file));
    int exit = CommandLine.ExitCode.OK;
    List<JFreeChart> charts = new ArrayList<>();
    StringBuilder table = new StringBuilder();
    for (Plan plan : Plan.values()) {
      Path file = folder.resolve(plan.file);
      int code = isMeasured ? CommandLine.ExitCode.OK : measure(plan, file);
      if (code != CommandLine.ExitCode.OK && code != ComparisonCommand.UNSURE) {
        return code;
      }
      Results results = JsonFile.read(file, Results.class, "results of a comparison");
      charts.add(ResultsPlot.of(plan.title, results));
      table.append(row(plan.title, results));
      exit = results.isUnsure() ? ComparisonCommand.UNSURE : exit;
    }
    ResultsPlot.write(charts, folder.resolve("results.png"));
    out()
        .println(
            "| offers | most classes | count | page of 10,000 results | the best other engine"
                + " takes |");
    out().println("|---|---|---|---|---|");
    out().print(table);
    out().flush();
    return exit;
  }

  private int measure(Plan plan, Path file) {
    List<String> arguments = new ArrayList<>(plan.options);
    arguments.add("--out=" + file);
    return new CompareCommand()
        .commandLine()
        .setOut(out())
        .setErr(err())
        .execute(arguments.toArray(String[]::new));
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
        range(results, most, "%.0f"),
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
