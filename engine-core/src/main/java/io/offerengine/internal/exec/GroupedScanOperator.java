package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.ClusterBound;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.SegmentPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a {@link SegmentPlan.GroupedScan}: one value of the first order key at a time, the best
 * value first, rows without a value last.
 *
 * <p><b>How.</b> As long as the words read stay below the budget, the bitmaps of all clauses are
 * intersected for each value. Then the fallback intersects them once for all values that are left.
 * If these have few rows, the rows are gathered in no order; otherwise the scan goes on over the
 * intersection.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class GroupedScanOperator implements SegmentScan {
  private final Execution execution;
  private final SegmentPlan plan;
  private final SegmentPlan.GroupedScan scan;
  private final FieldIndex values;
  private final BlockScan blocks;
  private Progress progress = Progress.SCAN;

  /** How many of the first values the page has no rows of. */
  private final int skipped;

  /** How many values were read or skipped, that of absence included. */
  private int taken;

  GroupedScanOperator(
      Execution execution, SegmentPlan plan, SegmentPlan.GroupedScan scan, TopKCollector top) {
    this.execution = execution;
    this.plan = plan;
    this.scan = scan;
    this.values = scan.values();
    this.blocks = new BlockScan(execution, plan, top);
    while (taken < values.valueCount() && scan.firstKey(valueAt(taken)) < scan.start().first()) {
      taken++;
    }
    this.skipped = taken;
  }

  @Override
  public boolean hasNext() {
    return taken <= values.valueCount();
  }

  @Override
  public long nextFirst() {
    return taken == values.valueCount() ? Long.MAX_VALUE : scan.firstKey(valueAt(taken));
  }

  @Override
  public Progress progress() {
    return taken == skipped ? Progress.NOT_STARTED : progress;
  }

  @Override
  public int budget() {
    return scan.budget();
  }

  /** Returns the number of the value that comes at a turn; the last turn is that of absence. */
  private int valueAt(int turn) {
    int count = values.valueCount();
    return scan.descending() && turn < count ? count - 1 - turn : turn;
  }

  @Override
  public void advance(TopKCollector top) {
    if (progress == Progress.SCAN && blocks.wordsRead() >= scan.budget()) {
      fallBack(top);
    }
    if (progress == Progress.GATHER) {
      taken = values.valueCount() + 1;
      return;
    }
    int value = valueAt(taken);
    boolean absent = value == values.valueCount();
    Clause rows = values.ofValue(value, execution.scratch());
    RowBatches listed = values.rareRows(value);
    if (absent) {
      blocks.scanValue(rows, listed, null, ClusterBound.NONE, ClusterBound.NONE);
    } else {
      long first = scan.firstKey(value);
      blocks.scanValue(rows, listed, scan.withinValue(), first, scan.start().secondOf(first));
    }
    taken++;
  }

  /** Intersects the bitmaps for the values that are left, and gathers their rows if few are. */
  private void fallBack(TopKCollector top) {
    int wordCount = plan.view().wordCount();
    List<Clause> checks = new ArrayList<>();
    long[] left = execution.intersect(plan, checks);
    for (int turn = 0; turn < taken; turn++) {
      long[] read = blocks.room();
      System.arraycopy(left, 0, read, 0, wordCount);
      values.ofValue(valueAt(turn), execution.scratch()).retain(read, wordCount);
      Bits.andNot(left, read, 0, wordCount);
    }
    int valuesLeft = values.valueCount() + 1 - taken;
    long gathering = (long) Bits.count(left, wordCount) * CostModel.WORDS_PER_GATHERED_ROW;
    if (gathering < (long) valuesLeft * wordCount) {
      execution.examineAll(checks, left, wordCount, top::offerAll);
      progress = Progress.GATHER;
    } else {
      blocks.restrict(left, checks);
      progress = Progress.INTERSECTED_SCAN;
    }
  }
}
