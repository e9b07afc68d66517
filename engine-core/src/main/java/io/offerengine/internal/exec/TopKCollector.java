package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.PageStart;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * The {@code k} best rows of a stream of rows of several segments.
 *
 * <p><b>Order.</b> Rows rank by the query's order ({@link RowOrder}). If the query collapses, only
 * the best row of each fold value counts. If the query continues after a cursor, only rows that
 * rank after the cursor count. The result depends on the offered rows alone, never on the plan that
 * produced them.
 *
 * <p><b>Cost.</b> Most rows are decided by their first key: a row whose first key exceeds the
 * {@link #cutoff} is dropped before anything else of it is read.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
abstract class TopKCollector {
  /** Up to so many rows stay in order: inserting one moves a few kilobytes at most. */
  static final int MAX_SORTED = Scratch.MOST_BEST;

  /** The most rows that are collected: k. */
  final int capacity;

  /** How rows rank. */
  final RowOrder order;

  private final Query query;
  private final @Nullable KeyColumns[] columns;
  private final @Nullable Cursor after;
  private final @Nullable Field foldField;

  /** Takes the fold values of offered rows; null in a query that does not collapse. */
  private final long @Nullable [] foldValues;

  /** Null unless this is a later page of a query that collapses. */
  private final @Nullable PassedFolds passedFolds;

  private final PageStart page;

  /** No row of the page has a lesser first key. */
  private final long start;

  private final long[] firsts;
  private int segment = -1;
  private @Nullable KeyColumns current;
  private boolean full;
  private long cutoff = Long.MAX_VALUE;

  /**
   * Creates an empty collection.
   *
   * @param segments how many segments rows may come from
   * @param scratch the search's working memory
   * @param passed the fold values of earlier pages; null if there are none
   */
  TopKCollector(
      Query query, int capacity, int segments, Scratch scratch, @Nullable PassedFolds passed) {
    this.query = query;
    this.capacity = capacity;
    this.columns = new KeyColumns[segments];
    this.order = new RowOrder(query.order());
    this.foldField = query.fold() ? query.schema().foldField() : null;
    this.firsts = scratch.numbers();
    this.foldValues = foldField == null ? null : scratch.otherNumbers();
    this.passedFolds = passed;
    this.after = query.after();
    this.page = PageStart.of(query);
    this.start = page.first();
  }

  /** Returns an empty collection for the {@code capacity} best rows of a query. */
  static TopKCollector of(
      Query query, int capacity, int segments, Scratch scratch, @Nullable PassedFolds passed) {
    return capacity <= MAX_SORTED
        ? new SmallTopK(query, capacity, segments, scratch, passed)
        : new LargeTopK(query, capacity, segments, scratch, passed);
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

  /** Offers rows whose first keys are known, which may be left in another order. */
  final void offerAll(int[] rows, long[] rowFirsts, int size) {
    long[] room = foldValues;
    if (room != null) {
      offerFolded(room, rows, rowFirsts, size);
      return;
    }
    if (size > 1 && after == null && insertAll(rows, rowFirsts, size)) {
      return;
    }
    for (int i = 0; i < size; i++) {
      if (rowFirsts[i] <= cutoff && rowFirsts[i] >= start && ranksAfterCursor(rows[i])) {
        insert(rows[i], rowFirsts[i], false, RowFolds.NO_FOLD);
      }
    }
  }

  private void offerFolded(long[] values, int[] rows, long[] rowFirsts, int size) {
    int within = 0;
    for (int i = 0; i < size; i++) {
      rows[within] = rows[i];
      rowFirsts[within] = rowFirsts[i];
      within += rowFirsts[i] <= cutoff && rowFirsts[i] >= start ? 1 : 0;
    }
    RowFolds.read(current(), rows, within, values);
    int left = RowFolds.foldNeighbours(order, current(), rows, rowFirsts, values, within);
    for (int i = 0; i < left; i++) {
      long fold = values[i];
      boolean hasFold = RowFolds.hasFold(current(), rows[i], fold);
      if (rowFirsts[i] <= cutoff && ranksAfterCursor(rows[i]) && !(hasFold && isPassed(fold))) {
        insert(rows[i], rowFirsts[i], hasFold, fold);
      }
    }
  }

  /** Returns whether an earlier page had the best row of a fold value that a row has. */
  private boolean isPassed(long foldOfRow) {
    return passedFolds != null && !isCollected(foldOfRow) && passedFolds.contains(foldOfRow);
  }

  private boolean ranksAfterCursor(int row) {
    return after == null || order.compare(current(), row, after) > 0;
  }

  /**
   * Inserts the rows of a run that are among the best so far, all at once. Returns false if that
   * was not possible: then each row has to be {@linkplain #insert inserted} by itself.
   *
   * @param found rows of the current segment; may be left in another order
   */
  boolean insertAll(int[] found, long[] foundFirsts, int count) {
    return false;
  }

  /**
   * Drops rows of the current segment whose first key exceeds the {@link #cutoff}, if first keys
   * are stored; returns how many are left.
   */
  final int dropBeyondCutoff(int[] rows, int size) {
    if (!full || !order.hasStoredFirsts(current())) {
      return size;
    }
    order.firsts(current(), rows, size, firsts);
    int left = 0;
    for (int i = 0; i < size; i++) {
      rows[left] = rows[i];
      left += firsts[i] <= cutoff ? 1 : 0;
    }
    return left;
  }

  /** Returns whether a row of a fold value is certainly collected. */
  abstract boolean isCollected(long foldOfRow);

  /**
   * Drops rows that miss the {@link #cutoff} from a bitmap of the current segment, where a zone map
   * of the first order key knows them.
   */
  final void narrow(long[] words, int wordCount) {
    if (full) {
      order.narrow(current(), words, wordCount, cutoff);
    }
  }

  /**
   * Reads the first keys and, if the query collapses, the fold values of rows of the current
   * segment. Drops the rows that do not rank after the cursor; returns how many are left.
   *
   * @param readFolds not used in a query that does not collapse
   */
  final int read(int[] rows, long[] readFirsts, long[] readFolds, int size) {
    KeyColumns known = current();
    order.firsts(known, rows, size, readFirsts);
    if (isFolded()) {
      RowFolds.read(known, rows, size, readFolds);
    }
    if (after == null) {
      return size;
    }
    int left = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      boolean isOnPage = ranksAfterCursor(row);
      if (isFolded()) {
        long value = readFolds[i];
        isOnPage = isOnPage && !(RowFolds.hasFold(known, row, value) && isPassed(value));
        readFolds[left] = value;
      }
      rows[left] = row;
      readFirsts[left] = readFirsts[i];
      left += isOnPage ? 1 : 0;
    }
    return left;
  }

  /**
   * Inserts a row of the current segment if it is among the best so far.
   *
   * @param hasFold whether the query collapses rows, and the row has a fold value
   * @param fold its fold value
   */
  abstract void insert(int row, long first, boolean hasFold, long fold);

  /**
   * Sorts the collected rows, and returns how many they are. No row is offered afterwards; {@link
   * #copyBest} hands the rows out.
   */
  abstract int finish();

  /** Returns the location of the row of a place, 0 that of the best, after {@link #finish}. */
  abstract long location(int place);

  /** Writes the best rows and their segments, the best first, as many as there is room for. */
  final void copyBest(int[] segmentsByPlace, int[] rowsByPlace) {
    for (int place = 0; place < rowsByPlace.length; place++) {
      segmentsByPlace[place] = segmentOf(location(place));
      rowsByPlace[place] = (int) location(place);
    }
  }

  /** Returns the location of a row: the number of its segment, then the row itself. */
  static long location(int segment, int row) {
    return (long) segment << Integer.SIZE | row;
  }

  /** Returns the number of the segment of a location. */
  static int segmentOf(long location) {
    return (int) (location >>> Integer.SIZE);
  }

  /** Returns where the page begins. */
  final PageStart pageStart() {
    return page;
  }

  /** Returns whether k rows are collected, none of which exceeds the {@link #cutoff}. */
  final boolean isFull() {
    return full;
  }

  /**
   * Returns the greatest first key of a row that may still be collected; until {@link #isFull}, the
   * greatest key of all.
   */
  final long cutoff() {
    return cutoff;
  }

  /** Sets the cutoff: k rows are collected, none with a greater first key. */
  final void cutAt(long first) {
    full = true;
    cutoff = first;
  }

  /**
   * Returns the greatest second key of a row with a given first key that may still be collected.
   */
  abstract long secondCutoff(long first);

  /** Returns the number of the current segment. */
  final int segment() {
    return segment;
  }

  /** Returns whether the query collapses rows. */
  final boolean isFolded() {
    return foldValues != null;
  }
}
