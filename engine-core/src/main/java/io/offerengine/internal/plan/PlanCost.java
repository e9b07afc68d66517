package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ways of finding a segment's rows cost, roughly, in nanoseconds.
 *
 * <p>How many rows a single clause accepts is known exactly or nearly so; how many all of them
 * accept is estimated as if they were independent, and not trusted: a walk gets a budget.
 *
 * <p>Where the constants are from: decision 13.
 */
final class PlanCost {
  /** ANDing one word of a bitmap. */
  private static final double WORD = 0.2;

  /** Looking for rows in one word of a bitmap. */
  private static final double LIST = 1.1;

  /** What each clause adds to an intersection, however short its bitmap. */
  private static final double CLAUSE = 20;

  /** Asking for one bit of a row. */
  private static final double MASK = 2.5;

  /** Reading a column at a row, when rows come as they lie. */
  private static final double NEAR = 6.5;

  /** Reading a column at a row somewhere. */
  private static final double FAR = 25;

  /** Offering a row that matches. */
  private static final double OFFER = 3;

  /** Putting right one row next to the end of a range, between two bitmaps. */
  private static final double MEND = 3;

  /** Keeping one of few rows. */
  private static final double KEEP = 15;

  /** Sorting one of many rows. */
  private static final double SORT = 30;

  /** Rows are kept in order up to so many. */
  private static final int FEW = 256;

  /** Coming to the next row of a list or permutation. */
  private static final double RANK = 1.2;

  private static final int LEAST_BUDGET = 64;

  /** A slice costs what it says; a walk is preferred to it if it seems so many times cheaper. */
  private static final double DISTRUST = 3;

  private final SegmentView view;
  private final double found;
  private final double intersected;

  /** Like {@link #intersected}, as far as whole words go. */
  private final double narrowed;

  private final double matching;
  private final double walkedRow;
  private final boolean isSlice;
  private final int least;
  private final int wanted;

  /** How many of the wanted rows are expected here. */
  private final double share;

  /**
   * Estimates the ways without a walk.
   *
   * @param still the better one of them
   * @param checks the indexed clauses in the order in which they check a row
   * @param wanted how many of the best rows are wanted
   * @param segments how many segments these may be from
   */
  PlanCost(SegmentView view, SegmentPlan still, List<Clause> checks, int wanted, int segments) {
    this.view = view;
    this.isSlice = still.shape() == PlanShape.SLICE;
    this.least = still.estimate();
    this.wanted = wanted;
    this.share = (double) wanted / segments;
    this.matching = matching(view, checks);
    this.narrowed = narrowing(view, checks);
    this.intersected = narrowed + mending(checks);
    this.walkedRow = check(view, checks, null, FAR);
    double kept = Math.min(matching, wanted) * (wanted > FEW ? SORT : KEEP);
    double gathered =
        isSlice
            ? slice(view, still.leading().get(0), checks)
            : intersected + LIST * view.wordCount();
    this.found = OFFER * matching + kept + gathered;
  }

  /**
   * Returns whether a clause is better led by alone than intersected with others.
   *
   * @param checks all clauses, in the order in which they check a row
   */
  static boolean favoursSlice(SegmentView view, Clause first, List<Clause> checks) {
    return slice(view, first, checks)
        < narrowing(view, checks) + mending(checks) + LIST * view.wordCount();
  }

  private static double slice(SegmentView view, Clause first, List<Clause> checks) {
    return first.estimate() * check(view, checks, first, NEAR);
  }

  private static double narrowing(SegmentView view, List<Clause> clauses) {
    int bitmaps = 1;
    for (int i = 0; i < clauses.size(); i++) {
      bitmaps += clauses.get(i).bitmapCount();
    }
    return CLAUSE * clauses.size() + WORD * view.wordCount() * bitmaps;
  }

  private static double mending(List<Clause> clauses) {
    double rows = 0;
    for (int i = 0; i < clauses.size(); i++) {
      rows += clauses.get(i).mendedRows();
    }
    return MEND * rows;
  }

  /**
   * Returns the cost of finding a row and of checking it by each clause, as far as it gets.
   *
   * @param found the clause that lists it, if one does
   * @param column the cost of reading a column
   */
  private static double check(
      SegmentView view, List<Clause> checks, @Nullable Clause found, double column) {
    double cost = RANK;
    double passing = 1;
    for (int i = 0; i < checks.size(); i++) {
      Clause clause = checks.get(i);
      if (!clause.equals(found)) {
        cost += passing * (clause.isMasked() ? MASK : column);
        passing *= (double) clause.estimate() / view.size();
      }
    }
    return cost;
  }

  private static double matching(SegmentView view, List<Clause> checks) {
    double matching = view.liveCount();
    for (int i = 0; i < checks.size(); i++) {
      matching *= (double) checks.get(i).estimate() / view.size();
    }
    return matching;
  }

  /**
   * Returns whether a walk is worth a look: never where all rows that may match are wanted and
   * hardly need a sort, nor where a slice is expected to find no more than are wanted, so that a
   * walk would pass most rows.
   */
  boolean allowsWalk() {
    return least > Math.min(wanted, FEW) && !(isSlice && matching <= wanted);
  }

  /**
   * Returns whether a walk is to be tried first: always where it intersects the same bitmaps as
   * soon as it has cost as much, and then knows how many rows match.
   */
  boolean favoursWalk(OrderAccess access) {
    if (!isSlice) {
      return true;
    }
    if (access.sorted() == null) {
      // Each value is walked through all rows, as far as one is.
      double passed = Math.min(1, wanted / Math.max(1, matching));
      int values = access.values() == null ? 1 : access.values().valueCount() + 1;
      return DISTRUST * passed * values * (narrowed + LIST * view.wordCount()) < found;
    }
    double walked = Math.min(walkedRow * expected(), intersected + RANK * expected());
    return DISTRUST * walked + KEEP * Math.min(matching, wanted) < found;
  }

  /** Returns how many ranks a walk is expected to pass. */
  double expected() {
    return Math.min(view.liveCount(), share * (view.liveCount() / Math.max(1, matching)));
  }

  /**
   * Returns how many rows a walk may check one by one before bitmaps are intersected: what that
   * costs, or none where the walk is expected to cost more than that.
   */
  int budget(OrderAccess access) {
    FieldIndex values = access.values();
    boolean late =
        values == null
            ? walkedRow * expected() > intersected + RANK * expected()
            : 2 * OFFER * matching < LIST * view.wordCount() * values.valueCount();
    return late ? 0 : (int) Math.max(LEAST_BUDGET, intersected / walkedRow);
  }
}
