package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the plan operators of one pass of a search share: the counter of their work, the collector
 * of the best rows, and the scratch memory. The {@link Search} takes this memory from the pool and
 * gives it back; the context borrows it.
 *
 * <p><b>Memory.</b> Only one plan operator runs at a time. It may use the batch and the bitmaps of
 * the {@link #scratch} memory until it returns. A scan that will be resumed keeps its bitmaps: it
 * calls {@link #holdBitmaps}, and then no bitmap is handed out twice until the pass ends.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ExecutionContext {
  private final WorkCounter work;
  private final Scratch scratch;
  private final @Nullable TopKCollector top;
  private boolean holdsBitmaps;

  /**
   * Creates the context of a pass.
   *
   * @param top what matching rows are offered to; null if all matching rows are asked for
   */
  ExecutionContext(WorkCounter work, Scratch scratch, @Nullable TopKCollector top) {
    this.work = work;
    this.scratch = scratch;
    this.top = top;
  }

  /** Returns the counter. */
  WorkCounter work() {
    return work;
  }

  /** Returns the scratch memory. */
  Scratch scratch() {
    return scratch;
  }

  /** Holds all bitmaps handed out so far, and those to come, until the pass ends. */
  void holdBitmaps() {
    holdsBitmaps = true;
  }

  /** Takes the bitmaps of a plan operator back that has returned for good. */
  void segmentDone() {
    if (!holdsBitmaps) {
      scratch.reset();
    }
  }

  /** Takes all bitmaps back. */
  void passDone() {
    holdsBitmaps = false;
    scratch.reset();
  }

  /**
   * Intersects the bitmaps of the clauses of a plan with the live rows, and drops words that miss
   * the cutoff.
   *
   * @param checks takes the clauses that still have to check rows, in their order
   */
  long[] intersect(SegmentPlan plan, List<Clause> checks) {
    int wordCount = plan.view().wordCount();
    long[] words = scratch.bitmap(wordCount);
    plan.view().copyLive(words, 0, wordCount);
    work.words(wordCount);
    if (top != null) {
      top.narrow(words, wordCount);
    }
    List<Clause> clauses = plan.clauses();
    for (int i = 0; i < clauses.size(); i++) {
      Clause clause = clauses.get(i);
      work.words((long) wordCount * clause.bitmapCount());
      work.passed(clause.repairedRows());
      if (!clause.narrowAll(words, wordCount)) {
        checks.add(clause);
      }
      work.checkDeadline();
    }
    return words;
  }

  /** Checks each row of a bitmap, and hands on those that match. */
  void examineAll(List<Clause> checks, long[] words, int wordCount, RowConsumer matches) {
    work.words(wordCount);
    int[] rows = scratch.batch();
    int size = 0;
    for (int i = Bits.firstUsed(words, 0, wordCount);
        i < wordCount;
        i = Bits.firstUsed(words, i + 1, wordCount)) {
      if (size > Scratch.BATCH - Long.SIZE) {
        matches.accept(rows, verifyUnordered(checks, rows, size));
        size = 0;
      }
      size = Bits.list(words[i], i, rows, size);
    }
    matches.accept(rows, verifyUnordered(checks, rows, size));
  }

  /**
   * Like {@link #verify}, for rows in no order: most of them miss the cutoff sooner or later, so
   * the cutoff drops rows before the clauses do.
   */
  int verifyUnordered(List<Clause> clauses, int[] rows, int size) {
    int candidates = top == null || clauses.isEmpty() ? size : top.dropBeyondCutoff(rows, size);
    work.examined(size - candidates);
    return verify(clauses, rows, candidates);
  }

  /** Retains the rows that all clauses accept and that may be collected; returns how many. */
  int verify(List<Clause> clauses, int[] rows, int size) {
    work.examined(size);
    int left = Clause.filter(clauses, rows, size);
    work.matched(left);
    return left;
  }

  /** Retains the live rows that all clauses accept; returns how many. */
  int verifyLive(SegmentView view, List<Clause> clauses, int[] rows, int size) {
    return verify(clauses, rows, view.live().filter(rows, size));
  }
}
