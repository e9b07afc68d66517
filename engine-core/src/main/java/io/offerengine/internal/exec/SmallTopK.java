package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A collector of at most {@link #MAX_SORTED} rows, which are always in order.
 *
 * <p><b>Cost.</b> A row that ranks behind the k-th takes one comparison, as most rows of a scan do.
 * Any other row moves the rows behind it: a few if rows come nearly in order. A run of rows in the
 * order of first keys is merged at once, unless the query collapses rows or continues after a
 * cursor.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SmallTopK extends TopKCollector {
  /** The rows at the end that are moved one by one; rows before them are searched and copied. */
  private static final int NEAR = 16;

  private static final long[] NO_IDS = {};

  /** The first keys of the rows, the best first. */
  private final long[] firsts;

  /** The second keys, in this order; null in a query without a second key. */
  private final long @Nullable [] seconds;

  /** The second key of the offered row. */
  private long second;

  /** The locations of the rows, in this order. */
  private final long[] rows;

  /** The first key of the collected row of each fold value; null if rows do not collapse. */
  private final @Nullable Long2LongOpenHashMap firstByFold;

  /** Takes the identifiers of a run; empty if rows collapse, which never come in runs. */
  private final long[] runIds;

  private int size;

  SmallTopK(
      Query query, int capacity, int segments, Scratch scratch, @Nullable PassedFolds passed) {
    super(query, capacity, segments, scratch, passed);
    Scratch.Best room = scratch.best();
    this.firsts = room.firsts;
    this.seconds = order.hasSecond() ? room.seconds : null;
    this.rows = room.locations;
    this.runIds = isFolded() ? NO_IDS : scratch.otherNumbers();
    this.firstByFold = query.fold() ? room.firstByFold : null;
    if (firstByFold != null) {
      firstByFold.clear();
    }
  }

  @Override
  void insert(int row, long first, boolean hasFold, long fold) {
    readSecond(row);
    int last = lastMoved(row, first, hasFold, fold);
    if (last < 0) {
      return;
    }
    put(row, first, makeRoom(row, first, last));
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  @Override
  boolean insertAll(int[] run, long[] runFirsts, int count) {
    if (!isSorted(runFirsts, count)) {
      return false;
    }
    int end = count;
    while (end > 0 && runFirsts[end - 1] > cutoff()) {
      end--;
    }
    if (!sortTied(run, runFirsts, end)) {
      return false;
    }
    merge(run, runFirsts, end);
    return true;
  }

  private boolean isSorted(long[] numbers, int count) {
    int mostTied = seconds == null ? count : CostModel.MOST_TIED_ROWS;
    int tied = 0;
    for (int i = 1; i < count; i++) {
      tied = numbers[i] == numbers[i - 1] ? tied + 1 : 0;
      if (numbers[i] < numbers[i - 1] || tied >= mostTied) {
        return false;
      }
    }
    return true;
  }

  /**
   * Sorts rows of equal first keys, which mostly come in order. Gives up and returns false if many
   * rows would have to be moved.
   */
  private boolean sortTied(int[] run, long[] runFirsts, int count) {
    if (!hasTies(runFirsts, count)) {
      return true;
    }
    // Without a second key identifiers decide, and are read at once.
    boolean areDecided =
        RowOrder.isDecidedBySecond(runFirsts[0])
            && RowOrder.isDecidedBySecond(runFirsts[count - 1]);
    boolean byIds = seconds == null && areDecided;
    if (byIds) {
      current().ids.keysOr(run, count, 0, runIds);
    }
    int movesLeft = CostModel.MOVES_PER_TIED_ROW * count;
    for (int i = 1; i < count && movesLeft >= 0; i++) {
      int row = run[i];
      long id = runIds[i];
      int at = i;
      while (at > 0
          && runFirsts[at - 1] == runFirsts[i]
          && (byIds ? id < runIds[at - 1] : isTiedBefore(row, run[at - 1], runFirsts[i]))) {
        run[at] = run[--at];
        runIds[at + 1] = runIds[at];
        movesLeft--;
      }
      run[at] = row;
      runIds[at] = id;
    }
    return movesLeft >= 0;
  }

  private static boolean hasTies(long[] numbers, int count) {
    for (int i = 1; i < count; i++) {
      if (numbers[i] == numbers[i - 1]) {
        return true;
      }
    }
    return false;
  }

  private boolean isTiedBefore(int row, int other, long first) {
    return order.compareTied(first, current(), row, current(), other) < 0;
  }

  /** Merges a run with the collected rows, from the worst on; rows beyond the k-th are dropped. */
  private void merge(int[] run, long[] runFirsts, int count) {
    int old = size - 1;
    int next = count - 1;
    int place = old + count;
    size = Math.min(capacity, size + count);
    if (next >= 0) {
      readSecond(run[next]);
    }
    for (; next >= 0; place--) {
      boolean isOld = old >= 0 && isBefore(run[next], runFirsts[next], old);
      if (isOld) {
        if (place < size) {
          move(old, place);
        }
        old--;
      } else {
        if (place < size) {
          put(run[next], runFirsts[next], place);
        }
        if (--next >= 0) {
          readSecond(run[next]);
        }
      }
    }
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  private void readSecond(int row) {
    second = seconds == null ? 0 : order.number(current(), row, 1);
  }

  private void put(int row, long first, int place) {
    firsts[place] = first;
    rows[place] = location(segment(), row);
    if (seconds != null) {
      seconds[place] = second;
    }
  }

  private void move(int from, int to) {
    firsts[to] = firsts[from];
    rows[to] = rows[from];
    if (seconds != null) {
      seconds[to] = seconds[from];
    }
  }

  /**
   * Returns the place that a row may take from behind: that of the collected row of its fold value,
   * the one after the last row, or that of the worst row, which is dropped. Negative if the row is
   * not collected.
   */
  private int lastMoved(int row, long first, boolean hasFold, long fold) {
    // A row that ranks before the collected row of its fold value ranks before the worst, too.
    if (size == capacity && !isBefore(row, first, size - 1)) {
      return -1;
    }
    if (firstByFold != null && hasFold) {
      int folded = firstByFold.size();
      long collected = firstByFold.putIfAbsent(fold, first);
      if (firstByFold.size() == folded) {
        return replaced(row, first, fold, collected);
      }
    }
    if (size < capacity) {
      return size++;
    }
    if (firstByFold != null) {
      forget(rows[size - 1]);
    }
    return size - 1;
  }

  /**
   * Returns the place of the collected row of a fold value if a row of this value is better;
   * negative if it is not.
   *
   * @param collected the first key of the collected row
   */
  private int replaced(int row, long first, long fold, long collected) {
    if (collected < first) {
      return -1;
    }
    int old = placeOf(fold, collected);
    if (!isBefore(row, first, old)) {
      return -1;
    }
    if (first < collected) {
      Objects.requireNonNull(firstByFold).put(fold, first);
    }
    return old;
  }

  @Override
  boolean isCollected(long foldOfRow) {
    return firstByFold != null && firstByFold.containsKey(foldOfRow);
  }

  /** Returns the place of the collected row of a fold value, which has a first key. */
  private int placeOf(long fold, long first) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before = firsts[middle] < first;
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    while (!hasFold(rows[low], fold)) {
      low++;
    }
    return low;
  }

  private boolean hasFold(long location, long fold) {
    NumericColumn column = columns(segmentOf(location)).folds;
    return column != null && column.key((int) location) == fold && column.isPresent((int) location);
  }

  private void forget(long worst) {
    NumericColumn column = columns(segmentOf(worst)).folds;
    if (column != null && column.isPresent((int) worst)) {
      Objects.requireNonNull(firstByFold).remove(column.key((int) worst));
    }
  }

  /** Moves the rows that rank behind a row up to a free place; returns the row's own place. */
  private int makeRoom(int row, long first, int free) {
    int place = free;
    int near = Math.max(0, free - NEAR);
    while (place > near && isBefore(row, first, place - 1)) {
      move(place - 1, place);
      place--;
    }
    if (place > near || near == 0) {
      return place;
    }
    int low = 0;
    int high = near;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before = isBefore(row, first, middle);
      high = before ? middle : high;
      low = before ? low : middle + 1;
    }
    System.arraycopy(firsts, low, firsts, low + 1, near - low);
    System.arraycopy(rows, low, rows, low + 1, near - low);
    if (seconds != null) {
      System.arraycopy(seconds, low, seconds, low + 1, near - low);
    }
    return low;
  }

  /** Returns whether a row is better than the collected row of a place. */
  private boolean isBefore(int row, long first, int place) {
    if (first != firsts[place]) {
      return first < firsts[place];
    }
    if (seconds != null && second != seconds[place] && RowOrder.isDecidedBySecond(first)) {
      return second < seconds[place];
    }
    long other = rows[place];
    return order.compareTied(first, current(), row, columns(segmentOf(other)), (int) other) < 0;
  }

  @Override
  long secondCutoff(long first) {
    if (cutoff() != first || first == Long.MAX_VALUE) {
      return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return seconds == null ? Long.MAX_VALUE : seconds[size - 1];
  }

  @Override
  int finish() {
    return size;
  }

  @Override
  long location(int place) {
    return rows[place];
  }
}
