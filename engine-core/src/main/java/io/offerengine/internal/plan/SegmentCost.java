package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the plans for one segment cost by the {@link CostModel}.
 *
 * <p>How many rows one clause accepts is known exactly or nearly so. How many rows all clauses
 * accept is estimated as if they were independent of each other. That estimate may be far off, so
 * every index scan and every grouped scan has a budget.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SegmentCost {
  private final SegmentView view;

  /** The clause with an index that accepts the fewest rows; null without one. */
  private final @Nullable Clause least;

  /** The cost of intersecting whole words of all bitmaps. */
  private final double wholeWords;

  /** The cost of intersecting all bitmaps, range ends included. */
  private final double intersecting;

  /** How many rows match if the clauses are independent. */
  private final double matching;

  /** The cost of reaching a row by a permutation and checking it. */
  private final double checkedRank;

  private final int wanted;

  /** How many of the wanted rows are expected in this segment. */
  private final double wantedHere;

  /** Whether the cheapest plan without a scan is led by {@link #least} alone. */
  private final boolean isSlice;

  /** The cost of the cheapest plan without a scan. */
  private final double gathering;

  /**
   * Estimates the costs, and chooses between a slice and an intersection.
   *
   * @param clauses in the order in which they check a row, those with an index first
   * @param composite lists the rows that two of them accept; null if there is none
   * @param wanted how many of the best rows are wanted
   * @param segments how many segments these may come from
   * @param forced the shape to use where possible; null for the cheapest
   */
  SegmentCost(
      SegmentView view,
      List<Clause> clauses,
      @Nullable CompositeClause composite,
      int wanted,
      int segments,
      @Nullable PlanShape forced) {
    this.view = view;
    this.wanted = wanted;
    this.wantedHere = (double) wanted / segments;
    this.least = least(clauses, composite);
    int indexed = 0;
    int bitmaps = 1;
    long repaired = 0;
    double passing = 1;
    double passingLeast = 1;
    double ranked = CostModel.RANK;
    double listed = CostModel.RANK;
    for (; indexed < clauses.size() && clauses.get(indexed).isIndexed(); indexed++) {
      Clause clause = clauses.get(indexed);
      boolean readsBit = clause.check() == Clause.Check.BIT;
      double accepted = (double) clause.estimate() / view.size();
      bitmaps += clause.bitmapCount();
      repaired += clause.repairedRows();
      ranked += passing * (readsBit ? CostModel.BIT : CostModel.FAR_READ);
      passing *= accepted;
      if (isChecked(clause)) {
        listed += passingLeast * (readsBit ? CostModel.BIT : CostModel.NEAR_READ);
        passingLeast *= accepted;
      }
    }
    this.wholeWords =
        CostModel.CLAUSE * indexed + CostModel.words((double) view.wordCount() * bitmaps);
    this.intersecting = wholeWords + CostModel.REPAIRED_ROW * repaired;
    this.matching = view.liveCount() * jointly(passing, clauses, composite);
    this.checkedRank = ranked;
    double slicing = least == null ? 0 : least.estimate() * listed;
    double listing = intersecting + CostModel.LIST_WORD * view.wordCount();
    boolean prefersSlice = forced == null ? slicing < listing : forced == PlanShape.SLICE;
    this.isSlice = least != null && prefersSlice && least.batches() != null;
    this.gathering =
        CostModel.OFFER * matching
            + CostModel.collecting(matching, wanted)
            + (isSlice ? slicing : listing);
  }

  private static @Nullable Clause least(List<Clause> clauses, @Nullable Clause composite) {
    Clause least = composite;
    for (int i = 0; i < clauses.size() && clauses.get(i).isIndexed(); i++) {
      Clause clause = clauses.get(i);
      least = least == null || Planner.BY_ESTIMATE.compare(clause, least) < 0 ? clause : least;
    }
    return least;
  }

  /** Returns whether a clause still checks rows if {@link #least} leads a slice. */
  @SuppressWarnings("ReferenceEquality") // clauses are compared by identity
  boolean isChecked(Clause clause) {
    return clause != least && !(least instanceof CompositeClause both && both.covers(clause));
  }

  /** Returns the share of rows that all clauses accept; that of a composite pair is known. */
  private double jointly(
      double passing, List<Clause> clauses, @Nullable CompositeClause composite) {
    if (composite == null) {
      return passing;
    }
    double joint = passing * composite.estimate() / view.size();
    for (int i = 0; i < clauses.size() && clauses.get(i).isIndexed(); i++) {
      if (composite.covers(clauses.get(i))) {
        joint *= (double) view.size() / clauses.get(i).estimate();
      }
    }
    return joint;
  }

  /** Returns the clause with an index that accepts the fewest rows; null without one. */
  @Nullable Clause least() {
    return least;
  }

  /** Returns an upper bound of the rows that match. */
  int estimate() {
    return least == null ? view.liveCount() : least.estimate();
  }

  /** Returns whether the cheapest plan without a scan is a slice. */
  boolean isSlice() {
    return isSlice;
  }

  /**
   * Returns whether a scan in order may be worth its cost. It is not if all rows that may match are
   * wanted and are few enough to sort, nor if a slice should find no more rows than are wanted: a
   * scan would pass most rows of the segment.
   */
  boolean allowsScan() {
    return estimate() > Math.min(wanted, CostModel.SMALL_K) && !(isSlice && matching <= wanted);
  }

  /**
   * Returns whether an index scan is tried first, if {@link #allowsScan}. It always is if the
   * alternative is an intersection: the scan intersects the same bitmaps as soon as it has cost as
   * much.
   */
  boolean favoursRanks() {
    double scanning = Math.min(checkedRank * expectedRanks(), intersectedScan());
    return !isSlice
        || CostModel.SCAN_DISTRUST * scanning + CostModel.INSERT * Math.min(matching, wanted)
            < gathering;
  }

  /**
   * Returns whether a scan of blocks is tried first, if {@link #allowsScan}. Like an index scan, it
   * always is if the alternative is an intersection.
   *
   * @param groups how many groups of rows there are, each of which is read as far as one is
   */
  boolean favoursBlocks(int groups) {
    double passed = Math.min(1, wanted / Math.max(1, matching));
    double scanning = wholeWords + CostModel.LIST_WORD * view.wordCount();
    return !isSlice || CostModel.SCAN_DISTRUST * passed * groups * scanning < gathering;
  }

  /** Returns how many ranks an index scan is expected to pass. */
  double expectedRanks() {
    return Math.min(view.liveCount(), wantedHere * (view.liveCount() / Math.max(1, matching)));
  }

  /**
   * Returns how many ranks an index scan may check one by one before the bitmaps are intersected:
   * as many as cost what the intersection costs; 0 if the scan is expected to cost more.
   */
  int rankBudget(SortedPermutation sorted) {
    boolean exceeds = checkedRank * expectedRanks() > intersectedScan();
    return exceeds && !endsInPrefix(sorted)
        ? 0
        : (int) Math.max(CostModel.LEAST_BUDGET, intersecting / checkedRank);
  }

  /**
   * Returns how many words a scan of groups may read before the bitmaps are intersected: those of
   * the segment; 0 if the scan is expected to read more than the matching rows cost. A scan of one
   * group has no fallback.
   */
  int wordBudget(BlockOrder blocks) {
    if (blocks.values() == null) {
      return SegmentPlan.NO_FALLBACK;
    }
    double reading = CostModel.LIST_WORD * view.wordCount() * (blocks.groups() - 1);
    return 2 * CostModel.OFFER * matching < reading ? 0 : view.wordCount();
  }

  /** Returns what an index scan costs that begins with an intersection. */
  private double intersectedScan() {
    return intersecting + CostModel.RANK * expectedRanks();
  }

  /** Returns whether a scan should end within the prefix cache, and cost less there. */
  private boolean endsInPrefix(SortedPermutation sorted) {
    return expectedRanks() <= sorted.prefixCache().positions()
        && CostModel.PREFIX_RANK * expectedRanks() < intersectedScan();
  }
}
