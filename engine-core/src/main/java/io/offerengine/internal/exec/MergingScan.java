package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import java.util.List;

/**
 * Walks through several segments at once, merged by first number: of many rows wanted, none is
 * looked at in vain, and all come in order.
 *
 * <p>Every walk goes on until it has met some rows. Those up to the least of the last numbers that
 * are met can be told to come before all that are not yet: they are merged, two walks at a time.
 *
 * <p><b>Cost.</b> O(log walks) a row, besides the walks.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MergingScan {
  private static final long[] NO_FOLDS = {};

  private final LargeTopK top;
  private final List<Walk> walks;

  /** Two sides of a merge: each reads one and fills the other. */
  private Side from;

  private Side to;

  /** Where the rows are, and their fold values, in the order of the merge. */
  private final long[] places;

  private final long[] folds;

  /** A walk and the rows that it has met, of which some were taken. */
  static final class Walk {
    private final int segment;
    private final IndexScan ranks;
    private final int[] rows = new int[Scratch.BATCH];
    private final long[] firsts = new long[Scratch.BATCH];
    private final long[] folds;
    private int size;
    private int taken;

    /**
     * Prepares a walk.
     *
     * @param segment the number of its segment
     * @param folds whether its rows are folded
     */
    Walk(int segment, IndexScan ranks, boolean folds) {
      this.segment = segment;
      this.ranks = ranks;
      this.folds = folds ? new long[Scratch.BATCH] : NO_FOLDS;
    }

    int segment() {
      return segment;
    }

    long rowsExamined() {
      return ranks.rowsExamined();
    }

    /** Goes on until there is a row to take; returns whether there is one. */
    private boolean fill(TopKCollector top) {
      while (taken == size && ranks.hasNext()) {
        top.turnTo(segment);
        size = top.read(rows, firsts, folds, ranks.nextRows(rows));
        taken = 0;
      }
      return taken < size;
    }

    /** Returns a number that rows which were not met don't come before. */
    private long reached() {
      return ranks.hasNext() ? firsts[size - 1] : Long.MAX_VALUE;
    }
  }

  /** Sorted runs of rows: their first numbers, and which of the rows of which walk they are. */
  private static final class Side {
    private final long[] firsts;
    private final int[] met;
    private final int[] ends;
    private int runs;

    Side(int walks) {
      this.firsts = new long[walks * Scratch.BATCH];
      this.met = new int[firsts.length];
      this.ends = new int[walks];
    }

    int start(int run) {
      return run == 0 ? 0 : ends[run - 1];
    }

    int size() {
      return start(runs);
    }

    /** Adds what a walk has met up to a number, as a run. */
    void take(Walk walk, int number, long reached) {
      int size = size();
      while (walk.taken < walk.size && walk.firsts[walk.taken] <= reached) {
        firsts[size] = walk.firsts[walk.taken];
        met[size++] = number * Scratch.BATCH + walk.taken++;
      }
      ends[runs++] = size;
    }

    /** Adds two runs of the other side as one; which row comes next is not to be foreseen. */
    void merge(Side other, int run) {
      int place = size();
      int left = other.start(run);
      int right = other.ends[run];
      int leftEnd = right;
      int rightEnd = other.ends[run + 1];
      while (left < leftEnd && right < rightEnd) {
        long first = other.firsts[left];
        long second = other.firsts[right];
        int isLeft = first <= second ? 1 : 0;
        firsts[place] = Math.min(first, second);
        met[place++] = other.met[right + (left - right) * isLeft];
        left += isLeft;
        right += 1 - isLeft;
      }
      place = copy(other, left, leftEnd, place);
      ends[runs++] = copy(other, right, rightEnd, place);
    }

    private int copy(Side other, int start, int end, int place) {
      System.arraycopy(other.firsts, start, firsts, place, end - start);
      System.arraycopy(other.met, start, met, place, end - start);
      return place + end - start;
    }
  }

  MergingScan(List<Walk> walks, LargeTopK top) {
    this.top = top;
    this.walks = walks;
    this.from = new Side(walks.size());
    this.to = new Side(walks.size());
    this.places = new long[from.firsts.length];
    this.folds = top.isFolded() ? new long[places.length] : NO_FOLDS;
  }

  /** Offers the rows, in order, until no better one can come. */
  void run() {
    while (fill()) {
      while (from.runs > 1) {
        mergePairs();
      }
      int size = from.size();
      for (int i = 0; i < size; i++) {
        Walk walk = walks.get(from.met[i] / Scratch.BATCH);
        int place = from.met[i] % Scratch.BATCH;
        places[i] = TopKCollector.location(walk.segment, walk.rows[place]);
        if (folds.length > 0) {
          folds[i] = walk.folds[place];
        }
      }
      top.append(from.firsts, places, folds, size);
    }
  }

  /** Takes what comes next of each walk; returns whether there is something. */
  private boolean fill() {
    long least = Long.MAX_VALUE;
    long reached = Long.MAX_VALUE;
    boolean some = false;
    for (int i = 0; i < walks.size(); i++) {
      Walk walk = walks.get(i);
      if (walk.fill(top)) {
        some = true;
        least = Math.min(least, walk.firsts[walk.taken]);
        reached = Math.min(reached, walk.reached());
      }
    }
    if (!some || (top.isFull() && least > top.cutoff())) {
      return false;
    }
    from.runs = 0;
    for (int i = 0; i < walks.size(); i++) {
      from.take(walks.get(i), i, reached);
    }
    return true;
  }

  private void mergePairs() {
    to.runs = 0;
    int run = 0;
    for (; run + 1 < from.runs; run += 2) {
      to.merge(from, run);
    }
    if (run < from.runs) {
      to.ends[to.runs] = to.copy(from, from.start(run), from.ends[run], to.size());
      to.runs++;
    }
    Side merged = to;
    to = from;
    from = merged;
  }
}
