package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The {@code k} best rows of a stream of rows of several segments.
 *
 * <p>Rows rank by the query's order ({@link RowKeys}). In a query that folds, of the rows of one
 * fold value only the best counts; in a query that goes on after a cursor, only rows that rank
 * after it. The result depends only on which rows were offered, never on the plan that produced
 * them.
 *
 * <p>The first key of rows decides mostly: a row whose first number exceeds the {@link #cutoff} is
 * turned away before anything else of it is read.
 *
 * <p><b>Layout.</b> The rows kept lie in numbered slots; further ones hold the row on offer and the
 * cursor.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
abstract class TopRows {
  /** Up to so many rows are kept in order; inserting costs a move of at most a kilobyte. */
  private static final int MAX_SORTED = 256;

  /** The most rows that are kept. */
  final int capacity;

  /** The order values of the rows in the slots. */
  final RowKeys keys;

  /** The slot of the row on offer. */
  final int candidate;

  private final int cursorSlot;
  private final boolean hasCursor;
  private final @Nullable Field foldField;
  private final LongOpenHashSet passedFolds;
  private final int[] segments;
  private final int[] rows;
  private final long[] folds;
  private final boolean[] hasFold;
  private int segment = -1;
  private @Nullable NumericColumn foldColumn;
  private final long[] firsts;
  private boolean loaded;
  private boolean full;
  private long cutoff = Long.MAX_VALUE;

  /**
   * Creates an empty collection.
   *
   * @param slots how many rows have room
   * @param passedFolds the fold values whose best row ranks before the page
   * @param scratch the search's working memory
   */
  TopRows(
      Query query, int capacity, int slots, LongOpenHashSet passedFolds, Scratch scratch) {
    this.capacity = capacity;
    this.candidate = slots;
    this.cursorSlot = slots + 1;
    this.keys = new RowKeys(query.order(), slots + 2);
    this.foldField = query.fold() ? query.schema().foldField() : null;
    this.passedFolds = passedFolds;
    this.firsts = scratch.numbers();
    this.segments = new int[slots];
    this.rows = new int[slots];
    this.folds = new long[foldField == null ? 0 : slots + 1];
    this.hasFold = new boolean[folds.length];
    Cursor after = query.after();
    this.hasCursor = after != null;
    if (after != null) {
      keys.load(cursorSlot, after);
    }
  }

  /** Returns an empty collection for the {@code capacity} best rows of a query. */
  static TopRows of(
      Query query, int capacity, LongOpenHashSet passedFolds, Scratch scratch) {
    return capacity <= MAX_SORTED
        ? new SortedRows(query, capacity, passedFolds, scratch)
        : new BufferedRows(query, capacity, passedFolds, scratch);
  }

  /** Turns to the rows of another segment. */
  final void turnTo(int number, SegmentPlan plan) {
    segment = number;
    keys.turnTo(plan.reader());
    foldColumn = foldField == null ? null : plan.view().segment().numeric(foldField);
  }

  /** Offers rows of the current segment. */
  final void offerAll(int[] offered, int size) {
    keys.firsts(offered, size, firsts);
    for (int i = 0; i < size; i++) {
      if (firsts[i] <= cutoff) {
        offer(offered[i], firsts[i]);
      }
    }
  }

  private void offer(int row, long first) {
    loaded = false;
    if (hasCursor || foldField != null) {
      load(row);
      boolean passed = hasCursor && keys.compare(candidate, cursorSlot) <= 0;
      if (passed || (folds(candidate) && passedFolds.contains(folds[candidate]))) {
        return;
      }
    }
    place(row, first);
  }

  /**
   * Keeps the candidate, a row of the current segment, if it is among the best so far. Its fold
   * value is in its slot, its order values are after {@link #load}.
   *
   * @param first its first number
   */
  abstract void place(int row, long first);

  /** Returns the slots of the rows kept, the best first; empties the collection. */
  abstract int[] drain();

  /** Returns whether as many rows as are wanted rank no later than the {@link #cutoff}. */
  final boolean isFull() {
    return full;
  }

  /**
   * Returns the greatest first number, keys of a descending order turned over, that a row may have
   * to be kept; the greatest of all until {@link #isFull}.
   */
  final long cutoff() {
    return cutoff;
  }

  /** Notes that enough rows are kept, of which one has the worst first number. */
  final void cutAt(int worst) {
    full = true;
    cutoff = keys.isAbsent(worst, 0) ? Long.MAX_VALUE : keys.number(worst, 0);
  }

  /**
   * Returns the second number that rows of a certain first one must not exceed, like {@link
   * #cutoff}.
   */
  abstract long secondCutoff(long first);

  /** Returns whether rows without a first key may still be kept, when {@link #isFull}. */
  final boolean keepsAbsent() {
    return cutoff == Long.MAX_VALUE;
  }

  /** Notes the fold values of rows that do not rank after the cursor: their results have passed. */
  final void notePassed(int[] offered, int size) {
    for (int i = 0; i < size; i++) {
      loaded = false;
      load(offered[i]);
      if (folds(candidate) && keys.compare(candidate, cursorSlot) <= 0) {
        passedFolds.add(folds[candidate]);
      }
    }
  }

  /** Sees to it that the order values of the row on offer are in the candidate's slot. */
  final void load(int row) {
    if (loaded) {
      return;
    }
    loaded = true;
    keys.load(candidate, row);
    NumericColumn column = foldColumn;
    if (column != null) {
      hasFold[candidate] = column.isPresent(row);
      folds[candidate] = hasFold[candidate] ? column.key(row) : 0;
    }
  }

  /** Puts the candidate into a slot. */
  final void keep(int slot, int row) {
    if (loaded) {
      keys.copy(candidate, slot);
    } else {
      keys.load(slot, row);
    }
    segments[slot] = segment;
    rows[slot] = row;
    if (foldField != null) {
      folds[slot] = folds[candidate];
      hasFold[slot] = hasFold[candidate];
    }
  }

  /** Returns whether the query folds. */
  final boolean folds() {
    return foldField != null;
  }

  /** Returns whether the row of a slot has a fold value that counts. */
  final boolean folds(int slot) {
    return foldField != null && hasFold[slot];
  }

  /** Returns the fold value of a slot's row. */
  final long fold(int slot) {
    return folds[slot];
  }

  final int segment(int slot) {
    return segments[slot];
  }

  final int row(int slot) {
    return rows[slot];
  }

  final RowKeys keys() {
    return keys;
  }
}
