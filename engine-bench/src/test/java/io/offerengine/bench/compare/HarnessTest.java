package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.TimedVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the harness runs and in which order, with sides whose durations are given. */
class HarnessTest {
  private static final int DRAWS = 30;

  private final List<String> calls = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /** A side that takes some nanoseconds for each class, and finds the number of the draw. */
  private final class GivenSide implements TimedVersion {
    private final String name;
    private final int draws;
    private final Map<String, Integer> nanos;
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
        calls.add(name);
      }
      return nanos.get(kind);
    }

    @Override
    public long[] found() {
      return new long[] {kind.equals("Q4") && last == 7 ? name.length() : last};
    }
  }

  private Side side(String name, Map<String, Integer> nanos) {
    return new Side(name, new GivenSide(name, DRAWS, nanos));
  }

  private List<Measured> time(int process, List<Side> sides, String... kinds) throws Exception {
    Harness harness = new Harness(process, 0.01, 0, told::add);
    harness.time(sides, Arrays.stream(kinds).map(SearchClass::valueOf).toList(), true);
    return harness.outcome().measured();
  }

  private List<Measured> time(Map<String, Integer> one, Map<String, Integer> other, String... kinds)
      throws Exception {
    return time(0, List.of(side("one", one), side("other", other)), kinds);
  }

  @Test
  void time_ofTwoSides_givesTheirRatio() throws Exception {
    Measured measured = time(Map.of("Q1", 2_000), Map.of("Q1", 5_000), "Q1").get(0);

    assertThat(measured.sides()).containsExactly("one", "other");
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
    Measured measured = time(0, List.of(side("one", Map.of("Q1", 2_000))), "Q1").get(0);

    assertThat(measured.p50()).containsExactly(2.0);
    assertThat(measured.ratios()).isEmpty();
    assertThat(Results.Row.of(List.of(measured)).ratio().isAbsent()).isTrue();
  }

  @Test
  void time_ofTurns_letsEachSideBeFirstInTurn() throws Exception {
    List<Side> sides = List.of(side("one", Map.of("Q1", 2)), side("other", Map.of("Q1", 5)));
    time(0, sides, "Q1");

    // The first two calls compare the results.
    assertThat(calls.subList(2, 8)).containsExactly("one", "other", "other", "one", "one", "other");

    calls.clear();
    time(1, sides, "Q1");

    assertThat(calls.subList(2, 6)).containsExactly("other", "one", "one", "other");
  }

  @Test
  void time_ofClasses_changesTheirOrderAndLeavesUpdatesForTheEnd() throws Exception {
    String[] kinds = {"U1", "Q1", "Q2", "MIX", "Q3", "Q5"};
    Map<String, Integer> nanos = Map.of("Q1", 1, "Q2", 1, "Q3", 1, "Q5", 1, "U1", 1, "MIX", 1);
    List<List<String>> orders = new ArrayList<>();
    for (int process = 0; process < 3; process++) {
      List<String> order =
          time(process, List.of(side("one", nanos), side("other", nanos)), kinds).stream()
              .map(each -> each.kind().name())
              .toList();
      assertThat(order).containsExactlyInAnyOrder(kinds);
      assertThat(order.subList(4, 6)).containsExactlyInAnyOrder("U1", "MIX");
      orders.add(order);
    }

    assertThat(new HashSet<>(orders)).hasSize(3);
  }

  @Test
  void time_ofClassThatASideCannotRun_leavesItOut() throws Exception {
    assertThat(time(Map.of("Q1", 1, "Q2", 1), Map.of("Q1", 0, "Q2", 1), "Q1", "Q2"))
        .extracting(Measured::kind)
        .containsExactly(SearchClass.Q2);
  }

  @Test
  void time_whenSidesFindSomethingElse_namesDrawAndBoth() {
    assertThatThrownBy(() -> time(Map.of("Q4", 1), Map.of("Q4", 1), "Q4"))
        .isInstanceOf(ComparisonException.class)
        .hasMessage(
            "draw 7 of Q4 finds something else: one finds 1 results, first [3], other finds 1"
                + " results, first [5]");
  }

  @Test
  void time_whenSidesNeedNotAgree_comparesNothing() throws Exception {
    Harness harness = new Harness(0, 0.01, 0, told::add);
    harness.time(
        List.of(side("one", Map.of("Q4", 1)), side("other", Map.of("Q4", 1))),
        List.of(SearchClass.Q4),
        false);

    assertThat(harness.outcome().measured()).hasSize(1);
  }

  @Test
  void time_ofSideThatFails_namesIt() {
    assertThatThrownBy(() -> time(Map.of("Q1", 1), Map.of("Q1", -1), "Q1"))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("other failed in draw 0 of Q1: java.lang.IllegalStateException: out of paper");
    assertThatThrownBy(() -> time(Map.of("Q1", 1), Map.of("Q2", 1), "Q1"))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("other knows no class Q1: not Q1");
    Side fewer = new Side("fewer", new GivenSide("fewer", 3, Map.of("Q1", 1)));
    assertThatThrownBy(() -> time(0, List.of(side("one", Map.of("Q1", 1)), fewer), "Q1"))
        .isInstanceOf(ComparisonException.class)
        .hasMessage("one and fewer have different numbers of draws of Q1");
  }

  @Test
  void start_ofASide_countsWindowsUntilItIsFast() {
    Start start =
        Start.of("one", List.of(9.0, 5.0, 3.1, 2.9, 2.0, 2.1, 2.0, 2.0, 2.0, 2.0), 1.5, true);

    assertThat(start.first()).isEqualTo(9.0);
    assertThat(start.end()).isEqualTo(2.0);
    assertThat(start.searches()).isEqualTo(3 * Start.WINDOW);
    assertThat(Start.of("one", List.of(2.0, 2.0), 0, true).searches()).isZero();
  }
}
