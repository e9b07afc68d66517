package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;

/**
 * What the ways of finding a segment's rows cost, roughly, in nanoseconds.
 *
 * <p>How many rows a single clause accepts is known exactly or nearly so; how many all of them
 * accept is estimated as if they were independent, and not trusted: a walk gets a budget.
 */
final class PlanCost {
  /**
   * ANDing one word of a bitmap: from the prototype's figures, not measured here yet: decision 13.
   */
  private static final double WORD = 0.4;

  /** What each clause adds to an intersection, however short its bitmap. */
  private static final double CLAUSE = 20;

  /** Checking a row that a clause lists, in a batch. */
  private static final double CHECK = 3;

  /** Offering a row that matches. */
  private static final double OFFER = 3;

  /** Keeping one of few rows. */
  private static final double KEEP = 15;

  /** Sorting one of many rows. */
  private static final double SORT = 60;

  /** Rows are kept in order up to so many. */
  private static final int FEW = 256;

  /** Checking a row of a walk through a permutation: its columns are read at random. */
  private static final double WALKED_ROW = 10;

  /** Asking for the bit of a row of such a walk. */
  private static final double RANK = 1.2;

  private static final int LEAST_BUDGET = 64;

  private final double found;
  private final double intersected;
  private final double matching;
  private final int least;
  private final int live;
  private final int wanted;

  /**
   * Estimates the ways without a walk.
   *
   * @param still the better one of them
   * @param wanted how many of the best rows are wanted
   */
  PlanCost(SegmentView view, SegmentPlan still, List<Clause> indexed, int wanted) {
    this.least = still.estimate();
    this.live = view.liveCount();
    this.wanted = wanted;
    this.matching = matching(view, indexed);
    this.intersected = intersection(view, indexed);
    double kept = Math.min(matching, wanted) * (wanted > FEW ? SORT : KEEP);
    this.found =
        OFFER * matching + kept + (still.shape() == PlanShape.SLICE ? CHECK * least : intersected);
  }

  /** Returns whether the smallest clause is better led by alone than intersected with others. */
  static boolean favoursSlice(SegmentView view, List<Clause> indexed) {
    return CHECK * indexed.get(0).estimate() < intersection(view, indexed);
  }

  private static double intersection(SegmentView view, List<Clause> indexed) {
    return (CLAUSE + WORD * view.wordCount()) * (indexed.size() + 1);
  }

  private static double matching(SegmentView view, List<Clause> indexed) {
    double matching = view.liveCount();
    for (int i = 0; i < indexed.size(); i++) {
      matching *= (double) indexed.get(i).estimate() / view.size();
    }
    return matching;
  }

  /**
   * Returns whether a walk is worth a look: never where all rows that may match are wanted and
   * hardly need a sort.
   */
  boolean allowsWalk() {
    return least > Math.min(wanted, FEW);
  }

  /** Returns whether a walk is to be tried first. */
  boolean favoursWalk(OrderAccess access) {
    if (access.sorted() == null) {
      return OFFER * least > intersected;
    }
    return intersected + RANK * expected() + KEEP * Math.min(matching, wanted) < found;
  }

  /** Returns how many ranks a walk is expected to pass. */
  private double expected() {
    return Math.min(live, wanted * (live / Math.max(1, matching)));
  }

  /**
   * Returns how many rows a walk through a permutation may check one by one: what intersecting the
   * bitmaps costs, or none where the walk is expected to cost more than that.
   */
  int budget() {
    return WALKED_ROW * expected() > intersected
        ? 0
        : (int) Math.max(LEAST_BUDGET, intersected / WALKED_ROW);
  }
}
