package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import org.jspecify.annotations.Nullable;

/**
 * Finds the searches of a cluster by intersecting the bitmaps of an offer's intervals, {@value
 * #BLOCK} words at a time. Rows for which the bitmaps are not certain are checked one by one.
 *
 * <p>A search that newly matches was refused before by its ceiling or by a condition on a value
 * that has changed. So the intersection starts from the rows that the earlier values may refuse:
 * those beyond the prefix of the earlier ceiling, and those that are missing in a bitmap of an
 * earlier value.
 *
 * <p><b>Threads.</b> Confined to one match.
 */
final class ClusterMatch {
  static final int BLOCK = 64;

  private final SegmentMatch match;
  private final Cluster cluster;
  private final FieldBitmaps[] fields;
  private final SegmentMatch.@Nullable Seen earlier;
  private final long earlierCeiling;

  /** The end of the rows whose ceilings accept the offer, from the first row of the cluster. */
  private final int end;

  /** The end of the rows whose ceilings accepted the earlier values. */
  private final int earlierEnd;

  /** By field: the bitmaps that the value picks. */
  private final int[] possible;

  private final int[] certain;

  /** The fields whose earlier value may have refused a search that accepts the value now. */
  private final FieldBitmaps[] changed;

  /** By changed field: the bitmaps that the earlier value picks. */
  private final int[] earlierPossible;

  private final int[] earlierCertain;
  private int changes;
  private final long[] block;

  ClusterMatch(
      SegmentMatch match,
      Cluster cluster,
      int end,
      SegmentMatch.@Nullable Seen earlier,
      long earlierCeiling) {
    this.match = match;
    this.cluster = cluster;
    this.fields = cluster.bitmaps();
    this.end = end - cluster.from();
    this.earlier = earlier;
    this.earlierCeiling = earlierCeiling;
    this.earlierEnd =
        earlier == null ? 0 : match.segment.prefixEnd(cluster, earlierCeiling) - cluster.from();
    this.possible = new int[fields.length];
    this.certain = new int[fields.length];
    this.changed = new FieldBitmaps[earlier == null ? 0 : fields.length];
    this.earlierPossible = new int[changed.length];
    this.earlierCertain = new int[changed.length];
    this.block = match.block;
  }

  void run() {
    if (earlier != null) {
      findChanges(earlier);
    }
    boolean isBeyond = changes == 0 && cluster.residual().length == 0;
    if (isBeyond && earlierEnd >= end) {
      return;
    }
    int rarest = pick();
    if (rarest < 0) {
      return;
    }
    int to = Bits.wordCount(end);
    for (int first = isBeyond ? earlierEnd >>> 6 : 0; first < to; first += BLOCK) {
      int size = Math.min(BLOCK, to - first);
      start(first, size);
      fields[rarest].and(possible[rarest], first, block, size);
      for (int i = 0; i < fields.length && Bits.firstUsed(block, 0, size) < size; i++) {
        if (i != rarest) {
          fields[i].and(possible[i], first, block, size);
        }
      }
      report(first, size);
    }
  }

  private void findChanges(SegmentMatch.Seen values) {
    int arguments = cluster.argumentsIndex();
    for (FieldBitmaps field : fields) {
      FieldIntervals intervals = field.intervals();
      int old = values.interval(intervals, arguments);
      boolean isExact = field.possible(old) == field.certain(old);
      boolean isSame =
          isExact
              ? field.possible(old) == field.possible(match.now.interval(intervals, arguments))
              : match.now.agrees(values, intervals, arguments);
      if (!isSame) {
        changed[changes] = field;
        earlierPossible[changes] = field.possible(old);
        earlierCertain[changes++] = field.certain(old);
      }
    }
  }

  /**
   * Picks the bitmaps of the values now.
   *
   * @return the field whose bitmap has the fewest rows; -1 if it has none
   */
  private int pick() {
    int rarest = -1;
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < fields.length; i++) {
      int interval = match.now.interval(fields[i].intervals(), cluster.argumentsIndex());
      possible[i] = fields[i].possible(interval);
      certain[i] = fields[i].certain(interval);
      int count = fields[i].count(possible[i]);
      rarest = count < fewest ? i : rarest;
      fewest = Math.min(fewest, count);
    }
    return fewest == 0 ? -1 : rarest;
  }

  /** Fills the block with the rows that the earlier values may have been refused by. */
  private void start(int first, int size) {
    for (int i = 0; i < size; i++) {
      block[i] = perhapsRefused(first + i);
    }
    if ((first + size) << 6 > end) {
      block[size - 1] &= -1L >>> -end;
    }
  }

  private long perhapsRefused(int word) {
    long rows = beyondEarlierEnd(word);
    if (rows != -1L) {
      rows |= cluster.residualOf(word);
      for (int i = 0; i < changes; i++) {
        rows |= ~changed[i].word(earlierCertain[i], word);
      }
    }
    return rows;
  }

  private long certainlyRefused(int word) {
    long rows = beyondEarlierEnd(word);
    if (rows != -1L) {
      for (int i = 0; i < changes; i++) {
        rows |= ~changed[i].word(earlierPossible[i], word);
      }
    }
    return rows;
  }

  private long beyondEarlierEnd(int word) {
    int row = word << 6;
    return row >= earlierEnd ? -1L : row + Long.SIZE <= earlierEnd ? 0 : -1L << earlierEnd;
  }

  private void report(int first, int size) {
    for (int i = Bits.firstUsed(block, 0, size); i < size; i++) {
      long rows = block[i];
      if (rows == 0) {
        continue;
      }
      long sure = certainRows(first + i);
      int row = cluster.from() + ((first + i) << 6);
      for (; rows != 0; rows &= rows - 1) {
        int bit = Long.numberOfTrailingZeros(rows);
        if ((sure >>> bit & 1) != 0) {
          match.report(row + bit);
        } else {
          match.check(row + bit, earlier, earlierCeiling);
        }
      }
    }
  }

  /** Returns the rows for which possible bitmaps decide. */
  private long certainRows(int word) {
    long rows = certainlyRefused(word) & ~cluster.residualOf(word);
    for (int i = 0; i < fields.length; i++) {
      if (certain[i] != possible[i]) {
        rows &= fields[i].word(certain[i], word);
      }
    }
    return rows;
  }
}
