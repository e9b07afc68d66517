package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@code k} best rows of a stream of rows of several segments.
 *
 * <p>Rows rank by the query's order ({@link RowKeys}). In a query that folds, of the rows of one
 * fold value only the best counts; in a query that goes on after a cursor, only rows that rank
 * after it. The result depends only on which rows were offered, never on the plan that produced
 * them.
 *
 * <p><b>Cost.</b> {@link #offer} is O(1) for a row that does not make the cut, O(log k) otherwise.
 *
 * <p><b>Layout.</b> While rows are offered best first, as walks do, {@code heap[0, size)} lists
 * their slots in that order and each costs one comparison. The first row that is better than the
 * last one kept turns it into a binary heap whose root is the worst row kept; {@code place} is its
 * inverse. Two more slots hold the row on offer and the cursor.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class TopRows {
  private static final int NONE = -1;

  private final int capacity;
  private final RowKeys keys;
  private final int candidate;
  private final int cursorSlot;
  private final boolean hasCursor;
  private final @Nullable Field foldField;
  private final LongOpenHashSet passedFolds;
  private final Long2IntOpenHashMap slotByFold = new Long2IntOpenHashMap();
  private final int[] heap;
  private final int[] place;
  private final int[] segments;
  private final int[] rows;
  private final long[] folds;
  private final boolean[] hasFold;
  private int size;

  /** Whether {@code heap} is a list yet, the best row first. */
  private boolean inOrder = true;

  private int segment = NONE;
  private @Nullable SegmentReader reader;
  private @Nullable NumericColumn foldColumn;

  /**
   * Creates an empty collection.
   *
   * @param capacity how many rows are kept
   * @param passedFolds the fold values whose best row ranks before the page
   */
  TopRows(Query query, int capacity, LongOpenHashSet passedFolds) {
    this.capacity = capacity;
    this.candidate = capacity;
    this.cursorSlot = capacity + 1;
    this.keys = new RowKeys(query.order(), capacity + 2);
    this.foldField = query.fold() ? query.schema().foldField() : null;
    this.passedFolds = passedFolds;
    this.slotByFold.defaultReturnValue(NONE);
    this.heap = new int[capacity];
    this.place = new int[capacity];
    this.segments = new int[capacity];
    this.rows = new int[capacity];
    this.folds = new long[capacity + 1];
    this.hasFold = new boolean[capacity + 1];
    Cursor after = query.after();
    this.hasCursor = after != null;
    if (after != null) {
      keys.load(cursorSlot, after);
    }
  }

  /** Turns to the rows of another segment. */
  void turnTo(int number, SegmentPlan plan) {
    segment = number;
    reader = plan.reader();
    keys.turnTo(plan.reader());
    foldColumn = foldField == null ? null : plan.view().segment().numeric(foldField);
  }

  /** Offers a row of the current segment. */
  void offer(int row) {
    load(row);
    boolean passed = hasCursor && keys.compare(candidate, cursorSlot) <= 0;
    boolean tooLate = size == capacity && keys.compare(candidate, worst()) > 0;
    if (passed || tooLate || (hasFold[candidate] && passedFolds.contains(folds[candidate]))) {
      return;
    }
    if (inOrder && size > 0 && keys.compare(candidate, worst()) < 0) {
      makeHeap();
    }
    int kept = hasFold[candidate] ? slotByFold.get(folds[candidate]) : NONE;
    if (kept != NONE) {
      if (keys.compare(candidate, kept) < 0) {
        keep(kept, row);
        siftDown(place[kept]);
      }
      return;
    }
    if (size < capacity) {
      int slot = size++;
      keep(slot, row);
      heap[slot] = slot;
      place[slot] = slot;
      if (!inOrder) {
        siftUp(slot);
      }
      return;
    }
    int worst = worst();
    if (hasFold[worst]) {
      slotByFold.remove(folds[worst]);
    }
    keep(worst, row);
    siftDown(0);
  }

  private int worst() {
    return inOrder ? heap[size - 1] : heap[0];
  }

  /** Turns the list round: with the worst row first it is a heap already. */
  private void makeHeap() {
    inOrder = false;
    for (int left = 0, right = size - 1; left < right; left++, right--) {
      swap(left, right);
    }
  }

  /** Returns whether a row must be better than the worst row kept. */
  boolean isFull() {
    return size == capacity;
  }

  /**
   * Returns the first key of the worst row kept, keys of a descending order turned over: a row with
   * a greater one is not kept. Only for a numeric first key, when {@link #isFull}.
   */
  long cutoff() {
    int worst = worst();
    return keys.isAbsent(worst, 0) ? Long.MAX_VALUE : keys.number(worst, 0);
  }

  /**
   * Returns the second key that rows of a certain first key must not exceed, like {@link #cutoff}.
   */
  long secondCutoff(long first) {
    int worst = worst();
    if (cutoff() != first) {
      return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return keys.isAbsent(worst, 0) || keys.isAbsent(worst, 1)
        ? Long.MAX_VALUE
        : keys.number(worst, 1);
  }

  /** Returns whether rows without a first key may still be kept, when {@link #isFull}. */
  boolean keepsAbsent() {
    return keys.isAbsent(worst(), 0);
  }

  /** Notes the fold value of a row that does not rank after the cursor: its results have passed. */
  void notePassed(int row) {
    load(row);
    if (hasFold[candidate] && keys.compare(candidate, cursorSlot) <= 0) {
      passedFolds.add(folds[candidate]);
    }
  }

  private void load(int row) {
    SegmentReader current = reader;
    if (current == null) {
      throw new IllegalStateException("no segment was turned to");
    }
    keys.load(candidate, row, current.segment().id(row));
    NumericColumn column = foldColumn;
    hasFold[candidate] = column != null && column.isPresent(row);
    folds[candidate] = column != null && hasFold[candidate] ? column.key(row) : 0;
  }

  private void keep(int slot, int row) {
    keys.copy(candidate, slot);
    segments[slot] = segment;
    rows[slot] = row;
    folds[slot] = folds[candidate];
    hasFold[slot] = hasFold[candidate];
    if (hasFold[slot]) {
      slotByFold.put(folds[slot], slot);
    }
  }

  /** Returns the slots of the rows kept, the best first; empties the collection. */
  int[] drain() {
    if (inOrder) {
      int[] ranked = Arrays.copyOf(heap, size);
      size = 0;
      return ranked;
    }
    int[] ranked = new int[size];
    while (size > 0) {
      int worst = heap[0];
      size--;
      ranked[size] = worst;
      heap[0] = heap[size];
      place[heap[0]] = 0;
      siftDown(0);
    }
    return ranked;
  }

  int segment(int slot) {
    return segments[slot];
  }

  int row(int slot) {
    return rows[slot];
  }

  RowKeys keys() {
    return keys;
  }

  private void siftUp(int start) {
    int at = start;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (keys.compare(heap[at], heap[parent]) <= 0) {
        return;
      }
      swap(at, parent);
      at = parent;
    }
  }

  private void siftDown(int start) {
    int at = start;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && keys.compare(heap[child + 1], heap[child]) > 0) {
        child++;
      }
      if (keys.compare(heap[child], heap[at]) <= 0) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private void swap(int left, int right) {
    int slot = heap[left];
    heap[left] = heap[right];
    heap[right] = slot;
    place[heap[left]] = left;
    place[heap[right]] = right;
  }
}
