package io.offerengine.bench.peers;

import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;

/**
 * A collector of the best rows, up to a limit: a heap whose first row is the worst collected one.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RowHeap {
  private final RowRanking ranking;
  private final int limit;
  private final IntHeapPriorityQueue worstFirst;

  RowHeap(RowRanking ranking, int limit) {
    this.ranking = ranking;
    this.limit = limit;
    this.worstFirst =
        new IntHeapPriorityQueue((row, other) -> ranking.precedes(row, other) ? 1 : -1);
  }

  /** Collects a row if it is one of the best so far. */
  void offer(int row) {
    if (worstFirst.size() == limit) {
      if (limit == 0 || !ranking.precedes(row, worstFirst.firstInt())) {
        return;
      }
      worstFirst.dequeueInt();
    }
    worstFirst.enqueue(row);
  }

  /** Returns the collected rows, best first, and removes them. */
  int[] drain() {
    int[] rows = new int[worstFirst.size()];
    for (int i = rows.length - 1; i >= 0; i--) {
      rows[i] = worstFirst.dequeueInt();
    }
    return rows;
  }
}
