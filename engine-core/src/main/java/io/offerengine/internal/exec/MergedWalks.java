package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import it.unimi.dsi.fastutil.longs.LongHeapSemiIndirectPriorityQueue;
import java.util.List;

/**
 * Walks through several segments at once, merged by first number: of many rows wanted, none is
 * looked at in vain, and all come in order.
 *
 * <p><b>Cost.</b> O(log segments) a row, besides the walks.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MergedWalks {
  private final TopRows top;
  private final List<Walk> walks;

  /** A walk and the rows that it has met, of which some were taken. */
  static final class Walk {
    private final int segment;
    private final RankWalk ranks;
    private final int[] rows = new int[Scratch.BATCH];
    private final long[] firsts = new long[Scratch.BATCH];
    private int size;
    private int taken;

    Walk(int segment, RankWalk ranks) {
      this.segment = segment;
      this.ranks = ranks;
    }

    int segment() {
      return segment;
    }

    long rowsExamined() {
      return ranks.rowsExamined();
    }

    /** Moves on to the next row; returns whether there is one. */
    private boolean next(TopRows top) {
      taken++;
      while (taken >= size && ranks.hasNext()) {
        top.turnTo(segment);
        size = ranks.nextRows(rows);
        top.order.firsts(top.current(), rows, size, firsts);
        taken = 0;
      }
      return taken < size;
    }
  }

  MergedWalks(List<Walk> walks, TopRows top) {
    this.walks = walks;
    this.top = top;
  }

  /** Offers the rows, in order, until no better one can come. */
  void run() {
    if (walks.size() == 1) {
      Walk only = walks.get(0);
      top.turnTo(only.segment);
      only.ranks.run(top);
    } else {
      merge();
    }
  }

  private void merge() {
    long[] heads = new long[walks.size()];
    LongHeapSemiIndirectPriorityQueue queue =
        new LongHeapSemiIndirectPriorityQueue(heads, Math.max(1, heads.length));
    for (int i = 0; i < heads.length; i++) {
      if (next(i, heads)) {
        queue.enqueue(i);
      }
    }
    while (!queue.isEmpty()) {
      int least = queue.first();
      if (heads[least] > top.cutoff()) {
        return;
      }
      Walk walk = walks.get(least);
      if (top.segment() != walk.segment) {
        top.turnTo(walk.segment);
      }
      top.offer(walk.rows[walk.taken], heads[least]);
      if (next(least, heads)) {
        queue.changed();
      } else {
        queue.dequeue();
      }
    }
  }

  private boolean next(int number, long[] heads) {
    Walk walk = walks.get(number);
    boolean some = walk.next(top);
    heads[number] = some ? walk.firsts[walk.taken] : Long.MAX_VALUE;
    return some;
  }
}
