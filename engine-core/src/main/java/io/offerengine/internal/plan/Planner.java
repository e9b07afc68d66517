package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.ConstantClause;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.index.ScanClause;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses for every segment how its matching rows are found: binds each condition to the segment,
 * asks the clauses what they cost, and lets the cheapest lead.
 *
 * <p>Results never depend on the choice. A shape may be forced, for tests: it is then used wherever
 * it is possible, and a scan without any index elsewhere.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Planner {
  /**
   * A clause that accepts fewer than one row in this many leads alone: its rows are checked one by
   * one. Not measured yet: decision 13.
   */
  private static final int SLICE_SHARE = 64;

  private final Map<Field, ValueSet> conditions;
  private final Arguments arguments;
  private final @Nullable PlanShape forced;

  /**
   * Creates a planner for one search.
   *
   * @param forced the shape to be used where possible; null for the cheapest
   */
  public Planner(Map<Field, ValueSet> conditions, Arguments arguments, @Nullable PlanShape forced) {
    this.conditions = conditions;
    this.arguments = arguments;
    this.forced = forced;
  }

  /** Returns the plan for a segment. */
  public SegmentPlan plan(SegmentView view) {
    SegmentReader reader = new SegmentReader(view.segment(), arguments);
    List<Clause> indexed = new ArrayList<>();
    List<Clause> others = new ArrayList<>();
    for (Map.Entry<Field, ValueSet> condition : conditions.entrySet()) {
      Clause clause = bind(condition.getKey(), condition.getValue(), view, reader);
      if (clause.estimate() == 0) {
        return new SegmentPlan(view, reader, PlanShape.EMPTY, List.of(), List.of(), 0);
      }
      if (!(clause instanceof ConstantClause)) {
        (clause.isIndexed() ? indexed : others).add(clause);
      }
    }
    Comparator<Clause> byEstimate = Comparator.comparingInt(Clause::estimate);
    indexed.sort(byEstimate.thenComparingInt(clause -> clause.field().ordinal()));
    others.sort(Comparator.comparingInt(clause -> clause.field().ordinal()));
    if (indexed.isEmpty()) {
      return new SegmentPlan(view, reader, PlanShape.SCAN, List.of(), others, view.liveCount());
    }
    return lead(view, reader, indexed, others);
  }

  private SegmentPlan lead(
      SegmentView view, SegmentReader reader, List<Clause> indexed, List<Clause> others) {
    int least = indexed.get(0).estimate();
    boolean slice =
        forced == null ? (long) least * SLICE_SHARE < view.size() : forced == PlanShape.SLICE;
    if (!slice) {
      return new SegmentPlan(view, reader, PlanShape.INTERSECT, indexed, others, least);
    }
    List<Clause> residual = new ArrayList<>(indexed.subList(1, indexed.size()));
    residual.addAll(others);
    return new SegmentPlan(view, reader, PlanShape.SLICE, indexed.subList(0, 1), residual, least);
  }

  private Clause bind(Field field, ValueSet accepted, SegmentView view, SegmentReader reader) {
    if (accepted.isEmpty()) {
      return new ConstantClause(field, false, view.size());
    }
    boolean usesIndex = forced != PlanShape.SCAN && view.segment() instanceof SealedSegment;
    Formula formula = field.formula();
    if (formula == null) {
      return usesIndex
          ? ((SealedSegment) view.segment()).index(field).bind(accepted)
          : ScanClause.of(field, view.segment().column(field), accepted, view.size());
    }
    if (usesIndex) {
      NumericStatistics bounds =
          ComputedBounds.of(formula, (SealedSegment) view.segment(), arguments);
      if (bounds != null && bounds.rejectsAll((NumericSet) accepted)) {
        return new ConstantClause(field, false, view.size());
      }
      if (bounds != null && bounds.acceptsAll((NumericSet) accepted)) {
        return new ConstantClause(field, true, view.size());
      }
    }
    return ScanClause.of(field, reader.numeric(field), accepted, view.size());
  }
}
