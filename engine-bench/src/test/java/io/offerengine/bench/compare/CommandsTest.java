package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What each command compares, and what it refuses. */
class CommandsTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final Map<String, Supplier<ComparisonCommand>> COMMANDS =
      Map.of(
          "compare", CompareCommand::new,
          "versions", VersionsCommand::new,
          "variants", VariantsCommand::new,
          "saved", SavedCommand::new,
          "time-to-fast", TimeToFastCommand::new);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int execute(String command, String... options) {
    return COMMANDS
        .get(command)
        .get()
        .commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(options);
  }

  /** In this process, as one of the processes of the command does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare | --peers=LOOP,SQLITE,ENGINE --classes=Q5,UPDATES --updates=400 | 4"
            + " | engine, column loop; engine, SQLite; engine, engine again",
        "compare | --schema=generic --peers=LUCENE_BY_PRICE --classes=TEXTS,Q8 | 8"
            + " | engine, Lucene by price",
        "versions | --searches=500 --classes=Q1,Q10,U2,Q3_ALL,Q1_FACETS,SAVED_PRICE | 6"
            + " | base, changed",
        "variants | --classes=Q1_FOLDED,Q2_BID | 2 | plain, variant",
        "saved | --searches=500 | 7 | engine",
        "saved | --searches=500 --peers=LOOP,COUNTING | 5 | engine, loop; engine, counting"
      })
  void measure_ofPairs_timesEachClassOfEach(
      String command, String options, int classes, String pairs) throws Exception {
    Path into = folder.resolve("outcome.json");
    List<String> all = new ArrayList<>(List.of(options.split(" ")));
    all.addAll(List.of("--offers=600", "--seconds=0.02", "--warm-up=0"));
    all.addAll(List.of("--process=1", "--into=" + into));
    if (command.equals("versions")) {
      all.add("--base=" + CLASS_PATH);
    }
    assertThat(execute(command, all.toArray(String[]::new))).as(err.toString()).isZero();

    Harness.Outcome outcome = JsonFile.read(into, Harness.Outcome.class, "measurements");
    Map<String, Long> classesOfPairs =
        outcome.measured().stream()
            .collect(
                Collectors.groupingBy(
                    each -> String.join(", ", each.sides()), Collectors.counting()));
    assertThat(classesOfPairs)
        .containsOnlyKeys(pairs.split("; "))
        .allSatisfy((pair, count) -> assertThat(count).isEqualTo(classes));
    assertThat(outcome.measured())
        .allMatch(each -> each.p50().stream().allMatch(micros -> micros > 0))
        .allMatch(each ->
            each.sides().size() == 1
                ? each.ratios().isEmpty()
                : each.ratios().size() >= Harness.LEAST_TURNS);
    assertThat(outcome.loads()).allMatch(load -> load.bytesPerOffer() > 0);
    assertThat(outcome.loads()).hasSize(command.equals("saved") ? 1 : 0);
  }

  /** In processes of their own, whose medians are printed. */
  @Test
  void timeToFast_ofSides_takesAProcessForEach() {
    int exit =
        execute(
            "time-to-fast",
            "--offers=600",
            "--runs=1",
            "--warm-up=0.1",
            "--heap=0.25",
            "--classes=Q5,Q8",
            "--peers=ENGINE,LOOP");

    assertThat(exit).as(err.toString()).isEqualTo(ComparisonCommand.UNSURE);
    assertThat(out.toString())
        .contains("| engine | ")
        .contains("| column loop | ")
        .contains("not settled");
    assertThat(err.toString()).contains("process 2 of 2: time-to-fast --offers=600");
  }

  @Test
  void variants_ofTwoProcesses_printsTheirMedians() throws Exception {
    Path file = folder.resolve("results.json");
    int exit =
        execute(
            "variants",
            "--offers=600",
            "--runs=2",
            "--seconds=0.02",
            "--warm-up=0",
            "--heap=0.25",
            "--classes=Q5_FOLDED",
            "--out=" + file);

    Results results = JsonFile.read(file, Results.class, "results of a comparison");
    assertThat(exit).isEqualTo(results.isUnsure() ? ComparisonCommand.UNSURE : 0);
    assertThat(results.rows()).hasSize(1);
    Ratio ratio = results.rows().get(0).ratio();
    assertThat(ratio.median()).isBetween(ratio.least(), ratio.greatest());
    assertThat(out.toString().contains("too noisy")).isEqualTo(ratio.isTooNoisy());
    assertThat(out.toString()).contains("| Q5 folded | variant / plain | ").contains("cores: ");
  }

  @Test
  void run_ofProcessThatEndsEarly_namesItAndItsCode() {
    assertThatThrownBy(() -> Processes.run(List.of("no-such-command"), 1 << 28, 2, line -> {}))
        .isInstanceOf(ComparisonException.class)
        .hasMessage(
            "process 1 of 2 ended with exit code 2 before it had measured everything; what it said"
                + " last stands above");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare | --offers=10 | --offers takes 500 to 10000000, but got 10",
        "compare | --seconds=0 | --seconds takes more than 0, up to 3600, but got 0.0",
        "compare | --warm-up=-1 | --warm-up takes 0 to 3600, but got -1.0",
        "compare | --runs=0 | --runs takes 1 to 101, but got 0",
        "compare | --updates=-1 | --updates takes 0 to 1000000, but got -1",
        "compare | --out=/no/such/folder/x.json | --out takes a file in a folder that exists",
        "compare | --peers=ORACLE | expected one of [ENGINE",
        "compare | --schema=other | expected one of [MARKET, GENERIC] (case-insensitive) but was",
        "compare | --classes=Q77 | or groups of them [PLAIN, UPDATES, VARIANTS, FACETS, EXPORTS,",
        "compare | --classes=PREFIX | those of TEXTS with --schema generic alone, but got PREFIX",
        "compare | --classes=SAVED_ADD | --classes takes classes of searches and updates",
        "compare | --heap=0.1 | --heap takes at least the 0.25 GiB that the sides need",
        "compare | --offers=1000000 --heap=1 --peers=CQENGINE"
            + " | --heap takes at least the … GiB that the sides need with so many offers, but got",
        "variants | --classes=Q1 | --classes takes variants of classes",
        "saved | --classes=Q1 | --classes takes classes of saved searches, but got Q1",
        "saved | --searches=0 | --searches takes 1 to 10000000, but got 0",
        "saved | --peers=ORACLE | expected one of [LOOP, COUNTING]",
        "versions | --seed=1 | Missing required option: '--base=PATH'",
        "versions | --base=nowhere.jar | --base takes a benchmarks.jar or a class path of",
        "time-to-fast | --classes=U1 | --classes takes classes of searches"
      })
  void execute_wrongOption_isRefusedByName(String command, String options, String message) {
    assertThat(execute(command, options.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .containsSubsequence(message.split("…"))
        .contains(command + " --help lists the options");
  }

  /** A comparison whose offers don't fit. */
  @Command(name = "large")
  private static final class TooLarge extends SearchComparison {
    @Override
    double neededHeap() {
      return 0;
    }

    @Override
    void measure(Harness harness, List<SearchClass> kinds) {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  @Test
  void measure_inTooLittleHeap_saysSoInOneLine() {
    int exit =
        new TooLarge()
            .commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("--process=0", "--into=" + folder.resolve("outcome.json"));

    assertThat(exit).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString())
        .startsWith("a heap of ")
        .contains("GiB is too small for 20,000 offers; --heap chooses another size")
        .hasLineCount(1);
    assertThat(folder.resolve("outcome.json")).doesNotExist();
  }
}
