package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jfree.chart.plot.XYPlot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measurements as ratios, and results as tables, as a file and as a picture. */
class ResultsTest {
  private static final List<Double> STEADY = List.of(1.98, 1.99, 2.0, 2.01, 2.02);
  private static final List<Double> NOISY = List.of(1.0, 1.5, 2.0, 2.5, 3.0);

  private static Measured measured(
      SearchClass kind, PeerKind peer, int draws, List<Double> ratios) {
    double ratio = Measured.quantile(ratios, 0.5);
    return new Measured(
        kind,
        List.of("engine", peer.label()),
        draws,
        200,
        List.of(10.0, 10 * ratio),
        List.of(20.0, 30 * ratio),
        ratios,
        true);
  }

  private static Results results(Measured... measured) {
    return Results.of(
        List.of("compare", "--offers=20000"),
        20_000,
        new TreeMap<>(Map.of("cpu", "a \"quoted\" name")),
        List.of(
            new Harness.Outcome(
                List.of(new Harness.Load("SQLite", 1.5, 546, -1)), List.of(measured), List.of())));
  }

  @Test
  void measured_ofTurns_countsEachDrawWithItsMedian() {
    List<long[]> ofA =
        List.of(
            new long[] {1_000, 7_000, 3_000},
            new long[] {90_000, 7_000, 3_000},
            new long[] {2_000, 5_000_000, 3_000});
    List<long[]> ofB =
        List.of(
            new long[] {2_000, 9_000, 6_000},
            new long[] {3_000, 10_000, 12_000},
            new long[] {4_000, 11_000, 15_000});

    Measured measured =
        Measured.of(SearchClass.Q1, List.of("a", "b"), List.of(ofA, ofB), 200, false);

    assertThat(measured.p50()).containsExactly(3.0, 10.0);
    assertThat(measured.p99()).containsExactly(7.0, 12.0);
    assertThat(measured.ratios()).containsExactly(2.0, 10.0 / 7.0, 11.0 / 3.0);
    assertThat(measured.draws()).isEqualTo(3);
    assertThat(measured.isSettled()).isFalse();
  }

  @Test
  void ratio_ofProcesses_isTheMedianOfTheirMedians() {
    Ratio ratio = Ratio.of(List.of(List.of(1.0, 1.1, 1.2), List.of(2.0, 2.1), List.of(0.9)));

    assertThat(ratio.median()).isEqualTo(1.1);
    assertThat(ratio.least()).isEqualTo(0.9);
    assertThat(ratio.greatest()).isEqualTo(2.1);
  }

  /** One process may be steady and still differ from the others. */
  @ParameterizedTest
  @CsvSource({
    "'1.98 1.99 2 2.01 2.02; 1.98 1.99 2 2.01 2.02', false",
    "'1 1.5 2 2.5 3', true",
    "'1 1; 1.3 1.3; 1.6 1.6', true",
    "'NaN 1 NaN', true",
    "'', false"
  })
  void ratio_ofTurnsThatDiffer_isTooNoisy(String processes, boolean isTooNoisy) {
    List<List<Double>> turns =
        Stream.of(processes.split("; ", -1))
            .map(each -> Stream.of(each.split(" ")).filter(turn -> !turn.isEmpty()))
            .map(each -> each.map(Double::valueOf).toList())
            .toList();

    assertThat(Ratio.of(turns).isTooNoisy()).isEqualTo(isTooNoisy);
  }

  @Test
  void table_ofNoisyAndUnsettledRows_hasNoRatioOfThem() {
    Measured unsettled =
        new Measured(
            SearchClass.Q3,
            List.of("engine", "SQLite"),
            200,
            200,
            List.of(1.0, 2.0),
            List.of(1.0, 2.0),
            STEADY,
            false);
    Results results =
        results(
            measured(SearchClass.Q1, PeerKind.SQLITE, 200, STEADY),
            measured(SearchClass.Q2, PeerKind.SQLITE, 200, NOISY),
            unsettled);

    assertThat(ResultsTable.of(results))
        .contains("| Q1 browse | SQLite / engine | 2.00 | 0.01 | 2.00 to 2.00 |")
        .contains("| Q2 typical | SQLite / engine | too noisy | 0.50 | 2.00 to 2.00 |")
        .contains("| Q3 numeric | SQLite / engine | not settled | 0.01 | 2.00 to 2.00 |");
    assertThat(results.isUnsure()).isTrue();
    assertThat(results(measured(SearchClass.Q1, PeerKind.SQLITE, 200, STEADY)).isUnsure())
        .isFalse();
  }

