package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import java.util.List;

/**
 * Merges the index scans of several segments by first key, for large pages: all rows come in order,
 * and no row is examined in vain.
 *
 * <p><b>How.</b> Each scan reads on until it has some rows. Let {@code reached} be the least of the
 * last first keys that the scans have read. No unread row has a lesser first key, so the rows up to
 * {@code reached} are merged, two scans at a time, and appended to the collector.
 *
 * <p><b>Cost.</b> O(log scans) a row, besides the scans.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MergingScan {
  private static final long[] NO_FOLDS = {};

  private final LargeTopK top;
  private final List<Source> sources;

  /** Two sides of a merge: each reads one and fills the other. */
  private Side from;

  private Side to;

  /** The locations of the merged rows, and their fold values, in the order of the merge. */
  private final long[] locations;

  private final long[] folds;

  /** An index scan and the rows that it has read, of which the first ones were taken. */
  static final class Source {
    private final int segment;
    private final IndexScan scan;
    private final int[] rows = new int[Scratch.BATCH];
    private final long[] firsts = new long[Scratch.BATCH];
    private final long[] folds;
    private int size;
    private int taken;

    /**
     * Creates a source.
     *
     * @param segment the number of the scan's segment
     * @param folds whether the query collapses rows
     */
    Source(int segment, IndexScan scan, boolean folds) {
      this.segment = segment;
      this.scan = scan;
      this.folds = folds ? new long[Scratch.BATCH] : NO_FOLDS;
    }

    int segment() {
      return segment;
    }

    long rowsExamined() {
      return scan.rowsExamined();
    }

    /** Reads on until there is a row to take; returns whether there is one. */
    private boolean fill(TopKCollector top) {
      while (taken == size && scan.hasNext()) {
        top.turnTo(segment);
        size = top.read(rows, firsts, folds, scan.nextRows(rows));
        taken = 0;
      }
      return taken < size;
    }

    /** Returns a key that is at most the first key of every unread row. */
    private long reached() {
      return scan.hasNext() ? firsts[size - 1] : Long.MAX_VALUE;
    }
  }

  /** Sorted runs of rows: their first keys, their sources, and their positions in these. */
  private static final class Side {
    private final long[] firsts;

    /** By row: the number of its source times {@link Scratch#BATCH}, plus its position there. */
    private final int[] origins;

    private final int[] ends;
    private int runs;

    Side(int sources) {
      this.firsts = new long[sources * Scratch.BATCH];
      this.origins = new int[firsts.length];
      this.ends = new int[sources];
    }

    int start(int run) {
      return run == 0 ? 0 : ends[run - 1];
    }

    int size() {
      return start(runs);
    }

    /** Adds the rows of a source up to a first key, as a run. */
    void take(Source source, int number, long reached) {
      int size = size();
      while (source.taken < source.size && source.firsts[source.taken] <= reached) {
        firsts[size] = source.firsts[source.taken];
        origins[size++] = number * Scratch.BATCH + source.taken++;
      }
      ends[runs++] = size;
    }

    /** Adds two runs of the other side as one, without a branch on which row comes next. */
    void merge(Side other, int run) {
      int at = size();
      int left = other.start(run);
      int right = other.ends[run];
      int leftEnd = right;
      int rightEnd = other.ends[run + 1];
      while (left < leftEnd && right < rightEnd) {
        long first = other.firsts[left];
        long second = other.firsts[right];
        int isLeft = first <= second ? 1 : 0;
        firsts[at] = Math.min(first, second);
        origins[at++] = other.origins[right + (left - right) * isLeft];
        left += isLeft;
        right += 1 - isLeft;
      }
      at = copy(other, left, leftEnd, at);
      ends[runs++] = copy(other, right, rightEnd, at);
    }

    private int copy(Side other, int start, int end, int at) {
      System.arraycopy(other.firsts, start, firsts, at, end - start);
      System.arraycopy(other.origins, start, origins, at, end - start);
      return at + end - start;
    }
  }

  MergingScan(List<Source> sources, LargeTopK top) {
    this.top = top;
    this.sources = sources;
    this.from = new Side(sources.size());
    this.to = new Side(sources.size());
    this.locations = new long[from.firsts.length];
    this.folds = top.isFolded() ? new long[locations.length] : NO_FOLDS;
  }

  /** Offers the rows, in order, until no better one can come. */
  void run() {
    while (fill()) {
      while (from.runs > 1) {
        mergePairs();
      }
      int size = from.size();
      for (int i = 0; i < size; i++) {
        Source source = sources.get(from.origins[i] / Scratch.BATCH);
        int position = from.origins[i] % Scratch.BATCH;
        locations[i] = TopKCollector.location(source.segment, source.rows[position]);
        if (folds.length > 0) {
          folds[i] = source.folds[position];
        }
      }
      top.append(from.firsts, locations, folds, size);
    }
  }

  /** Takes the next rows of each source; returns whether there are any. */
  private boolean fill() {
    long least = Long.MAX_VALUE;
    long reached = Long.MAX_VALUE;
    boolean some = false;
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      if (source.fill(top)) {
        some = true;
        least = Math.min(least, source.firsts[source.taken]);
        reached = Math.min(reached, source.reached());
      }
    }
    if (!some || (top.isFull() && least > top.cutoff())) {
      return false;
    }
    from.runs = 0;
    for (int i = 0; i < sources.size(); i++) {
      from.take(sources.get(i), i, reached);
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
