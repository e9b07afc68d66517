package io.offerengine.internal.exec;

import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.LazyFilters;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.plan.RangePruning;
import io.offerengine.internal.plan.RowBound;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the best rows of several segments, always from that one which may have the next best.
 *
 * <p>A segment that no row kept is worse than is not even planned. Walks are taken up in turn, so
 * that no segment's worse rows are looked at before another's better ones.
 *
 * <p><b>Cost.</b> O(segments) for each step of a walk, besides the walks.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class TopKExecutor {
  private static final int NONE = -1;

  private final Planner planner;
  private final List<SegmentView> views;
  private final PlanRunner runner;
  private final TopKCollector top;
  private final Scratch scratch;

  /** By segment: no further row has a lesser first number; {@link RowBound#NONE} if not known. */
  private final long[] bounds;

  /** By segment: whether all that can matter was looked at. */
  private final boolean[] done;

  /** By segment; null before it is planned. */
  private final @Nullable SegmentScan[] walks;

  /** By segment, to be set where it is planned. */
  private final @Nullable SegmentReader[] readers;

  /** By segment; null where none was made. */
  private final @Nullable SegmentPlan[] plans;

  /** By segment, whether rows matched. */
  private final boolean[] matched;

  /** By segment, how many rows were looked at one by one; added to. */
  private final long[] examined;

  /** Walks of which many rows are wanted, in order. */
  private final List<MergingScan.Walk> merged = new ArrayList<>();

  private boolean holdsScratch;

  /** Of how many segments the rows wanted are expected to be, those that are no tails. */
  private int bounded;

  /**
   * Prepares a collection.
   *
   * @param readers by segment, set for those that are planned
   * @param examined by segment, takes up how many rows are looked at one by one
   */
  TopKExecutor(
      Planner planner,
      List<SegmentView> views,
      PlanRunner runner,
      TopKCollector top,
      Scratch scratch,
      @Nullable SegmentReader[] readers,
      long[] examined) {
    this.planner = planner;
    this.views = views;
    this.runner = runner;
    this.top = top;
    this.scratch = scratch;
    int segments = views.size();
    this.bounds = new long[segments];
    this.done = new boolean[segments];
    this.walks = new SegmentScan[segments];
    this.plans = new SegmentPlan[segments];
    this.matched = new boolean[segments];
    this.readers = readers;
    this.examined = examined;
  }

  /** Looks at all segments, as far as is needed. */
  void run() {
    for (int segment = 0; segment < bounds.length; segment++) {
      SegmentView view = views.get(segment);
      done[segment] = view.liveCount() == 0;
      bounds[segment] = done[segment] ? RowBound.NONE : planner.bestKey(view);
      bounded += bounds[segment] == RowBound.NONE ? 0 : 1;
    }
    for (int segment = next(); segment != NONE; segment = next()) {
      if (bounds[segment] == RowBound.NONE) {
        // What is unknown comes behind all walks: rows in order, and a cut where there is one.
        runMerged();
      }
      long before = runner.rowsExamined();
      long matchedBefore = runner.rowsMatched();
      SegmentScan walk = walks[segment];
      if (walk == null) {
        begin(segment);
      } else {
        top.turnTo(segment);
        walk.walkOn(top);
        note(segment, walk);
      }
      examined[segment] += runner.rowsExamined() - before;
      matched[segment] |= runner.rowsMatched() > matchedBefore;
    }
    runMerged();
    noteNone();
    scratch.reset();
  }

  /** Notes which segments were looked at to their end, and have no row that matches. */
  private void noteNone() {
    // Rows that rank behind others are left out before they match.
    if (top.isFull() || (top.isFolded() && runner.rowsMatched() > 0)) {
      return;
    }
    for (int segment = 0; segment < matched.length; segment++) {
      SegmentPlan plan = plans[segment];
      if (plan != null && !matched[segment]) {
        RangePruning.noteNone(plan);
      }
    }
  }

  private void runMerged() {
    if (!merged.isEmpty() && top instanceof LargeTopK many) {
      long matchedBefore = runner.rowsMatched();
      new MergingScan(merged, many).run();
      for (MergingScan.Walk walk : merged) {
        examined[walk.segment()] += walk.rowsExamined();
        matched[walk.segment()] |= runner.rowsMatched() > matchedBefore;
      }
      merged.clear();
    }
  }

  /**
   * Returns the segment that may have the best row of all that are left, none when no row that is
   * left can be kept.
   *
   * <p>Those of which nothing is known come last: mostly tails, all of whose rows are looked at,
   * and few of them make the cut once it is known from elsewhere.
   */
  private int next() {
    int best = NONE;
    int unknown = NONE;
    for (int segment = 0; segment < bounds.length; segment++) {
      if (!done[segment] && bounds[segment] == RowBound.NONE) {
        unknown = unknown == NONE ? segment : unknown;
      } else if (!done[segment] && (best == NONE || bounds[segment] < bounds[best])) {
        best = segment;
      }
    }
    boolean passed = best == NONE || (top.isFull() && bounds[best] > top.cutoff());
    return passed ? unknown : best;
  }

  private void begin(int segment) {
    runner.checkDeadline();
    SegmentView view = views.get(segment);
    if (view.segment() instanceof TailSegment && offersTail(segment, view)) {
      end(segment);
      return;
    }
    SegmentPlan plan = planner.plan(view);
    plans[segment] = plan;
    readers[segment] = plan.reader();
    top.turnTo(segment, plan.reader());
    SegmentScan walk = walk(plan);
    if (walk instanceof IndexScan ranks && merges(ranks)) {
      merged.add(new MergingScan.Walk(segment, ranks, top.isFolded()));
      done[segment] = true;
      holdsScratch = true;
    } else if (walk != null) {
      walks[segment] = walk;
      holdsScratch = true;
      note(segment, walk);
    } else {
      runner.runBest(plan, top);
      end(segment);
    }
  }

  /**
   * Offers the rows of a tail without a plan, if few are left to be checked or a condition lists
   * them; returns whether.
   */
  private boolean offersTail(int segment, SegmentView view) {
    SegmentReader reader = planner.reader(view);
    LazyFilters checks = planner.checks(view, reader);
    top.turnTo(segment, reader);
    readers[segment] = reader;
    RowBatches listed = checks.led();
    if (listed != null) {
      runner.runListed(view, listed, checks, top);
      return true;
    }
    boolean cuts = top.isFull() && top.hasStoredFirsts();
    if (!cuts && view.size() > Scratch.BATCH) {
      return false;
    }
    runner.runTail(view, checks, top, cuts && !planner.checkDropsMore());
    return true;
  }

  private void end(int segment) {
    done[segment] = true;
    if (!holdsScratch) {
      scratch.reset();
    }
  }

  /** Returns whether a walk is merged with those of other segments, for large pages. */
  private boolean merges(IndexScan walk) {
    return top instanceof LargeTopK && walk.isOrdered() && !walk.gathers();
  }

  private void note(int segment, SegmentScan walk) {
    done[segment] = !walk.hasNext();
    bounds[segment] = done[segment] ? RowBound.NONE : walk.nextFirst();
  }

  /** Returns the walk of a plan that goes by values or ranks; null for another. */
  private @Nullable SegmentScan walk(SegmentPlan plan) {
    OrderAccess order = plan.order();
    if (order == null) {
      return null;
    }
    FieldIndex values = order.values();
    if (values != null) {
      return new GroupedScan(new ClusteredScan(runner, plan, order, top, scratch), order, values);
    }
    if (order.sorted() == null) {
      return null;
    }
    int wantedHere = 1 + plan.wanted() / Math.max(1, bounded);
    return new IndexScan(runner, plan, new RankPositions(order), top, wantedHere, scratch);
  }
}