  @Test
  void best_ofPeers_hasTheLeastRatioOfThoseWithEnoughDraws() {
    Results results =
        results(
            measured(SearchClass.Q5, PeerKind.LUCENE_BY_PRICE, 7, List.of(1.1)),
            measured(SearchClass.Q5, PeerKind.SQLITE, 200, List.of(4.0)),
            measured(SearchClass.Q5, PeerKind.LOOP, 20, List.of(3.0)));

    assertThat(results.best(SearchClass.Q5).orElseThrow().other()).isEqualTo("column loop");
    assertThat(ResultsTable.of(results)).contains("| 7 of 200 |");
    assertThat(ResultsTable.ofBest(Map.of("all", results)))
        .contains("| Q5 open | 10.0 / 20.0 | column loop, 30.0 | 3.00 |");
  }

  @Test
  void best_ofUpdates_leavesOutPeersWithoutIndex() {
    Results results =
        results(
            measured(SearchClass.U1, PeerKind.LOOP, 200, List.of(1.1)),
            measured(SearchClass.U1, PeerKind.SQLITE, 200, List.of(4.0)));

    assertThat(results.best(SearchClass.U1).orElseThrow().other()).isEqualTo("SQLite");
  }

  @Test
  void best_withoutPeers_isADash() {
    Results results = results(measured(SearchClass.Q5, PeerKind.LOOP, 3, List.of(1.1)));

    assertThat(ResultsTable.ofBest(Map.of("all", results)))
        .contains("| Q5 open | 10.0 / 20.0 | - | - |");
    assertThat(ResultsTable.ofLoads(Map.of("all", results), "offer"))
        .contains("| SQLite | 1.5 | 546 | - |");
  }

  @Test
  void read_ofWritten_givesSameResults(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("results.json");
    Results results =
        results(
            measured(SearchClass.Q5, PeerKind.LOOP, 3, STEADY),
            new Measured(
                SearchClass.SAVED_ADD,
                List.of("engine"),
                9,
                9,
                List.of(1.0),
                List.of(2.0),
                List.of(),
                true));
    JsonFile.write(results, file);

    assertThat(JsonFile.read(file, Results.class, "results")).isEqualTo(results);
  }

  @Test
  void read_ofOtherJson_isRefused(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("other.json");
    for (String other : List.of("{\"offers\":[]}", "# A page", "", "null", "[1]")) {
      Files.writeString(file, other);
      assertThatThrownBy(() -> JsonFile.read(file, Results.class, "results of a comparison"))
          .as(other)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + " holds no results of a comparison: ");
    }
  }

  @Test
  void plot_ofResults_hasASeriesForEachPeer() {
    Results results =
        results(
            Stream.of(PeerKind.values())
                .filter(peer -> !peer.isEngine())
                .flatMap(peer ->
                    SearchClass.of(SearchClass.Group.PLAIN).stream()
                        .map(kind -> measured(kind, peer, 200, STEADY)))
                .toArray(Measured[]::new));

    XYPlot plot = ResultsPlot.of("20,000, just loaded", results).getXYPlot();

    assertThat(plot.getSeriesCount()).isEqualTo(PeerKind.values().length);
    int naive = plot.getDataset().indexOf("naive filter");
    assertThat(plot.getDataset().getItemCount(naive)).isEqualTo(10);
    assertThat(plot.getDataset().getYValue(naive, 3)).isEqualTo(20);
    assertThat(plot.getDataset().getXValue(naive, 3)).isBetween(2.5, 3.5);
  }

  @Test
  void figures_ofFiles_areATableAndAPicture(@TempDir Path folder) throws Exception {
    Results results =
        results(
            Stream.concat(
                    SearchClass.of(SearchClass.Group.PLAIN).stream()
                        .map(kind -> measured(kind, PeerKind.LOOP, 200, STEADY)),
                    Stream.of(measured(SearchClass.U1, PeerKind.SQLITE, 200, NOISY)))
                .toArray(Measured[]::new));
    for (String file : List.of("20000.json", "20000-updated.json", "1000000.json")) {
      JsonFile.write(results, folder.resolve(file));
    }
    StringWriter out = new StringWriter();

    int exit =
        new FiguresCommand()
            .commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("--folder", folder.toString());

    assertThat(exit).isZero();
    assertThat(out.toString().lines())
        .contains(
            "| 20,000, just loaded | 10.0 µs | 10 µs | 10 µs | 2.0 times as long (too noisy: U1) |",
            "| Q1 browse" + " | 10.0 / 20.0 | column loop, 20.0 | 2.00".repeat(3) + " |",
            "| SQLite" + " | 1.5 | 546 | -".repeat(2) + " |");
    BufferedImage image = ImageIO.read(folder.resolve("results.png").toFile());
    assertThat(image.getHeight()).isEqualTo(3 * 420);
  }

  @Test
  void figures_withoutFiles_failInOneLine(@TempDir Path folder) {
    StringWriter errors = new StringWriter();

    int exit =
        new FiguresCommand()
            .commandLine()
            .setErr(new PrintWriter(errors, true))
            .execute("--folder", folder.toString());

    assertThat(exit).isEqualTo(1);
    assertThat(errors.toString())
        .startsWith("A file could not be read or written: ")
        .contains("20000.json")
        .hasLineCount(1);
  }
}
