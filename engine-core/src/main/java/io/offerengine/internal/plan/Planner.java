package io.offerengine.internal.plan;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.GrowingFlagColumn;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.ConstantClause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.FlagClause;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.index.ScanClause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.MaterializedLookup;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Direction;
import io.offerengine.query.NumericSet;
import io.offerengine.query.Query;
import io.offerengine.query.SortKey;
import io.offerengine.query.TextualSet;
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
 * asks the clauses what they cost, and lets {@link PlanCost} say which way is cheapest.
 *
 * <p>Results never depend on the choice. A shape may be forced, for tests: it is then used wherever
 * it is possible, and a scan without any index elsewhere.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class Planner {
  /** The clause that accepts the fewest rows first. */
  static final Comparator<Clause> BY_ESTIMATE =
      (left, right) -> {
        int order = Integer.compare(left.estimate(), right.estimate());
        return order != 0 ? order : byField(left, right);
      };

  /** A bit is cheaper to look at than a column: it spares most rows that. */
  private static final Comparator<Clause> BY_CHECK =
      (left, right) -> {
        int order = Boolean.compare(right.isMasked(), left.isMasked());
        return order != 0 ? order : BY_ESTIMATE.compare(left, right);
      };

  private final Field[] fields;

  /** What is accepted of each field. */
  private final ValueSet[] accepted;

  private int size;

  private final SelectivityStatistics shares;
  private final Arguments arguments;
  private final MaterializedLookup materializedLookup;
  private final List<SortKey> order;

  /** How many results are wanted: rows, or folds of them. */
  private final int wanted;

  private final boolean folds;
  private final int segments;
  private final @Nullable PlanShape forced;
  private final Scratch scratch;

  /**
   * Creates a planner for rows in no particular order.
   *
   * @param forced the shape to be used where possible; null for the cheapest
   */
  public Planner(Map<Field, ValueSet> conditions, Arguments arguments, @Nullable PlanShape forced) {
    this(conditions, arguments, List.of(), 0, false, 1, forced, new Scratch());
  }

  private Planner(
      Map<Field, ValueSet> conditions,
      Arguments arguments,
      List<SortKey> order,
      int wanted,
      boolean folds,
      int segments,
      @Nullable PlanShape forced,
      Scratch scratch) {
    this.fields = new Field[conditions.size()];
    this.accepted = new ValueSet[fields.length];
    conditions.forEach(this::add);
    this.shares = new SelectivityStatistics(fields);
    this.arguments = arguments;
    this.materializedLookup = new MaterializedLookup(arguments);
    this.order = order;
    this.wanted = wanted;
    this.folds = folds;
    this.segments = segments;
    this.forced = forced;
    this.scratch = scratch;
  }

  private void add(Field field, ValueSet values) {
    fields[size] = field;
    accepted[size++] = values;
  }

  /**
   * Returns a planner for the best rows of a query.
   *
   * @param arguments the query's, its clock set
   * @param segments how many segments the best rows may be from
   * @param forced the shape to be used where possible; null for the cheapest
   * @param scratch the search's working memory
   */
  public static Planner ofBest(
      Query query, Arguments arguments, int segments, @Nullable PlanShape forced, Scratch scratch) {
    List<SortKey> order =
        query.order().isEmpty()
            ? List.of(new SortKey(query.schema().idField(), Direction.ASC))
            : query.order();
    return new Planner(
        query.valueSets(),
        arguments,
        order,
        query.limit() + 1,
        query.fold(),
        Math.max(1, segments),
        forced,
        scratch);
  }

  /** Returns a planner for all rows of a query, in no particular order. */
  public static Planner ofAll(
      Query query, Arguments arguments, @Nullable PlanShape forced, Scratch scratch) {
    return new Planner(query.valueSets(), arguments, List.of(), 0, false, 1, forced, scratch);
  }

  /** Compares clauses by the places of their fields in the schema. */
  static int byField(Clause left, Clause right) {
    return Integer.compare(left.field().ordinal(), right.field().ordinal());
  }

  /**
   * Returns a bound of the first order key in a segment: no row has a lesser one, keys of a
   * descending order turned over. {@link RowBound#NONE} when nothing is known.
   */
  public long bestKey(SegmentView view) {
    if (order.isEmpty() || !(view.segment() instanceof SealedSegment sealed)) {
      return RowBound.NONE;
    }
    SortKey first = order.get(0);
    Field field = first.field();
    if (!field.type().isNumeric() || field.isAbsentAsFalse()) {
      return RowBound.NONE;
    }
    NumericStatistics bounds = statistics(field, sealed);
    if (bounds == null || bounds.present() == 0) {
      return RowBound.NONE;
    }
    return first.isDescending() ? ~bounds.high() : bounds.low();
  }

  private @Nullable NumericStatistics statistics(Field field, SealedSegment segment) {
    Formula formula = field.formula();
    if (formula == null) {
      return segment.index(field).statistics();
    }
    FieldIndex materialized = segment.materializedIndex(field, materializedLookup);
    return materialized == null
        ? ComputedBounds.of(formula, segment, arguments)
        : materialized.statistics();
  }

  /** Returns the plan for a segment. */
  public SegmentPlan plan(SegmentView view) {
    SegmentReader reader = reader(view);
    if (view.liveCount() == 0) {
      return found(view, reader, PlanShape.EMPTY, List.of(), List.of(), 0);
    }
    Composite composite = forced == PlanShape.SCAN ? null : Composite.of(view, fields, accepted);
    if (composite != null && composite.isShort() && forced == null) {
      return listed(view, reader, composite);
    }
    List<Clause> indexed = new ArrayList<>(fields.length);
    List<Clause> others = new ArrayList<>(fields.length);
    if (!bind(view, reader, null, indexed, others)) {
      return found(view, reader, PlanShape.EMPTY, List.of(), List.of(), 0);
    }
    CompositeClause both = composite == null ? null : composite.clause(accepted, scratch);
    int rowsWanted = rowsWanted(view);
    PlanCost cost = new PlanCost(view, indexed, both, rowsWanted, segments, forced);
    SegmentPlan still = lead(view, reader, indexed, others, cost);
    if (view.segment() instanceof SealedSegment sealed && !order.isEmpty()) {
      boolean matchesAll = indexed.isEmpty() && others.isEmpty();
      boolean fewOfAll = forced == null && matchesAll && rowsWanted <= Long.SIZE;
      OrderAccess access =
          forced != null || cost.allowsWalk()
              ? OrderAccess.of(order, sealed, reader, indexed, cost.expected(), fewOfAll)
              : null;
      if (access != null
          && (forced == null ? cost.favoursWalk(access) : forced == access.shape())) {
        return new SegmentPlan(
            view,
            reader,
            access.shape(),
            indexed,
            others,
            still.estimate(),
            access,
            cost.budget(access),
            rowsWanted);
      }
    }
    return still;
  }

  /** Returns the plan for so few listed rows that no other way needs to be thought of. */
  private SegmentPlan listed(SegmentView view, SegmentReader reader, Composite composite) {
    List<Clause> residual = new ArrayList<>(fields.length);
    List<Clause> others = new ArrayList<>(fields.length);
    shares.note(composite.first(), composite.run().size(), view.size());
    shares.note(composite.second(), composite.run().size(), view.size());
    if (composite.run().size() == 0 || !bind(view, reader, composite, residual, others)) {
      return found(view, reader, PlanShape.EMPTY, List.of(), List.of(), 0);
    }
    residual.addAll(others);
    Clause both = composite.clause(accepted, scratch);
    return found(view, reader, PlanShape.SLICE, List.of(both), residual, both.estimate());
  }

  /**
   * Binds the conditions to a segment, and puts the clauses in the order in which they check rows;
   * returns false as soon as one accepts none.
   *
   * @param but what needs no clause; null for nothing
   * @param indexed takes those with an index
   * @param others takes the others
   */
  private boolean bind(
      SegmentView view,
      SegmentReader reader,
      @Nullable Composite but,
      List<Clause> indexed,
      List<Clause> others) {
    for (int i = 0; i < fields.length; i++) {
      if (but != null && but.covers(i)) {
        continue;
      }
      Clause clause = bind(fields[i], accepted[i], view, reader);
      if (clause.isIndexed() && view.segment() instanceof SealedSegment) {
        shares.note(i, clause.estimate(), view.size());
      }
      if (clause.estimate() == 0) {
        return false;
      }
      if (!(clause instanceof ConstantClause)) {
        (clause.isIndexed() ? indexed : others).add(clause);
      }
    }
    if (!RangePruning.narrow(indexed, indexed) || !RangePruning.narrow(indexed, others)) {
      return false;
    }
    indexed.sort(BY_CHECK);
    others.sort(shares.order());
    return true;
  }

  /** Returns a segment's fields as the search sees them. */
  public SegmentReader reader(SegmentView view) {
    return new SegmentReader(view.segment(), materializedLookup);
  }

  /** Returns the conditions, to be bound to a segment as far as its rows need them. */
  public LazyFilters checks(SegmentView view, SegmentReader reader) {
    int[] order = shares.checkOrder();
    return new LazyFilters(
        order.length,
        listedBy(order),
        number -> bind(fields[order[number]], accepted[order[number]], view, reader));
  }

  /** Returns which of the checks is for one text that few rows have; the first of several. */
  private int listedBy(int[] order) {
    for (int number = 0; number < order.length; number++) {
      ValueSet values = accepted[order[number]];
      boolean isOne = values instanceof TextualSet texts && texts.onlyKey() != null;
      if (isOne && !values.includesAbsent() && shares.isFew(order[number])) {
        return number;
      }
    }
    return LazyFilters.NONE;
  }

  /**
   * Returns whether the first of the {@link #checks} probably drops more rows than a look at
   * whether they are among the best: as far as the sealed segments planned so far tell.
   */
  public boolean checkDropsMore() {
    return shares.dropsMore(wanted);
  }

  private SegmentPlan lead(
      SegmentView view,
      SegmentReader reader,
      List<Clause> indexed,
      List<Clause> others,
      PlanCost cost) {
    Clause least = cost.least();
    if (least == null) {
      return found(view, reader, PlanShape.SCAN, List.of(), others, view.liveCount());
    }
    if (!cost.isSlice()) {
      return found(view, reader, PlanShape.INTERSECT, indexed, others, least.estimate());
    }
    List<Clause> residual = new ArrayList<>(indexed.size() + others.size());
    for (int i = 0; i < indexed.size(); i++) {
      if (cost.isLeft(indexed.get(i))) {
        residual.add(indexed.get(i));
      }
    }
    residual.addAll(others);
    return found(view, reader, PlanShape.SLICE, List.of(least), residual, least.estimate());
  }

  /** Returns how many rows are wanted, if a fold has as many rows in all segments as in one. */
  private int rowsWanted(SegmentView view) {
    return folds && view.segment() instanceof SealedSegment sealed
        ? (int) Math.min(Integer.MAX_VALUE, Math.ceil(wanted * sealed.rowsPerFold()))
        : wanted;
  }

  private static SegmentPlan found(
      SegmentView view,
      SegmentReader reader,
      PlanShape shape,
      List<Clause> leading,
      List<Clause> residual,
      int estimate) {
    return new SegmentPlan(view, reader, shape, leading, residual, estimate, null, 0, 0);
  }

  private Clause bind(Field field, ValueSet accepted, SegmentView view, SegmentReader reader) {
    if (accepted.isEmpty()) {
      return new ConstantClause(field, false, view.size());
    }
    boolean usesIndex = forced != PlanShape.SCAN && view.segment() instanceof SealedSegment;
    Formula formula = field.formula();
    if (formula == null) {
      return usesIndex
          ? ((SealedSegment) view.segment()).index(field).bind(accepted, scratch)
          : check(field, view.segment().column(field), accepted, view.size());
    }
    FieldIndex materialized =
        usesIndex
            ? ((SealedSegment) view.segment()).materializedIndex(field, materializedLookup)
            : null;
    if (materialized != null) {
      return materialized.bind(accepted, scratch);
    }
    Clause check = ScanClause.of(field, reader.numeric(field), accepted, view.size());
    return usesIndex ? bindComputed(field, formula, (NumericSet) accepted, view, check) : check;
  }

  private Clause check(Field field, Column column, ValueSet accepted, int rowCount) {
    return forced != PlanShape.SCAN && column instanceof GrowingFlagColumn flags
        ? new FlagClause(field, flags, (NumericSet) accepted, rowCount)
        : ScanClause.of(field, column, accepted, rowCount);
  }

  private Clause bindComputed(
      Field field, Formula formula, NumericSet accepted, SegmentView view, Clause check) {
    SealedSegment segment = (SealedSegment) view.segment();
    NumericStatistics bounds = ComputedBounds.of(formula, segment, arguments);
    if (bounds != null && bounds.rejectsAll(accepted)) {
      return new ConstantClause(field, false, view.size());
    }
    if (bounds != null && bounds.acceptsAll(accepted)) {
      return new ConstantClause(field, true, view.size());
    }
    Clause range = RowRangeClause.of(field, formula, accepted, segment, arguments, check);
    return range == null ? check : range;
  }
}
