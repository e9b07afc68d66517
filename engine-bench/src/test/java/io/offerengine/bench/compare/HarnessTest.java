package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.TimedVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the harness runs and in which order, with sides whose durations are given. */
class HarnessTest {
  private static final double SECONDS = 0.01;
  private static final int DRAWS = 30;

  private final List<String> calls = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /** A side that takes a number of nanoseconds for each class, and finds the number of the draw. */
  private final class GivenSide implements TimedVersion {
    private final String name;
    private final Map<String, Integer> nanos;
    private final int draws;
    private String kind = "";
    private int last;

    GivenSide(String name, int draws, Map<String, Integer> nanos) {
      this.name = name;
      this.draws = draws;
      this.nanos = nanos;
    }

    @Override
    public int turnTo(String chosen) {
      if (!nanos.containsKey(chosen)) {
        throw new IllegalArgumentException("not " + chosen);
      }
      kind = chosen;
      return nanos.get(chosen) == 0 ? 0 : draws;
    }

    @Override
    public long run(int draw) {
      last = draw;
      if (nanos.get(kind) < 0) {
        throw new IllegalStateException("out of paper");
      }
      if (draw == 0) {
        calls.add(name + " " + kind);
      }
      return nanos.get(kind);
    }

    @Override
    public long[] found() {
      return new long[] {kind.equals("Q4") && last == 7 ? name.hashCode() : last};
    }
  }

  private Side side(String name, Map<String, Integer> nanos) {
    return new Side(name, new GivenSide(name, DRAWS, nanos));
  }

  private Harness harness(int process) {
    return new Harness(process, SECONDS, 0, told::add);
  }

  @Test
  void time_ofTwoSides_givesTheirRatio() throws Exception {
    Harness harness = harness(0);

    harness.time(
        List.of(side("one", Map.of("Q1", 2_000)), side("other", Map.of("Q1", 5_000))),
        List.of(SearchClass.Q1),
        true);

    Measured measured = harness.outcome().measured().get(0);
    assertThat(measured.sides()).containsExactly("one", "other");
    assertThat(measured.kind()).isEqualTo(SearchClass.Q1);
    assertThat(measured.p50()).containsExactly(2.0, 5.0);
    assertThat(measured.p99()).containsExactly(2.0, 5.0);
    assertThat(measured.ratios())
        .hasSizeGreaterThanOrEqualTo(Harness.LEAST_TURNS)
        .containsOnly(2.5);
    assertThat(measured.draws()).isEqualTo(DRAWS);
    assertThat(measured.of()).isEqualTo(DRAWS);
    assertThat(told).anyMatch(line -> line.startsWith("process 1: one and other Q1"));
  }

  @Test
  void time_ofOneSide_givesNoRatio() throws Exception {
    Harness harness = harness(0);

    harness.time(List.of(side("one", Map.of("Q1", 2_000))), List.of(SearchClass.Q1), true);

    Measured measured = harness.outcome().measured().get(0);
    assertThat(measured.p50()).containsExactly(2.0);
    assertThat(measured.ratios()).isEmpty();
    assertThat(Results.Row.of(List.of(measured)).ratio().isAbsent()).isTrue();
  }

  @Test
  void time_ofTurns_letsEachSideBeFirstInTurn() throws Exception {
    harness(0)
        .time(
            List.of(side("one", Map.of("Q1", 2_000)), side("other", Map.of("Q1", 5_000))),
            List.of(SearchClass.Q1),
            true);

    // The first two calls compare the results.
    assertThat(calls.subList(2, 10))
        .containsExactly(
            "one Q1", "other Q1", "other Q1", "one Q1", "one Q1", "other Q1", "other Q1", "one Q1");
    calls.clear();

    harness(1)
        .time(
            List.of(side("one", Map.of("Q1", 2_000)), side("other", Map.of("Q1", 5_000))),
            List.of(SearchClass.Q1),
            true);

    assertThat(calls.subList(2, 6)).containsExactly("other Q1", "one Q1", "one Q1", "other Q1");
  }

