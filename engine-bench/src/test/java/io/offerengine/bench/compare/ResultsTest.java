package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.SearchClass;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.XYPlot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Times as quantiles, as a table, as a file and as a picture. */
class ResultsTest {
  /** More digits than a double has. */
  private static final long SEED = Long.MAX_VALUE - 1;

  private static final Results RESULTS = results();

  @Test
  void quantile_ofDraws_countsEachWithItsMedian() {
    DrawTimes times = new DrawTimes(3, 3);
    for (long nanos : new long[] {1_000, 90_000, 2_000, 5_000_000}) {
      times.add(0, nanos);
    }
    times.add(2, 7_000);

    assertThat(times.draws()).isEqualTo(2);
    assertThat(times.quantile(0)).isEqualTo(2);
    assertThat(times.quantile(0.5)).isEqualTo(7);
    assertThat(times.quantile(0.99)).isEqualTo(7);
  }

  @Test
  void best_ofCells_leavesOutOursAndIncompleteOnes() {
    assertThat(RESULTS.best(SearchClass.Q2).orElseThrow().peer()).isEqualTo(PeerKind.LOOP);
    assertThat(RESULTS.ratio(SearchClass.Q2)).isEqualTo(2.0);
  }

  @Test
  void best_ofCellsAtOtherSpeeds_isNearestToEngineBesideIt() {
    Results results =
        new Results(
            RESULTS.settings(),
            RESULTS.surroundings(),
            Map.of(),
            List.of(),
            List.of(
                new Cell(SearchClass.Q5, PeerKind.ENGINE, 200, 2, 2, 2),
                new Cell(SearchClass.Q5, PeerKind.LUCENE, 200, 5, 6, 2),
                new Cell(SearchClass.Q5, PeerKind.SQLITE, 200, 6, 7, 4)));

    assertThat(results.best(SearchClass.Q5).orElseThrow().peer()).isEqualTo(PeerKind.SQLITE);
    assertThat(results.ratio(SearchClass.Q5)).isEqualTo(1.5);
  }

  @Test
  void best_ofUpdates_leavesOutPeersWithoutIndex() {
    assertThat(RESULTS.best(SearchClass.U1).orElseThrow().peer())
        .isEqualTo(PeerKind.LUCENE_BY_PRICE);
  }

  @Test
  void ofTable_marksIncompleteCells() {
    assertThat(ResultsTable.of(RESULTS))
        .contains("| Q2 typical | 24 | 15.0 / 45.0 |")
        .contains("| 0.5 / 2.5* |")
        .contains("| column loop | 2.0 |");
  }

  @Test
  void read_ofWritten_givesSameResults(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("results.json");
    JsonFile.write(RESULTS, file);

    assertThat(read(file)).isEqualTo(RESULTS);
  }

  @Test
  void read_ofOtherJson_isRefused(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("other.json");
    Files.writeString(file, "{\"offers\":[]}");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " holds no results of a comparison: ")
        .hasMessageContaining("Missing creator property 'settings'");
  }

  @Test
  void plot_ofWhatIsNoResults_failsInOneLine(@TempDir Path folder) throws Exception {
    Path written = folder.resolve("results.json");
    JsonFile.write(RESULTS, written);
    String results = Files.readString(written);
    for (String other :
        List.of(
            "# A page",
            "",
            "null",
            "[1]",
            results.substring(0, results.length() / 2),
            results.replace("Q2", "Q99"),
            results.replace("\"seed\" : " + SEED, "\"seed\" : 1.5"))) {
      assertThat(other).isNotEqualTo(results);
      Path file = Files.writeString(folder.resolve("other.json"), other);
      StringWriter errors = new StringWriter();
      int exit =
          PlotCommand.commandLine()
              .setErr(new PrintWriter(errors, true))
              .execute(file.toString(), "--out", folder.resolve("results.png").toString());
      assertThat(exit).as(other).isEqualTo(CommandLine.ExitCode.SOFTWARE);
      assertThat(errors.toString())
          .as(other)
          .startsWith(
              "A file could not be read or written: "
                  + file
                  + " holds no results of a comparison: ")
          .hasLineCount(1);
    }
  }

  @Test
  void plot_ofFiles_isAPictureOfAllCharts(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("results.json");
    Path picture = folder.resolve("results.png");
    JsonFile.write(RESULTS, file);

    int exit =
        PlotCommand.commandLine()
            .execute(file.toString(), file.toString(), "--out", picture.toString());

    assertThat(exit).isZero();
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getHeight()).isEqualTo(4 * 420);
    assertThat(image.getWidth()).isEqualTo(1180);
  }

  @Test
  void of_plot_hasAChartOfPlainClassesAndOneOfVariants() {
    List<JFreeChart> charts = ResultsPlot.of(List.of(RESULTS));

    assertThat(charts)
        .extracting(chart -> chart.getTitle().getText())
        .containsExactly(
            "20,000 offers, some of them updated: p50, and a line to p99",
            "20,000 offers, some of them updated: variants of the classes");
    XYPlot plain = charts.get(0).getXYPlot();
    assertThat(plain.getSeriesCount()).isEqualTo(PeerKind.values().length);
    int naive = plain.getDataset().indexOf("naive filter");
    assertThat(plain.getDataset().getItemCount(naive)).isEqualTo(12);
    assertThat(plain.getDataset().getYValue(naive, 3)).isEqualTo(1e6);
    assertThat(plain.getDataset().getXValue(naive, 3)).isBetween(2.5, 3.5);
  }

  @Test
  void compare_ofWrongOptions_saysWhatIsAllowed() {
    assertThat(CompareCommand.commandLine().execute("--offers", "10")).isEqualTo(2);
    assertThat(CompareCommand.commandLine().execute("--seconds", "0")).isEqualTo(2);
    assertThat(CompareCommand.commandLine().execute("--classes", "Q77")).isEqualTo(2);
    assertThat(CompareCommand.commandLine().execute("--out", "/no/such/folder/x.json"))
        .isEqualTo(2);
  }

  private static Results read(Path file) throws IOException {
    return JsonFile.read(file, Results.class, "results of a comparison");
  }

  private static Results results() {
    List<Cell> cells = new ArrayList<>();
    List<PeerKind> peers = List.of(PeerKind.values());
    for (SearchClass kind : SearchClass.values()) {
      for (PeerKind peer : peers) {
        double p50 = peer.isEngine() ? 15 : 10 * (peers.indexOf(peer) + 1);
        boolean isFastButIncomplete = peer == PeerKind.LUCENE;
        boolean isSlow = peer == PeerKind.NAIVE;
        cells.add(
            isFastButIncomplete
                ? new Cell(kind, peer, 12, 0.5, 2.5, 15)
                : new Cell(kind, peer, 200, isSlow ? 1e6 : p50, isSlow ? 1e7 : 3 * p50, 15));
      }
    }
    return new Results(
        new Settings(20_000, SEED, 1, 3, true, false, Clock.WALL),
        new Surroundings(new TreeMap<>(Map.of("cpu", "a \"quoted\" name", "cores", "2"))),
        Map.of(SearchClass.Q2, 24),
        List.of(new Results.Load(PeerKind.SQLITE, 1.5, 546, -1)),
        cells);
  }
}
