package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A few best rows, always in order.
 *
 * <p><b>Cost.</b> A row that is worse than all kept takes one comparison, as most rows of a walk
 * do; another one moves those behind it, a few where rows come nearly in order. A run of rows that
 * comes in order of first numbers is merged at once.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SmallTopK extends TopKCollector {
  /** So many rows from the end are moved one by one; those before them are searched and copied. */
  private static final int NEAR = 16;

  /** Rows are not merged where more of them have one first number, and a second key tells more. */
  private static final int MOST_TIED = 8;

  /** Rows of equal first numbers are moved so often on average at most to merge a run of them. */
  private static final int MOVES_PER_ROW = 4;

  /** The first numbers of the rows, the best first. */
  private final long[] firsts;

  /** The second numbers in this order; null in a query without a second key. */
  private final long @Nullable [] seconds;

  /** The second number of the row on offer. */
  private long second;

  /** Where the rows are, in this order. */
  private final long[] rows;

  /** The first number of the row kept of each fold value; null in a query that doesn't fold. */
  private final @Nullable Long2LongOpenHashMap firstByFold;

  /** Takes the identifiers of a run. */
  private final long[] runIds;

  private int size;

  SmallTopK(Query query, int capacity, int segments, Scratch scratch) {
    super(query, capacity, segments, scratch);
    Scratch.Best room = scratch.best();
    this.firsts = room.firsts;
    this.seconds = order.hasSecond() ? room.seconds : null;
    this.rows = room.places;
    this.runIds = scratch.otherNumbers();
    this.firstByFold = query.fold() ? room.firstByFold : null;
    if (firstByFold != null) {
      firstByFold.clear();
      firstByFold.defaultReturnValue(Long.MAX_VALUE);
    }
  }

  @Override
  void place(int row, long first) {
    second = seconds == null ? 0 : order.number(current(), row, 1);
    int last = lastMoved(row, first);
    if (last < 0) {
      return;
    }
    int place = makeRoom(row, first, last);
    put(row, first, place);
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  @Override
  boolean placeAll(int[] run, long[] runFirsts, int count) {
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
    int mostTied = seconds == null ? count : MOST_TIED;
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
   * Puts rows of equal first numbers in order, as they mostly come; gives up where many would have
   * to be moved, and returns false.
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
    int movesLeft = MOVES_PER_ROW * count;
    for (int i = 1; i < count && movesLeft >= 0; i++) {
      int row = run[i];
      long id = runIds[i];
      int place = i;
      while (place > 0
          && runFirsts[place - 1] == runFirsts[i]
          && (byIds ? id < runIds[place - 1] : isTiedBefore(row, run[place - 1], runFirsts[i]))) {
        run[place] = run[--place];
        runIds[place + 1] = runIds[place];
        movesLeft--;
      }
      run[place] = row;
      runIds[place] = id;
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

  /** Merges rows in order with those kept, from the worst on; what there is no room for is lost. */
  private void merge(int[] run, long[] runFirsts, int count) {
    int kept = size - 1;
    int place = kept + count;
    size = Math.min(capacity, size + count);
    for (int next = count - 1; next >= 0; next--) {
      int row = run[next];
      long first = runFirsts[next];
      second = seconds == null ? 0 : order.number(current(), row, 1);
      while (kept >= 0 && isBefore(row, first, kept)) {
        if (place < size) {
          move(kept, place);
        }
        kept--;
        place--;
      }
      if (place < size) {
        put(row, first, place);
      }
      place--;
    }
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
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
   * Returns the place that a row leaves free: of one of its fold, behind the last, or of the worst
   * row, which is dropped; negative if the row is not to be kept.
   */
  private int lastMoved(int row, long first) {
    // One that is better than the row kept of its fold is better than the worst, too.
    if (size == capacity && !isBefore(row, first, size - 1)) {
      return -1;
    }
    if (firstByFold != null && folds()) {
      int folded = firstByFold.size();
      long kept = firstByFold.putIfAbsent(fold(), first);
      if (firstByFold.size() == folded) {
        return replaced(row, first, kept);
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
   * Returns the place of the row that is kept of the fold on offer, which a better one takes;
   * negative if this one is none.
   *
   * @param kept the first number of the row that is kept
   */
  private int replaced(int row, long first, long kept) {
    if (kept < first) {
      return -1;
    }
    int old = placeOf(kept);
    if (!isBefore(row, first, old)) {
      return -1;
    }
    if (first < kept) {
      Objects.requireNonNull(firstByFold).put(fold(), first);
    }
    return old;
  }

  @Override
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  boolean isBehind(long foldOfRow, long first) {
    return firstByFold != null && firstByFold.get(foldOfRow) < first;
  }

  /** Returns where the row is that is kept of the fold value on offer, whose first number it is. */
  private int placeOf(long first) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before = firsts[middle] < first;
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    while (!hasFold(rows[low])) {
      low++;
    }
    return low;
  }

  /** Returns whether a row kept has the fold value on offer. */
  private boolean hasFold(long kept) {
    NumericColumn column = columns(segmentOf(kept)).folds;
    return column != null && column.key((int) kept) == fold() && column.isPresent((int) kept);
  }

  private void forget(long worst) {
    NumericColumn column = columns(segmentOf(worst)).folds;
    if (column != null && column.isPresent((int) worst)) {
      Objects.requireNonNull(firstByFold).remove(column.key((int) worst));
    }
  }

  /** Moves those rows up to a free place that a row is better than; returns the place before. */
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

  /** Returns whether a row is better than that at a place. */
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
