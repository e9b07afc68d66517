package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import java.util.ArrayList;
import java.util.List;
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
  private final SegmentMatch.@Nullable Seen earlier;
  private final long earlierCeiling;

  /** The end of the rows whose ceilings accept the offer, from the first row of the cluster. */
  private final int end;

  /** The end of the rows whose ceilings accepted the earlier values. */
  private final int earlierEnd;

  /** What the earlier values picked, of fields for which they may have refused a search. */
  private final List<Pick> changed = new ArrayList<>();

  /** What the values now pick; the bitmap with the fewest rows is first. */
  private final Pick[] now;

  private final long[] block;

  /** The bitmaps of a field that a value picks, by their numbers. */
  private record Pick(FieldBitmaps field, int possible, int certain) {
    boolean isExact() {
      return possible == certain;
    }

    int count() {
      return field.count(possible);
    }
  }

  ClusterMatch(
      SegmentMatch match,
      Cluster cluster,
      int end,
      SegmentMatch.@Nullable Seen earlier,
      long earlierCeiling) {
    this.match = match;
    this.cluster = cluster;
    this.end = end - cluster.from();
    this.earlier = earlier;
    this.earlierCeiling = earlierCeiling;
    this.earlierEnd =
        earlier == null ? 0 : match.segment.prefixEnd(cluster, earlierCeiling) - cluster.from();
    this.now = new Pick[cluster.bitmaps().length];
    this.block = match.block;
  }

  void run() {
    pick();
    if (now[0].count() == 0) {
      return;
    }
    boolean isBeyond = changed.isEmpty() && cluster.residual().length == 0;
    int to = Bits.wordCount(end);
    for (int first = isBeyond ? earlierEnd >>> 6 : 0; first < to; first += BLOCK) {
      int size = Math.min(BLOCK, to - first);
      start(first, size);
      for (int i = 0; i < now.length && Bits.firstUsed(block, 0, size) < size; i++) {
        now[i].field.and(now[i].possible, first, block, size);
      }
      report(first, size);
    }
  }

  private void pick() {
    int arguments = cluster.argumentsIndex();
    for (int i = 0; i < now.length; i++) {
      FieldBitmaps field = cluster.bitmaps()[i];
      Pick picked = pick(field, match.now);
      now[i] = picked;
      if (picked.count() < now[0].count()) {
        now[i] = now[0];
        now[0] = picked;
      }
      if (earlier != null) {
        Pick before = pick(field, earlier);
        boolean isSame =
            before.isExact()
                ? before.possible == picked.possible
                : match.now.agrees(earlier, field.intervals(), arguments);
        if (!isSame) {
          changed.add(before);
        }
      }
    }
  }

  private Pick pick(FieldBitmaps field, SegmentMatch.Seen values) {
    int interval = values.interval(field.intervals(), cluster.argumentsIndex());
    return new Pick(field, field.possible(interval), field.certain(interval));
  }

  /** Fills the block with the rows that the earlier values may have been refused by. */
  private void start(int first, int size) {
    for (int i = 0; i < size; i++) {
      block[i] = refused(first + i, false) | cluster.residualOf(first + i);
    }
    if ((first + size) << 6 > end) {
      block[size - 1] &= -1L >>> -end;
    }
  }

  /** Returns the rows that refused the earlier values by a ceiling or a bitmap. */
  private long refused(int word, boolean isCertain) {
    int row = word << 6;
    long rows = row >= earlierEnd ? -1L : row + Long.SIZE <= earlierEnd ? 0 : -1L << earlierEnd;
    for (int i = 0; i < changed.size() && rows != -1L; i++) {
      Pick before = changed.get(i);
      rows |= ~before.field.word(isCertain ? before.possible : before.certain, word);
    }
    return rows;
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
    long rows = refused(word, true) & ~cluster.residualOf(word);
    for (Pick each : now) {
      rows &= each.isExact() ? -1L : each.field.word(each.certain, word);
    }
    return rows;
  }
}
