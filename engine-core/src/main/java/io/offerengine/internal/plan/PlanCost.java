package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ways of finding a segment's rows cost, roughly, in nanoseconds.
 *
 * <p>How many rows a single clause accepts is known exactly or nearly so; how many all of them
 * accept is estimated as if they were independent, and not trusted: a walk gets a budget.
 *
 * <p>Where the constants are from: decisions 13 and 45.
 */
final class PlanCost {
  /** ANDing one word of a bitmap. */
  private static final double WORD = 0.2;

  /** So many words at most stay in the inner caches; beyond, one costs so much more. */
  private static final int NEAR_WORDS = 32_768;

  private static final double FAR_WORD = 0.8;

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

  /** Telling of one of the first places of a walk what is kept of it. */
  private static final double TELL = 6;

  /** Coming to the next row of a list or permutation. */
  private static final double RANK = 1.2;

  private static final int LEAST_BUDGET = 64;

  /** A slice costs what it says; a walk is preferred to it if it seems so many times cheaper. */
  private static final double DISTRUST = 3;

  private final SegmentView view;

  /** The indexed clause that accepts the fewest rows; null without one. */
  private final @Nullable Clause least;

  /** Intersecting all bitmaps, as far as whole words go; and in all. */
  private final double narrowed;

  private final double intersected;

  /** How many rows match, if conditions are independent. */
  private final double matching;

  /** Finding a row by a permutation and checking it. */
  private final double walkedRow;

  private final int wanted;

  /** How many of the wanted rows are expected here. */
  private final double share;

  /** Whether the way without a walk is led by {@link #least} alone. */
  private final boolean isSlice;

  /** The cost of the way without a walk. */
  private final double found;

  /**
   * Estimates what the ways cost, and chooses among those without a walk.
   *
   * @param checks the indexed clauses in the order in which they check a row
   * @param composite lists the rows that two of them accept; null where there is none
   * @param wanted how many of the best rows are wanted
   * @param segments how many segments these may be from
   * @param forced the shape to be used where possible; null for the cheapest
   */
  PlanCost(
      SegmentView view,
      List<Clause> checks,
      @Nullable CompositeClause composite,
      int wanted,
      int segments,
      @Nullable PlanShape forced) {
    this.view = view;
    this.wanted = wanted;
    this.share = (double) wanted / segments;
    this.least = least(checks, composite);
    int bitmaps = 1;
    long mended = 0;
    double passing = 1;
    double passingLeast = 1;
    double walked = RANK;
    double checked = RANK;
    for (int i = 0; i < checks.size(); i++) {
      Clause clause = checks.get(i);
      boolean masked = clause.isMasked();
      double accepted = (double) clause.estimate() / view.size();
      bitmaps += clause.bitmapCount();
      mended += clause.mendedRows();
      walked += passing * (masked ? MASK : FAR);
      passing *= accepted;
      if (isLeft(clause)) {
        checked += passingLeast * (masked ? MASK : NEAR);
        passingLeast *= accepted;
      }
    }
    this.narrowed = CLAUSE * checks.size() + words((double) view.wordCount() * bitmaps);
    this.intersected = narrowed + MEND * mended;
    this.matching = view.liveCount() * jointly(passing, checks, composite);
    this.walkedRow = walked;
    double sliced = least == null ? 0 : least.estimate() * checked;
    double gathered = intersected + LIST * view.wordCount();
    boolean prefersSlice = forced == null ? sliced < gathered : forced == PlanShape.SLICE;
    this.isSlice = least != null && least.isListed() && prefersSlice;
    double kept = Math.min(matching, wanted) * (wanted > FEW ? SORT : KEEP);
    this.found = OFFER * matching + kept + (isSlice ? sliced : gathered);
  }

  private static double words(double count) {
    return WORD * count + FAR_WORD * Math.max(0, count - NEAR_WORDS);
  }

  private static @Nullable Clause least(List<Clause> indexed, @Nullable Clause composite) {
    Clause least = composite;
    for (int i = 0; i < indexed.size(); i++) {
      Clause clause = indexed.get(i);
      least = least == null || Planner.BY_ESTIMATE.compare(clause, least) < 0 ? clause : least;
    }
    return least;
  }

  /** Returns whether an indexed clause is left to be checked where {@link #least} led. */
  @SuppressWarnings("ReferenceEquality") // the clauses of a plan are told apart, not compared
  boolean isLeft(Clause clause) {
    return clause != least
        && !(least instanceof CompositeClause both && both.covers(clause.field()));
  }

  /** Returns the share of rows that all clauses accept, where it is known of two of them. */
  private double jointly(double passing, List<Clause> checks, @Nullable CompositeClause composite) {
    if (composite == null) {
      return passing;
    }
    double joint = passing * composite.estimate() / view.size();
    for (int i = 0; i < checks.size(); i++) {
      if (composite.covers(checks.get(i).field())) {
        joint *= (double) view.size() / checks.get(i).estimate();
      }
    }
    return joint;
  }

  /** Returns the indexed clause that accepts the fewest rows; null without one. */
  @Nullable Clause least() {
    return least;
  }

  /** Returns whether rows are found by {@link #least} alone, unless a walk is better. */
  boolean isSlice() {
    return isSlice;
  }

  /**
   * Returns whether a walk is worth a look: never where all rows that may match are wanted and
   * hardly need a sort, nor where a slice is expected to find no more than are wanted, so that a
   * walk would pass most rows.
   */
  boolean allowsWalk() {
    int most = least == null ? view.liveCount() : least.estimate();
    return most > Math.min(wanted, FEW) && !(isSlice && matching <= wanted);
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
    double walked = Math.min(walkedRow * expected(), intersectedWalk());
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
            ? !tellsSooner(access.sorted()) && walkedRow * expected() > intersectedWalk()
            : 2 * OFFER * matching < LIST * view.wordCount() * values.valueCount();
    return late ? 0 : (int) Math.max(LEAST_BUDGET, intersected / walkedRow);
  }

  /** Returns what a walk costs that begins with an intersection. */
  private double intersectedWalk() {
    return intersected + RANK * expected();
  }

  /** Returns whether a walk probably ends within its first places, and costs less there. */
  private boolean tellsSooner(@Nullable SortedPermutation sorted) {
    return sorted != null
        && expected() <= sorted.headPlaces()
        && TELL * expected() < intersectedWalk();
  }
}
