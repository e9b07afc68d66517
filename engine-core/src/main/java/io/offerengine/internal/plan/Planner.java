package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Alternatives;
import io.offerengine.query.NumericSet;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema.FieldPair;
import io.offerengine.schema.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the plan of each segment: binds every condition to the segment, asks the clauses what
 * they cost, and chooses a plan by {@link SegmentCost} and {@link OrderedScans}.
 *
 * <p>A plan depends on the snapshot, the query and the clock of the search alone. Tests may force a
 * shape. A sealed segment that cannot be searched by this shape is gathered by its bitmaps, or by a
 * full scan; a tail has its own plan, unless a full scan is forced.
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

  /** A condition may list thousands of values, each of which is sought in an index. */
  private static final int CONDITIONS_PER_CHECK = 8;

  private final Map<Field, ValueSet> conditions;

  /** By number of the condition: the field. */
  private final Field[] fields;

  /** By number of the condition: the accepted values. */
  private final ValueSet[] accepted;

  /** The conditions after those on one field: their numbers follow. */
  private final List<Alternatives> alternatives;

  private int size;
  private boolean isContradiction;
  private final SelectivityStatistics shares;
  private final Arguments arguments;
  private final ClauseBinder binder;
  private final List<SortKey> order;

  /** How many results are wanted: rows, or folds of rows. */
  private final int wanted;

  private final boolean folds;
  private final int segments;
  private final @Nullable PlanShape forced;
  private final Scratch scratch;
  private final OrderedScans scans;
  private final PageStart start;

  private Planner(
      Query query,
      Arguments arguments,
      List<SortKey> order,
      int wanted,
      boolean folds,
      int segments,
      PageStart start,
      @Nullable PlanShape forced,
      Scratch scratch) {
    this.conditions = query.valueSets();
    this.fields = new Field[conditions.size()];
    this.accepted = new ValueSet[fields.length];
    conditions.forEach(this::add);
    this.alternatives = query.alternatives();
    for (int i = 0; i < alternatives.size(); i++) {
      isContradiction |= alternatives.get(i).isEmpty();
    }
    this.shares = new SelectivityStatistics(fields, alternatives.size());
    this.arguments = arguments;
    this.binder = new ClauseBinder(arguments, forced != PlanShape.FULL_SCAN, scratch);
    this.order = order;
    this.wanted = wanted;
    this.folds = folds;
    this.segments = segments;
    this.forced = forced;
    this.scratch = scratch;
    this.scans = new OrderedScans(order, forced);
    this.start = start;
  }

  private void add(Field field, ValueSet values) {
    fields[size] = field;
    accepted[size++] = values;
    isContradiction |= values.isEmpty();
  }

  /**
   * Returns a planner for the best rows of a query.
   *
   * @param arguments the query's, its clock set
   * @param segments how many segments the best rows may come from
   * @param forced the shape to use where possible; null for the cheapest
   * @param scratch the search's working memory
   */
  public static Planner ofBest(
      Query query, Arguments arguments, int segments, @Nullable PlanShape forced, Scratch scratch) {
    List<SortKey> order =
        query.order().isEmpty()
            ? List.of(new SortKey(query.schema().idField(), Direction.ASC))
            : query.order();
    return new Planner(
        query,
        arguments,
        order,
        query.limit() + 1,
        query.fold(),
        Math.max(1, segments),
        PageStart.of(query),
        forced,
        scratch);
  }

  /** Returns a planner for all rows of a query, in no particular order. */
  public static Planner ofAll(
      Query query, Arguments arguments, @Nullable PlanShape forced, Scratch scratch) {
    return new Planner(
        query, arguments, List.of(), 0, false, 1, PageStart.OF_FIRST_PAGE, forced, scratch);
  }

  /** Compares clauses by the positions of their fields in the schema. */
  static int byField(Clause left, Clause right) {
    return Integer.compare(left.field().ordinal(), right.field().ordinal());
  }

  /**
   * Returns a bound of the first keys of the rows that a segment has for the page: none has a
   * lesser key. {@link ClusterBound#NONE} if no bound is known.
   */
  public long firstBound(SegmentView view) {
    long best = firstOfAll(view);
    return best == ClusterBound.NONE ? best : Math.max(best, start.first());
  }

  /** Returns whether all rows of a segment rank behind the start of the page. */
  public boolean isBehindStart(SegmentView view) {
    return firstOfAll(view) > start.first();
  }

  /** Returns whether all rows of a segment rank before the start of the page. */
  private boolean isBeforeStart(SegmentView view) {
    NumericStatistics bounds = start.isOfFirstPage() ? null : firstKeys(view);
    if (bounds == null || bounds.present() < bounds.rows()) {
      return false;
    }
    return (order.get(0).isDescending() ? ~bounds.low() : bounds.high()) < start.first();
  }

  private long firstOfAll(SegmentView view) {
    NumericStatistics bounds = firstKeys(view);
    if (bounds == null || bounds.present() == 0) {
      return ClusterBound.NONE;
    }
    return order.get(0).isDescending() ? ~bounds.high() : bounds.low();
  }

  /** Returns the statistics of the first order key in a segment; null if none are known. */
  private @Nullable NumericStatistics firstKeys(SegmentView view) {
    if (order.isEmpty() || !(view.segment() instanceof SealedSegment segment)) {
      return null;
    }
    Field field = order.get(0).field();
    if (!field.type().hasIntegerKeys() || field.isAbsentAsFalse()) {
      return null;
    }
    FieldIndex index = segment.index(field, arguments);
    return index == null
        ? ComputedBounds.of(Objects.requireNonNull(field.formula()), segment, arguments)
        : index.statistics();
  }

  /** Returns the plan for a segment. */
  public SegmentPlan plan(SegmentView view) {
    SegmentReader reader = reader(view);
    if (view.liveCount() == 0 || isContradiction || isBeforeStart(view)) {
      return SegmentPlan.empty(view, reader);
    }
    if (view.segment() instanceof SealedSegment sealed) {
      return isRejected(view, sealed)
          ? SegmentPlan.empty(view, reader)
          : planSealed(view, sealed, reader);
    }
    return forced == PlanShape.FULL_SCAN ? fullScan(view, reader) : tailPlan(view, reader);
  }

  /**
   * Returns whether the statistics of a field show that no row matches. They are asked before any
   * index is, because the condition on another field may take a search in its index.
   */
  private boolean isRejected(SegmentView view, SealedSegment segment) {
    for (int i = 0; i < fields.length; i++) {
      if (accepted[i] instanceof NumericSet numbers) {
        FieldIndex index = segment.index(fields[i], arguments);
        NumericStatistics known = index == null ? null : index.statistics();
        if (known != null && known.rejectsAll(numbers)) {
          shares.report(i, 0, view.size());
          return true;
        }
      }
    }
    return false;
  }

  private SegmentPlan planSealed(SegmentView view, SealedSegment segment, SegmentReader reader) {
    CompositeClause composite = forced == PlanShape.FULL_SCAN ? null : composite(segment);
    if (composite != null && composite.estimate() <= Scratch.BATCH && forced == null) {
      return shortSlice(view, reader, composite);
    }
    List<Clause> clauses = bind(view, reader, null);
    if (clauses == null) {
      return SegmentPlan.empty(view, reader);
    }
    int rowsWanted = rowsWanted(segment);
    SegmentCost cost = new SegmentCost(view, clauses, composite, rowsWanted, segments, forced);
    SegmentPlan plan = SegmentPlan.intersect(view, reader, clauses, cost.estimate());
    if (!order.isEmpty() && (forced != null || cost.allowsScan())) {
      boolean fewOfAll = plan.matchesAll() && rowsWanted <= Long.SIZE;
      SegmentPlan ordered = scans.choose(segment, plan, cost, rowsWanted, fewOfAll);
      if (ordered != null) {
        return ordered;
      }
    }
    return cost.isSlice() ? slice(plan, cost) : plan;
  }

  /**
   * Returns the clause of the two conditions that the fewest rows fulfil together; null if no
   * composite index lists the rows of two conditions.
   */
  private @Nullable CompositeClause composite(SealedSegment segment) {
    CompositeClause fewest = null;
    List<FieldPair> pairs = segment.schema().pairs();
    for (int pair = 0; pair < pairs.size(); pair++) {
      CompositeIndex index = segment.composite(pair);
      ValueSet texts = conditions.get(pairs.get(pair).first());
      ValueSet numbers = conditions.get(pairs.get(pair).second());
      if (index != null && texts != null && numbers != null) {
        CompositeClause composite = index.bind(texts, numbers);
        boolean isFewer =
            composite != null && (fewest == null || composite.estimate() < fewest.estimate());
        fewest = isFewer ? composite : fewest;
      }
    }
    return fewest;
  }

  /** Returns the plan for a composite list of one batch at most: no other plan can be cheaper. */
  private SegmentPlan shortSlice(
      SegmentView view, SegmentReader reader, CompositeClause composite) {
    for (int i = 0; i < fields.length; i++) {
      if (composite.covers(fields[i])) {
        shares.report(i, composite.estimate(), view.size());
      }
    }
    List<Clause> others = composite.estimate() == 0 ? null : bind(view, reader, composite);
    return others == null
        ? SegmentPlan.empty(view, reader)
        : SegmentPlan.slice(view, reader, composite, others);
  }

  private static SegmentPlan slice(SegmentPlan plan, SegmentCost cost) {
    Clause lead = cost.least();
    if (lead == null) {
      throw new IllegalStateException("a slice needs a clause that leads");
    }
    List<Clause> others = new ArrayList<>(plan.clauses().size());
    for (Clause clause : plan.clauses()) {
      if (cost.isChecked(clause)) {
        others.add(clause);
      }
    }
    return SegmentPlan.slice(plan.view(), plan.reader(), lead, others);
  }

  private SegmentPlan fullScan(SegmentView view, SegmentReader reader) {
    List<Clause> clauses = bind(view, reader, null);
    return clauses == null
        ? SegmentPlan.empty(view, reader)
        : SegmentPlan.intersect(view, reader, clauses, view.liveCount());
  }

  /** Returns the plan of a tail: its checks come in the order that sealed segments suggest. */
  private SegmentPlan tailPlan(SegmentView view, SegmentReader reader) {
    List<Clause> checks = new ArrayList<>(fields.length);
    Clause lead = null;
    for (int number : shares.checkOrder()) {
      if (checks.size() % CONDITIONS_PER_CHECK == CONDITIONS_PER_CHECK - 1) {
        scratch.checkDeadline();
      }
      Clause clause = bind(number, binder, view, reader);
      if (clause.estimate() == 0) {
        return SegmentPlan.empty(view, reader);
      }
      if (lead == null && shares.isFew(number) && clause.batches() != null) {
        lead = clause;
      } else if (clause.check() != Clause.Check.NOTHING) {
        checks.add(clause);
      }
    }
    return lead == null
        ? SegmentPlan.tail(view, reader, checks)
        : SegmentPlan.slice(view, reader, lead, checks);
  }

  /**
   * Binds the conditions to a segment, and sorts the clauses in the order in which they check rows;
   * returns null as soon as one accepts no row.
   *
   * @param except has the conditions that need no other clause; null for none
   */
  private @Nullable List<Clause> bind(
      SegmentView view, SegmentReader reader, @Nullable CompositeClause except) {
    List<Clause> clauses = new ArrayList<>(fields.length);
    for (int i = 0; i < fields.length + alternatives.size(); i++) {
      if (except != null && i < fields.length && except.covers(fields[i])) {
        continue;
      }
      if (i % CONDITIONS_PER_CHECK == CONDITIONS_PER_CHECK - 1) {
        scratch.checkDeadline();
      }
      Clause clause = bind(i, binder, view, reader);
      if (clause.isIndexed() && view.segment() instanceof SealedSegment) {
        shares.report(i, clause.estimate(), view.size());
      }
      if (clause.estimate() == 0) {
        return null;
      }
      if (clause.check() != Clause.Check.NOTHING) {
        clauses.add(clause);
      }
    }
    if (!RangePruning.narrow(clauses)) {
      return null;
    }
    clauses.sort(shares.order());
    return clauses;
  }

  private Clause bind(int number, ClauseBinder by, SegmentView view, SegmentReader reader) {
    return number < fields.length
        ? by.bind(fields[number], accepted[number], view, reader)
        : by.bind(alternatives.get(number - fields.length), view, reader);
  }

  /** Returns the fields of a segment as the search sees them. */
  public SegmentReader reader(SegmentView view) {
    return new SegmentReader(view.segment(), arguments);
  }

  /**
   * Returns the clauses of all conditions on a segment, bound to its columns: they check rows
   * without any bitmap of the scratch memory, which may be taken back in the meantime.
   */
  public List<Clause> checks(SegmentView view, SegmentReader reader) {
    ClauseBinder byColumns = new ClauseBinder(arguments, false, scratch);
    List<Clause> checks = new ArrayList<>(fields.length);
    for (int number = 0; number < fields.length + alternatives.size(); number++) {
      checks.add(bind(number, byColumns, view, reader));
    }
    return checks;
  }

  /** Returns how many rows one segment is expected to give, if so many are wanted of all. */
  public int rowsExpected(int rows) {
    return 1 + rows / segments;
  }

  /** Returns how many rows are wanted if folds are as large in all segments as in one. */
  private int rowsWanted(SealedSegment segment) {
    return folds
        ? (int) Math.min(Integer.MAX_VALUE, Math.ceil(wanted * segment.rowsPerFold()))
        : wanted;
  }
}
