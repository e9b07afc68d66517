package io.offerengine;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.exec.SearchAdvice;
import io.offerengine.internal.exec.SearchReport;
import io.offerengine.internal.exec.SearchTimes;
import io.offerengine.internal.exec.SegmentTrace;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.query.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How a search ran: the query as the engine read it, the plan of each segment, the part of the plan
 * that finished, and the work.
 *
 * <p>The plans are those that ran, not those that might run. If the query gives its clock, the text
 * without times is stable: the same search of the same version gives the same text.
 *
 * <pre>
 * query: weight lt 100.0 order by weight asc, good asc limit 2
 * parameters: none
 * plan: index scan x 1, tail scan x 1
 *   segment 1: index scan of 256 rows, at most 100; by weight (100); examined 32, matched 100
 *   tail 1: tail scan of 1 rows, at most 1; check weight; examined 1, matched 1
 * estimated: at most 101 rows
 * examined: 33 rows
 * matched: 101 rows
 * </pre>
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param query the query as the engine read it, with implied conditions
 * @param parameters all parameters of the search: given values, defaults, and the clock
 * @param plan each kind of plan with its number of segments: {@code slice x 1, empty x 3}
 * @param segments each segment's plan and work, the tails last
 * @param rowsExamined how many rows were examined one by one. A later page of a search that
 *     collapses rows also examines the other rows of each fold.
 * @param rowsMatched how many rows matched, before collapsing
 * @param computedFields for each computed field that the query names, whether its values were read
 *     from materialised columns or evaluated: {@code dph_total: materialised in 4 segments,
 *     evaluated in 1}
 * @param advice changes that would make the search much cheaper; empty if there are none
 * @param times how long the phases took; null if the explanation was not made by {@link
 *     Snapshot#explainTimed}
 */
public record Explanation(
    String query,
    String parameters,
    String plan,
    List<Segment> segments,
    long rowsExamined,
    long rowsMatched,
    List<String> computedFields,
    List<String> advice,
    @Nullable Times times) {
  /** Copies the lists. */
  public Explanation {
    segments = List.copyOf(segments);
    computedFields = List.copyOf(computedFields);
    advice = List.copyOf(advice);
  }

  static Explanation of(Query query, Search search, boolean isTimed) {
    List<Segment> segments = new ArrayList<>();
    for (int segment = 0; segment < search.version().views().size(); segment++) {
      segments.add(Segment.of(search, segment));
    }
    return new Explanation(
        query.toString(),
        search.arguments().toString(),
        SearchReport.plan(search),
        segments,
        search.rowsExamined(),
        search.rowsMatched(),
        SearchReport.computedFields(query, search),
        SearchAdvice.of(query, search),
        isTimed ? Times.of(search.times()) : null);
  }

  /** Returns an upper bound of the rows that match in all segments but the skipped ones. */
  public long estimate() {
    return segments.stream().mapToLong(Segment::estimate).sum();
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner("\n");
    text.add("query: " + query);
    text.add("parameters: " + parameters);
    text.add("plan: " + plan);
    segments.forEach(segment -> text.add("  " + segment));
    text.add("estimated: at most " + estimate() + " rows");
    text.add("examined: " + rowsExamined + " rows");
    text.add("matched: " + rowsMatched + " rows");
    computedFields.forEach(line -> text.add("computed: " + line));
    advice.forEach(line -> text.add("advice: " + line));
    if (times != null) {
      text.add(times.toString());
    }
    return text.toString();
  }

  /**
   * How long the phases of one search took.
   *
   * @param planning the time in which plans were chosen
   * @param searching the time in which plans ran
   * @param collecting the time in which the best rows were put in order and handed out
   */
  public record Times(Duration planning, Duration searching, Duration collecting) {
    private static Times of(SearchTimes times) {
      return new Times(
          Duration.ofNanos(times.planning()),
          Duration.ofNanos(times.searching()),
          Duration.ofNanos(times.collecting()));
    }

    @Override
    public String toString() {
      String plans = "times: planning " + micros(planning) + ", searching " + micros(searching);
      return plans + ", collecting " + micros(collecting);
    }

    private static String micros(Duration time) {
      return time.toNanos() / 1000 + "." + time.toNanos() / 100 % 10 + " µs";
    }
  }

  /**
   * How one segment was searched.
   *
   * @param name {@code segment 1}, {@code segment 2}, … and {@code tail 1}, …
   * @param plan the kind of plan: {@code empty}, {@code slice}, {@code intersect}, {@code index
   *     scan}, {@code clustered scan}, {@code grouped scan}, {@code tail scan}, {@code full scan};
   *     or {@code skipped} if no row of the segment could rank among the results
   * @param rows the number of live rows
   * @param estimate an upper bound of the matching rows, from the plan
   * @param leading the clauses that find rows: indexed fields, each with its estimate
   * @param checking the fields that are checked row by row, in this order. A condition on parts of
   *     texts says what was tested: the texts of single rows, {@code title (312 rows tested)}; each
   *     distinct text once, {@code title (20000 distinct texts tested)}; or rows until they were
   *     many, {@code title (256 rows, then 20000 distinct texts tested)}
   * @param fallback the plan that takes over, when, and which part finished; null if there is none
   * @param rowsExamined how many rows were examined one by one
   * @param rowsMatched how many rows matched, before collapsing
   */
  public record Segment(
      String name,
      String plan,
      long rows,
      long estimate,
      List<String> leading,
      List<String> checking,
      @Nullable String fallback,
      long rowsExamined,
      long rowsMatched) {
    /** Copies the lists. */
    public Segment {
      leading = List.copyOf(leading);
      checking = List.copyOf(checking);
    }

    static Segment of(Search search, int number) {
      SegmentTrace trace = search.trace(number);
      SegmentPlan plan = trace.plan();
      return new Segment(
          SearchReport.name(search, number),
          SearchReport.kind(search, number),
          search.version().views().get(number).liveCount(),
          plan == null ? 0 : plan.estimate(),
          plan == null ? List.of() : plan.leading(),
          plan == null ? List.of() : plan.checking(),
          SearchReport.fallback(trace),
          trace.rowsExamined(),
          trace.rowsMatched());
    }

    @Override
    public String toString() {
      StringJoiner text = new StringJoiner("; ");
      text.add(name + ": " + plan + " of " + rows + " rows, at most " + estimate);
      if (!leading.isEmpty()) {
        text.add("by " + String.join(", ", leading));
      }
      if (!checking.isEmpty()) {
        text.add("check " + String.join(", ", checking));
      }
      if (fallback != null) {
        text.add(fallback);
      }
      text.add("examined " + rowsExamined + ", matched " + rowsMatched);
      return text.toString();
    }
  }
}
