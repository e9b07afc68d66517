package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * The {@code k} best rows of a stream of rows of several segments.
 *
 * <p>Rows rank by the query's order ({@link RowOrder}). In a query that folds, of the rows of one
 * fold value only the best counts; in a query that goes on after a cursor, only rows that rank
 * after it. The result depends only on which rows were offered, never on the plan that produced
 * them.
 *
 * <p>The first key of rows decides mostly: a row whose first number exceeds the {@link #cutoff} is
 * turned away before anything else of it is read.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
abstract class TopKCollector {
  /** Up to so many rows are kept in order; inserting costs a move of a few kilobytes at most. */
  static final int MAX_SORTED = Scratch.MOST_BEST;

  /** The most rows that are kept. */
  final int capacity;

  /** How rows rank. */
  final RowOrder order;

  private final Query query;
  private final @Nullable KeyColumns[] columns;
  private final @Nullable Cursor after;
  private final @Nullable Field foldField;

  /** Null in a query that doesn't fold. */
  private final @Nullable RowFolds rowFolds;

  private final long[] firsts;
  private int segment = -1;
  private @Nullable KeyColumns current;
  private boolean full;
  private long cutoff = Long.MAX_VALUE;

  /** Whether the row on offer has a fold value, and which. */
  private boolean folds;

  private long fold;

  /**
   * Creates an empty collection.
   *
   * @param segments how many segments rows may come from
   * @param scratch the search's working memory
   */
  TopKCollector(Query query, int capacity, int segments, Scratch scratch) {
    this.query = query;
    this.capacity = capacity;
    this.columns = new KeyColumns[segments];
    this.order = new RowOrder(query.order());
    this.foldField = query.fold() ? query.schema().foldField() : null;
    this.firsts = scratch.numbers();
    this.rowFolds = foldField == null ? null : new RowFolds(order, scratch.otherNumbers());
    this.after = query.after();
  }

  /** Returns an empty collection for the {@code capacity} best rows of a query. */
  static TopKCollector of(Query query, int capacity, int segments, Scratch scratch) {
    return capacity <= MAX_SORTED
        ? new SmallTopK(query, capacity, segments, scratch)
        : new LargeTopK(query, capacity, segments, scratch);
  }

  /** Turns to the rows of another segment. */
  final void turnTo(int number, SegmentReader reader) {
    KeyColumns known = columns[number];
    if (known == null) {
      known = new KeyColumns(query.order(), foldField, reader);
      columns[number] = known;
    }
    turnTo(number, known);
  }

  /** Turns back to the rows of a segment. */
  final void turnTo(int number) {
    turnTo(number, columns(number));
  }

  private void turnTo(int number, KeyColumns known) {
    segment = number;
    current = known;
  }

  /** Returns the columns of a segment that was turned to before. */
  final KeyColumns columns(int number) {
    KeyColumns known = columns[number];
    if (known == null) {
      throw new IllegalStateException("segment " + number + " was never turned to");
    }
    return known;
  }

  /** Returns the columns of the current segment. */
  final KeyColumns current() {
    KeyColumns known = current;
    if (known == null) {
      throw new IllegalStateException("no segment was turned to");
    }
    return known;
  }

  /** Offers rows of the current segment, which may be left in another order. */
  final void offerAll(int[] rows, int size) {
    order.firsts(current(), rows, size, firsts);
    offerAll(rows, firsts, size);
  }

  /** Offers rows whose first numbers are known, which may be left in another order. */
  final void offerAll(int[] rows, long[] rowFirsts, int size) {
    RowFolds known = rowFolds;
    if (known != null) {
      offerFolded(known, rows, rowFirsts, size);
      return;
    }
    if (size > 1 && after == null && placeAll(rows, rowFirsts, size)) {
      return;
    }
    for (int i = 0; i < size; i++) {
      if (rowFirsts[i] <= cutoff && ranksAfterCursor(rows[i])) {
        place(rows[i], rowFirsts[i]);
      }
    }
  }

  private void offerFolded(RowFolds known, int[] rows, long[] rowFirsts, int size) {
    int within = 0;
    for (int i = 0; i < size; i++) {
      rows[within] = rows[i];
      rowFirsts[within] = rowFirsts[i];
      within += rowFirsts[i] <= cutoff ? 1 : 0;
    }
    known.read(current(), rows, within);
    int left = known.foldNeighbours(current(), rows, rowFirsts, within);
    for (int i = 0; i < left; i++) {
      fold = known.value(i);
      folds = RowFolds.hasFold(current(), rows[i], fold);
      boolean isPassed = folds && known.isPassed(fold);
      if (rowFirsts[i] <= cutoff && !isPassed && ranksAfterCursor(rows[i])) {
        place(rows[i], rowFirsts[i]);
      }
    }
  }

  private boolean ranksAfterCursor(int row) {
    return after == null || order.compare(current(), row, after) > 0;
  }

  /**
   * Keeps those of several rows of the current segment that are among the best so far, all at once;
   * returns whether it did, or left it to {@link #place}.
   *
   * @param found whose first numbers are known; may be left in another order
   */
  boolean placeAll(int[] found, long[] foundFirsts, int count) {
    return false;
  }

  /**
   * Returns whether the first numbers of the current segment are cheap to read: stored, not
   * computed for this search.
   */
  final boolean hasStoredFirsts() {
    return order.hasStoredFirsts(current());
  }

  /**
   * Drops rows of the current segment that don't make the {@link #cutoff}, where it is cheap to
   * tell; returns how many are left.
   */
  final int keepCut(int[] rows, int size) {
    if (!full || !hasStoredFirsts()) {
      return size;
    }
    order.firsts(current(), rows, size, firsts);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      rows[kept] = rows[i];
      kept += firsts[i] <= cutoff ? 1 : 0;
    }
    return kept;
  }

  /**
   * Drops rows of the current segment that rank behind one that is kept of their fold value, where
   * it is cheap to tell; returns how many are left.
   */
  final int dropFolded(int[] rows, int size) {
    RowFolds known = rowFolds;
    if (known == null || isEmpty() || !known.dropsSome() || !hasStoredFirsts()) {
      return size;
    }
    order.firsts(current(), rows, size, firsts);
    known.read(current(), rows, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      long value = known.value(i);
      rows[kept] = rows[i];
      kept += value != RowFolds.NO_FOLD && isBehind(value, firsts[i]) ? 0 : 1;
    }
    known.noteDropped(size, size - kept);
    return kept;
  }

  /**
   * Returns whether a row of a fold value and first number certainly ranks behind one that is kept
   * of this fold.
   */
  abstract boolean isBehind(long foldOfRow, long first);

  /**
   * Lists the rows of a run of the current segment that make the {@link #cutoff}; returns how many.
   */
  final int listCut(int from, int to, int[] rows) {
    return order.listCut(current(), from, to, cutoff, rows);
  }

  /**
   * Reads the first numbers and, in a query that folds, the fold values of rows of the current
   * segment, and drops those that can't be kept whatever else comes; returns how many are left.
   *
   * @param readFolds not used in a query that doesn't fold
   */
  final int read(int[] rows, long[] readFirsts, long[] readFolds, int size) {
    KeyColumns known = current();
    order.firsts(known, rows, size, readFirsts);
    if (rowFolds != null) {
      RowFolds.read(known, rows, size, readFolds);
    }
    if (after == null) {
      return size;
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      boolean isPassed = false;
      if (rowFolds != null) {
        long value = readFolds[i];
        isPassed = rowFolds.isPassed(value) && RowFolds.hasFold(known, row, value);
        readFolds[kept] = value;
      }
      rows[kept] = row;
      readFirsts[kept] = readFirsts[i];
      kept += isPassed || !ranksAfterCursor(row) ? 0 : 1;
    }
    return kept;
  }

  /** Returns whether nothing is kept. */
  abstract boolean isEmpty();

  /** Keeps the row on offer, of the current segment, if it is among the best so far. */
  abstract void place(int row, long first);

  /**
   * Puts the rows kept in order, to keep no further ones, and returns how many they are; {@link
   * #copyBest} tells which.
   */
  abstract int finish();

  /** Returns where the row is that has a place among the best, after {@link #finish}. */
  abstract long location(int place);

  /** Writes the best rows kept and their segments, the best first, as many as there is room for. */
  final void copyBest(int[] segmentsByPlace, int[] rowsByPlace) {
    for (int place = 0; place < rowsByPlace.length; place++) {
      segmentsByPlace[place] = segmentOf(location(place));
      rowsByPlace[place] = (int) location(place);
    }
  }

  /** Returns where a row is: itself, below the number of its segment. */
  static long location(int segment, int row) {
    return (long) segment << Integer.SIZE | row;
  }

  /** Returns the segment of a row that is somewhere. */
  static int segmentOf(long location) {
    return (int) (location >>> Integer.SIZE);
  }

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

  /** Notes that enough rows are kept, none with a greater first number. */
  final void cutAt(long first) {
    full = true;
    cutoff = first;
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
  final void notePassed(int[] rows, int size) {
    if (rowFolds != null && after != null) {
      rowFolds.notePassed(current(), rows, size, after);
    }
  }

  /** Returns the number of the current segment. */
  final int segment() {
    return segment;
  }

  /** Returns whether rows are folded. */
  final boolean isFolded() {
    return rowFolds != null;
  }

  /** Returns whether the row on offer has a fold value. */
  final boolean folds() {
    return folds;
  }

  /** Returns the fold value of the row on offer. */
  final long fold() {
    return fold;
  }
}