  @Test
  void time_ofClasses_changesTheirOrderAndLeavesUpdatesForTheEnd() throws Exception {
    Map<String, Integer> nanos =
        Map.of("Q1", 1_000, "Q2", 1_000, "Q3", 1_000, "Q5", 1_000, "U1", 1_000, "MIX", 1_000);
    List<SearchClass> kinds =
        List.of(
            SearchClass.U1,
            SearchClass.Q1,
            SearchClass.Q2,
            SearchClass.MIX,
            SearchClass.Q3,
            SearchClass.Q5);
    List<List<SearchClass>> orders = new ArrayList<>();
    for (int process = 0; process < 3; process++) {
      Harness harness = harness(process);
      harness.time(List.of(side("one", nanos), side("other", nanos)), kinds, true);
      List<SearchClass> order = harness.outcome().measured().stream().map(Measured::kind).toList();
      assertThat(order).containsExactlyInAnyOrderElementsOf(kinds);
      assertThat(order.subList(4, 6)).containsExactlyInAnyOrder(SearchClass.U1, SearchClass.MIX);
      orders.add(order);
    }

    assertThat(orders).doesNotHaveDuplicates();
  }

  @Test
  void time_ofClassThatASideCannotRun_leavesItOut() throws Exception {
    Harness harness = harness(0);

    harness.time(
        List.of(
            side("one", Map.of("Q1", 1_000, "Q2", 1_000)), side("other", Map.of("Q1", 0, "Q2", 1))),
        List.of(SearchClass.Q1, SearchClass.Q2),
        true);

    assertThat(harness.outcome().measured())
        .extracting(Measured::kind)
        .containsExactly(SearchClass.Q2);
  }

  @Test
  void time_whenSidesFindSomethingElse_namesDrawAndBoth() {
    assertThatThrownBy(() ->
            harness(0)
                .time(
                    List.of(side("one", Map.of("Q4", 1)), side("other", Map.of("Q4", 1))),
                    List.of(SearchClass.Q4),
                    true))
        .isInstanceOf(ComparisonException.class)
        .hasMessage(
            "draw 7 of Q4 finds something else: one finds 1 results, first [%s], other finds 1"
                + " results, first [%s]",
            "one".hashCode(), "other".hashCode());
  }

  @Test
  void time_whenSidesNeedNotAgree_comparesNothing() throws Exception {
    Harness harness = harness(0);

    harness.time(
        List.of(side("one", Map.of("Q4", 1)), side("other", Map.of("Q4", 1))),
        List.of(SearchClass.Q4),
        false);

    assertThat(harness.outcome().measured()).hasSize(1);
  }

  @Test
  void time_whenASideFails_namesItAndTheDraw() {
    assertThatThrownBy(() ->
            harness(0)
                .time(
                    List.of(side("one", Map.of("Q1", 1)), side("other", Map.of("Q1", -1))),
                    List.of(SearchClass.Q1),
                    true))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("other failed in draw 0 of Q1: java.lang.IllegalStateException: out of paper");
  }

  @Test
  void time_ofUnknownClass_namesTheSide() {
    assertThatThrownBy(() ->
            harness(0)
                .time(
                    List.of(side("one", Map.of("Q1", 1)), side("other", Map.of("Q2", 1))),
                    List.of(SearchClass.Q1),
                    true))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("other knows no class Q1: not Q1");
  }

  @Test
  void time_ofDifferentNumbersOfDraws_isRefused() {
    Side fewer = new Side("fewer", new GivenSide("fewer", 3, Map.of("Q1", 1)));
    assertThatThrownBy(() ->
            harness(0)
                .time(List.of(side("one", Map.of("Q1", 1)), fewer), List.of(SearchClass.Q1), true))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("one and fewer have different numbers of draws of Q1");
  }

  @Test
  void timeStart_ofASide_countsWindowsUntilItIsFast() throws Exception {
    Start start =
        Start.of("one", List.of(9.0, 5.0, 3.1, 2.9, 2.0, 2.1, 2.0, 2.0, 2.0, 2.0), 1.5, true);

    assertThat(start.first()).isEqualTo(9.0);
    assertThat(start.end()).isEqualTo(2.0);
    assertThat(start.searches()).isEqualTo(3 * Start.WINDOW);
    assertThat(Start.of("one", List.of(2.0, 2.0), 0, true).searches()).isZero();
  }
}
