package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the matching rows of one segment are found. Each kind of plan has an operator in the package
 * {@code internal.exec} that runs it.
 *
 * <p><b>Order.</b> {@link Slice}, {@link Intersect} and {@link TailScan} yield matching rows in no
 * particular order. The other scans yield them in an order that bounds the first order key, and
 * stop when no better row can come.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public sealed interface SegmentPlan {
  /** Returns the segment as the snapshot shows it. */
  SegmentView view();

  /** Returns the segment's fields as the search sees them. */
  SegmentReader reader();

  /** Returns the kind of plan. */
  PlanShape shape();

  /** Returns an upper bound of the rows that match. */
  int estimate();

  /** Returns the clauses whose indexes find rows, as explanations list them. */
  List<String> leading();

  /** Returns the clauses that check rows one by one, as explanations list them, in this order. */
  List<String> checking();

  /** Returns the plan that takes over if a scan exceeds its budget; null if none does. */
  default @Nullable Fallback fallback() {
    return null;
  }

  /** No row can match: nothing is read. */
  record Empty(SegmentView view, SegmentReader reader) implements SegmentPlan {
    @Override
    public PlanShape shape() {
      return PlanShape.EMPTY;
    }

    @Override
    public int estimate() {
      return 0;
    }

    @Override
    public List<String> leading() {
      return List.of();
    }

    @Override
    public List<String> checking() {
      return List.of();
    }
  }

  /**
   * One index lists few rows, and the other clauses check them.
   *
   * @param lead the clause that lists its rows
   * @param checks the other clauses, in the order in which they check a row
   */
  record Slice(SegmentView view, SegmentReader reader, Clause lead, List<Clause> checks)
      implements SegmentPlan {
    @Override
    public PlanShape shape() {
      return PlanShape.SLICE;
    }

    @Override
    public int estimate() {
      return lead.estimate();
    }

    @Override
    public List<String> leading() {
      return List.of(lead.toString());
    }

    @Override
    public List<String> checking() {
      return texts(checks);
    }
  }

  /**
   * Bitmaps are intersected with the live rows, and the other clauses check the rows that are left.
   * Without any bitmap this is a full scan.
   *
   * @param bitmaps the clauses that have bitmaps, in the order in which they check a single row
   * @param checks the clauses that have none: those with the fewest accepted rows first
   */
  record Intersect(
      SegmentView view,
      SegmentReader reader,
      List<Clause> bitmaps,
      List<Clause> checks,
      int estimate)
      implements SegmentPlan {
    @Override
    public PlanShape shape() {
      return bitmaps.isEmpty() ? PlanShape.FULL_SCAN : PlanShape.INTERSECT;
    }

    @Override
    public List<String> leading() {
      return texts(bitmaps);
    }

    @Override
    public List<String> checking() {
      return texts(checks);
    }

    /** Returns whether no clause is left, so that every live row matches. */
    public boolean matchesAll() {
      return bitmaps.isEmpty() && checks.isEmpty();
    }
  }

  /**
   * Rows are read in storage order, block by block, and the bitmaps of each block are intersected.
   * The scan ends when the bound of the next block is worse than the k-th result.
   *
   * @param filter the clauses
   * @param bound what storage order says of the first order key
   * @param start where the page begins
   */
  record ClusteredScan(Intersect filter, ClusterBound bound, PageStart start) implements Filtered {
    @Override
    public PlanShape shape() {
      return PlanShape.CLUSTERED_SCAN;
    }
  }

  /**
   * Rows are read in the order of an index on the first order key, and the clauses check them one
   * by one until the budget is spent or the next key is worse than the k-th result.
   *
   * @param sorted the rows sorted by the first order key, or by the indexed values of {@code ratio}
   * @param ratio bounds the first order key by the indexed values; null if the index is its own
   * @param range the condition on the first order key if it is one run of ranks; null otherwise
   * @param descending whether the greatest key comes first
   * @param rowsWanted how many rows are wanted of all segments, those counted that collapse into
   *     others
   * @param rowsExpected how many of them are expected to be of this segment
   * @param start where the page begins
   * @param fallback intersects the bitmaps once the budget is spent
   */
  record IndexScan(
      SortedPermutation sorted,
      @Nullable RatioBounds ratio,
      @Nullable RangeClause range,
      boolean descending,
      int rowsWanted,
      int rowsExpected,
      PageStart start,
      Fallback fallback)
      implements Filtered {
    @Override
    public PlanShape shape() {
      return PlanShape.INDEX_SCAN;
    }

    @Override
    public Intersect filter() {
      return fallback.plan();
    }
  }

  /**
   * Rows are read value by value of a first order key of few values, the best value first, and the
   * rows of each value in storage order.
   *
   * @param values the index of the first order key
   * @param withinValue what storage order says of the second order key; null if nothing
   * @param descending whether the greatest value comes first
   * @param start where the page begins
   * @param fallback intersects the bitmaps of all values once the words read reach the budget
   */
  record GroupedScan(
      FieldIndex values,
      @Nullable ClusterBound withinValue,
      boolean descending,
      PageStart start,
      Fallback fallback)
      implements Filtered {
    @Override
    public PlanShape shape() {
      return PlanShape.GROUPED_SCAN;
    }

    @Override
    public Intersect filter() {
      return fallback.plan();
    }

    /** Returns the first key of the rows of one value: its key, inverted if descending. */
    public long firstKey(int value) {
      return descending ? ~values.valueKey(value) : values.valueKey(value);
    }
  }

  /**
   * The rows of a tail are checked in the order of insertion, or those of one text that the tail
   * lists.
   *
   * @param checks the clauses, bound as far as rows are left to check
   * @param lead what drops rows first
   */
  record TailScan(SegmentView view, SegmentReader reader, LazyFilters checks, Lead lead)
      implements SegmentPlan {
    /** What drops the rows of a tail first. */
    public enum Lead {
      /** The tail lists the rows of one text. */
      TEXT_LIST,
      /** The first order key has to reach the k-th result, if there is one already. */
      CUTOFF,
      /** The first clause checks every row. */
      CLAUSE
    }

    @Override
    public PlanShape shape() {
      return PlanShape.TAIL_SCAN;
    }

    @Override
    public int estimate() {
      return view.liveCount();
    }

    @Override
    public List<String> leading() {
      return switch (lead) {
        case TEXT_LIST -> List.of(checks.leadName());
        case CUTOFF -> List.of("cutoff");
        case CLAUSE -> List.of();
      };
    }

    @Override
    public List<String> checking() {
      return checks.names(lead == Lead.TEXT_LIST);
    }
  }

  /** A scan that reads rows in an order and filters them by the clauses of an {@link Intersect}. */
  sealed interface Filtered extends SegmentPlan {
    /** Returns the clauses, as the plan that would read all rows at once. */
    Intersect filter();

    @Override
    default SegmentView view() {
      return filter().view();
    }

    @Override
    default SegmentReader reader() {
      return filter().reader();
    }

    @Override
    default int estimate() {
      return filter().estimate();
    }

    @Override
    default List<String> leading() {
      return filter().leading();
    }

    @Override
    default List<String> checking() {
      return filter().checking();
    }
  }

  /**
   * What happens to a scan that goes on for too long.
   *
   * @param budget how many ranks an index scan checks one by one, or how many words a grouped scan
   *     reads, before the bitmaps are intersected; 0 if they are intersected at the start. If a
   *     prefix filter checks the first ranks, an index scan goes on to the end of the filter
   * @param plan the plan that takes over: its bitmaps are intersected, and the scan goes on over
   *     the rows that are left, or these are gathered in no order if they are few
   */
  record Fallback(int budget, Intersect plan) {}

  private static List<String> texts(List<Clause> clauses) {
    return clauses.stream().map(Clause::toString).toList();
  }
}
