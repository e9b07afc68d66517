package io.offerengine.bench.peers;

import java.util.Arrays;

/**
 * A collector of the best rows, up to a limit.
 *
 * <p><b>Layout.</b> A binary heap in {@code heap[0, size)} whose root is the worst collected row.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RowHeap {
  private final RowRanking ranking;
  private final int limit;
  private int[] heap = new int[64];
  private int size;

  RowHeap(RowRanking ranking, int limit) {
    this.ranking = ranking;
    this.limit = limit;
  }

  /** Collects a row if it is one of the best so far. */
  void offer(int row) {
    if (size < limit) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      siftUp(row);
    } else if (size > 0 && ranking.precedes(row, heap[0])) {
      siftDown(row);
    }
  }

  /** Returns the collected rows, best first, and removes them. */
  int[] drain() {
    int[] rows = new int[size];
    while (size > 0) {
      rows[size - 1] = heap[0];
      size--;
      if (size > 0) {
        siftDown(heap[size]);
      }
    }
    return rows;
  }

  private void siftUp(int row) {
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (ranking.precedes(row, heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = row;
  }

  private void siftDown(int row) {
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && ranking.precedes(heap[child], heap[child + 1])) {
        child++;
      }
      if (!ranking.precedes(row, heap[child])) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = row;
  }
}
