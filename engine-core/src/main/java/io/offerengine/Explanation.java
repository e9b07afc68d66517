package io.offerengine;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.query.Query;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * How a search was done: what it was understood as, which plan every segment got, what that was
 * estimated at, and what it came to.
 *
 * <p>The text is stable: the same search of the same version gives the same one.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Explanation {
  private final String query;
  private final String plan;
  private final List<Segment> segments;
  private final long estimate;
  private final long rowsExamined;
  private final long rowsMatched;

  private Explanation(
      String query,
      String plan,
      List<Segment> segments,
      long estimate,
      long rowsExamined,
      long rowsMatched) {
    this.query = query;
    this.plan = plan;
    this.segments = List.copyOf(segments);
    this.estimate = estimate;
    this.rowsExamined = rowsExamined;
    this.rowsMatched = rowsMatched;
  }

  static Explanation of(Query query, Search search) {
    Map<PlanShape, Integer> shapes = new EnumMap<>(PlanShape.class);
    List<Segment> segments = new ArrayList<>();
    long estimate = 0;
    List<SegmentPlan> plans = search.plans();
    for (int i = 0; i < plans.size(); i++) {
      SegmentPlan plan = plans.get(i);
      shapes.merge(plan.shape(), 1, Integer::sum);
      Segment segment = Segment.of(plan, search, i);
      segments.add(segment);
      estimate += segment.estimate();
    }
    StringJoiner plan = new StringJoiner(", ");
    shapes.forEach((shape, count) -> plan.add(shape + " x " + count));
    return new Explanation(
        query.toString(),
        plan.toString(),
        segments,
        estimate,
        search.rowsExamined(),
        search.rowsMatched());
  }

  /** Returns the query as it was understood, implied conditions included. */
  public String query() {
    return query;
  }

  /**
   * Returns the shapes of the plans and how many segments got each: {@code slice x 1, empty x 3}.
   */
  public String plan() {
    return plan;
  }

  /** Returns each segment's plan and work, the tail last. */
  public List<Segment> segments() {
    return segments;
  }

  /** Returns an upper bound of the rows to be looked at, as planned. */
  public long estimate() {
    return estimate;
  }

  /**
   * Returns how many rows were looked at one by one; a later page of a search that folds looks at
   * each row twice.
   */
  public long rowsExamined() {
    return rowsExamined;
  }

  /** Returns how many rows matched, before folding. */
  public long rowsMatched() {
    return rowsMatched;
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner("\n");
    text.add("query: " + query);
    text.add("plan: " + plan);
    segments.forEach(segment -> text.add("  " + segment));
    text.add("estimated: at most " + estimate + " rows");
    text.add("examined: " + rowsExamined + " rows");
    text.add("matched: " + rowsMatched + " rows");
    return text.toString();
  }

  /**
   * How one segment was searched.
   *
   * @param plan the shape of its plan: {@code empty}, {@code slice}, {@code row walk}, {@code order
   *     walk}, {@code value walk}, {@code intersect} or {@code scan}
   * @param rows how many offers it holds
   * @param estimate an upper bound of the rows to be looked at, as planned
   * @param leading the conditions whose indexes find rows, by field or two, each with its estimate
   * @param verifying the conditions that are checked row by row, in this order
   * @param rowsExamined how many rows were looked at one by one
   * @param rowsMatched how many rows matched, before folding
   */
  public record Segment(
      String plan,
      long rows,
      long estimate,
      List<String> leading,
      List<String> verifying,
      long rowsExamined,
      long rowsMatched) {
    /** Copies the lists. */
    public Segment {
      leading = List.copyOf(leading);
      verifying = List.copyOf(verifying);
    }

    static Segment of(SegmentPlan plan, Search search, int place) {
      return new Segment(
          plan.shape().toString(),
          plan.view().liveCount(),
          (long) plan.estimate() * search.passes(),
          texts(plan.leading()),
          texts(plan.residual()),
          search.rowsExamined(place),
          search.rowsMatched(place));
    }

    private static List<String> texts(List<Clause> clauses) {
      return clauses.stream()
          .map(clause -> clause.name() + (clause.isIndexed() ? " (" + clause.estimate() + ")" : ""))
          .toList();
    }

    @Override
    public String toString() {
      StringJoiner text = new StringJoiner("; ");
      text.add(plan + " of " + rows + " rows, at most " + estimate);
      if (!leading.isEmpty()) {
        text.add("by " + String.join(", ", leading));
      }
      if (!verifying.isEmpty()) {
        text.add("verify " + String.join(", ", verifying));
      }
      text.add("examined " + rowsExamined + ", matched " + rowsMatched);
      return text.toString();
    }
  }
}
