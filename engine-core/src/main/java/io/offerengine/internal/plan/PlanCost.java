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

  /** Checking a row that was found and offering it. */
  private static final double ROW = 10;

  /** Checking a row of a walk through a permutation: its columns are read at random. */
  private static final double WALKED_ROW = 15;

  /** What binding and starting costs, so that tiny segments prefer the shortest way. */
  private static final double START = 25;

  /** A way that costs less than this is taken without a try of a walk; from the prototype, too. */
  private static final double CHEAP = 1500;

  /** A clause that leads alone accepts fewer than one row in this many. */
  private static final int SLICE_SHARE = 64;

  private static final int LEAST_BUDGET = 64;

  private final double found;
  private final double intersected;
  private final double matching;
  private final int least;
  private final int live;

  /**
   * Estimates the ways without a walk.
   *
   * @param still the better one of them
   */
  PlanCost(SegmentView view, SegmentPlan still, List<Clause> indexed) {
    this.least = still.estimate();
    this.live = view.liveCount();
    this.matching = matching(view, indexed);
    this.intersected = intersection(view, indexed);
    this.found =
        still.shape() == PlanShape.SLICE ? ROW * least : intersected + ROW * matching;
  }

  /** Returns whether the smallest clause is better led by alone than intersected with others. */
  static boolean favoursSlice(SegmentView view, List<Clause> indexed) {
    int least = indexed.get(0).estimate();
    return (long) least * SLICE_SHARE < view.size()
        && ROW * least < START + intersection(view, indexed) + ROW * matching(view, indexed);
  }

  private static double intersection(SegmentView view, List<Clause> indexed) {
    return WORD * view.wordCount() * (indexed.size() + 1);
  }

  private static double matching(SegmentView view, List<Clause> indexed) {
    double matching = view.liveCount();
    for (int i = 0; i < indexed.size(); i++) {
      matching *= (double) indexed.get(i).estimate() / view.size();
    }
    return matching;
  }

  /** Returns whether a walk is to be tried first. */
  boolean favoursWalk(OrderAccess access, int wanted) {
    if (found < CHEAP) {
      return false;
    }
    return access.rows() != null || least > wanted;
  }

  /**
   * Returns how many rows a walk through a permutation may check one by one: what intersecting the
   * bitmaps costs, or none where the walk is expected to cost more than that.
   */
  int budget(int wanted) {
    double expected = WALKED_ROW * Math.min(live, wanted * (live / Math.max(1, matching)));
    return expected > intersected ? 0 : (int) Math.max(LEAST_BUDGET, intersected / WALKED_ROW);
  }
}
