package io.offerengine.internal.exec;

import io.offerengine.internal.plan.BlockOrder;
import io.offerengine.internal.plan.ClusterBound;
import io.offerengine.internal.plan.IndexOrder;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.plan.ScanOrder;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the best rows of several segments: it always advances the segment that may have the next
 * best row.
 *
 * <p><b>Order.</b> A segment is planned when its turn comes. A segment whose best possible row
 * ranks behind the k-th result is never planned. Index scans take turns run by run, and grouped
 * scans value by value, so that a segment reads few rows that rank behind those of another. A
 * clustered scan reads its segment in one turn. Segments of which no bound is known come last; most
 * of them are tails. If many rows are wanted, a {@link MergingScan} runs the index scans together,
 * before these.
 *
 * <p><b>Cost.</b> O(segments) for each turn, besides the plan operators.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class TopKExecutor {
  private static final int NONE = -1;

  private final Planner planner;
  private final List<SegmentView> views;
  private final Execution execution;
  private final TopKCollector top;
  private final SegmentTrace[] traces;

  /** Whether the time of planning is measured. */
  private final boolean isTimed;

  /** By segment: no row left has a lesser first key; {@link ClusterBound#NONE} if unknown. */
  private final long[] bounds;

  /** By segment: whether it gets no further turn. */
  private final boolean[] done;

  /** Index scans of which many rows are wanted, in order. */
  private final List<MergingScan.Source> merged = new ArrayList<>();

  private long planningNanos;

  /**
   * Prepares a collection.
   *
   * @param execution is used for this collection alone
   * @param top the collector, whose cutoff the execution uses from now on
   * @param traces by segment, takes up the plan and the work
   * @param isTimed whether the time of planning is measured
   */
  TopKExecutor(
      Planner planner,
      List<SegmentView> views,
      Execution execution,
      TopKCollector top,
      SegmentTrace[] traces,
      boolean isTimed) {
    this.planner = planner;
    this.views = views;
    this.execution = execution;
    this.top = top;
    this.traces = traces;
    this.isTimed = isTimed;
    this.bounds = new long[views.size()];
    this.done = new boolean[views.size()];
    execution.useCutoffOf(top);
  }

  /** Returns the time of planning, in nanoseconds; 0 if it was not measured. */
  long planningNanos() {
    return planningNanos;
  }

  /** Searches all segments, as far as is needed. */
  void run() {
    for (int segment = 0; segment < bounds.length; segment++) {
      SegmentView view = views.get(segment);
      done[segment] = view.liveCount() == 0;
      bounds[segment] = done[segment] ? ClusterBound.NONE : planner.firstBound(view);
    }
    for (int segment = next(); segment != NONE; segment = next()) {
      if (bounds[segment] == ClusterBound.NONE) {
        // Segments without a bound come behind all scans, against the k-th result of these.
        runMerged();
      }
      long before = execution.rowsExamined();
      SegmentScan scan = traces[segment].scan();
      if (scan == null) {
        begin(segment);
      } else {
        top.turnTo(segment);
        scan.advance();
        update(segment, scan);
      }
      traces[segment].examined(execution.rowsExamined() - before);
    }
    runMerged();
    execution.passDone();
  }

  private void runMerged() {
    if (!merged.isEmpty() && top instanceof LargeTopK many) {
      new MergingScan(merged, many).run();
      for (MergingScan.Source source : merged) {
        traces[source.segment()].examined(source.rowsExamined());
      }
      merged.clear();
    }
  }

  /** Returns the segment that may have the best row of all that are left; none if no row can. */
  private int next() {
    int best = NONE;
    int unknown = NONE;
    for (int segment = 0; segment < bounds.length; segment++) {
      if (!done[segment] && bounds[segment] == ClusterBound.NONE) {
        unknown = unknown == NONE ? segment : unknown;
      } else if (!done[segment] && (best == NONE || bounds[segment] < bounds[best])) {
        best = segment;
      }
    }
    boolean passed = best == NONE || (top.isFull() && bounds[best] > top.cutoff());
    return passed ? unknown : best;
  }

  private void begin(int segment) {
    execution.checkDeadline();
    SegmentPlan plan = plan(segment);
    if (plan.shape() == PlanShape.EMPTY) {
      done[segment] = true;
      return;
    }
    top.turnTo(segment, plan.reader());
    ScanOrder order = plan.order();
    if (order == null) {
      execution.gather(plan, top::offerAll);
    } else if (order instanceof BlockOrder blocks && blocks.isOneGroup()) {
      new BlockScan(execution, plan, blocks, top).advance();
    } else {
      beginTurns(segment, plan, order);
      return;
    }
    done[segment] = true;
    execution.segmentDone();
  }

  /** Begins a scan that takes turns with those of other segments. */
  private void beginTurns(int segment, SegmentPlan plan, ScanOrder order) {
    execution.holdBitmaps();
    SegmentScan scan = scan(plan, order);
    traces[segment].scanned(scan);
    if (top instanceof LargeTopK && scan instanceof IndexScan ranks && ranks.readsInOrder()) {
      merged.add(new MergingScan.Source(segment, ranks, top.isFolded()));
      done[segment] = true;
    } else {
      update(segment, scan);
    }
  }

  private SegmentScan scan(SegmentPlan plan, ScanOrder order) {
    return order instanceof IndexOrder ranks
        ? new IndexScan(execution, plan, ranks, planner.rowsExpected(plan.rowsWanted()), top)
        : new BlockScan(execution, plan, (BlockOrder) order, top);
  }

  private SegmentPlan plan(int segment) {
    long start = isTimed ? System.nanoTime() : 0;
    SegmentPlan plan = planner.plan(views.get(segment));
    planningNanos += isTimed ? System.nanoTime() - start : 0;
    traces[segment].planned(plan);
    return plan;
  }

  private void update(int segment, SegmentScan scan) {
    done[segment] = !scan.hasNext();
    bounds[segment] = done[segment] ? ClusterBound.NONE : scan.nextFirst();
  }
}
