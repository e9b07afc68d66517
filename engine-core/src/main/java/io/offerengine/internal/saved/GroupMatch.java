package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.OfferValues;
import io.offerengine.schema.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the searches of one group of a segment that an offer satisfies now and did not satisfy
 * before its change.
 *
 * <p>In a cluster with bitmaps, those of the offer's intervals are intersected, {@value #BLOCK}
 * words at a time, the smallest first. Rows for which the bitmaps are not certain are checked one
 * by one.
 *
 * <p>A search that newly matches was refused before by its ceiling or by a condition on a value
 * that has changed. So the intersection starts from the rows that the earlier values may refuse:
 * those beyond the prefix of the earlier ceiling, and those that are missing in a bitmap of an
 * earlier value.
 *
 * <p><b>Threads.</b> Confined to one match.
 */
final class GroupMatch {
  private static final int BLOCK = 64;

  private final OfferMatch match;
  private final SearchVersion.View view;
  private final SearchSegment segment;
  private final SearchSegment.Group group;
  private final long ceiling;
  private final long earlierCeiling;

  /** The bitmaps of a field that an offer picks by its value. */
  private record Picked(long[] possible, long[] certain, int count) {
    static Picked of(FieldBitmaps field, OfferValues values, @Nullable Arguments arguments) {
      int interval = field.interval(values, arguments);
      return new Picked(field.possible(interval), field.certain(interval), field.count(interval));
    }

    @SuppressWarnings("ReferenceEquality") // exact intervals share their array
    boolean isExact() {
      return possible == certain;
    }
  }

  GroupMatch(OfferMatch match, SearchVersion.View view, SearchSegment.Group group) {
    this.match = match;
    this.view = view;
    this.segment = view.segment();
    this.group = group;
    OfferValues before = match.before();
    this.ceiling = group.ceilingKey(match.now());
    this.earlierCeiling = before == null ? 0 : group.ceilingKey(before);
  }

  void run() {
    OfferValues before = match.before();
    for (Map.Entry<AccessPath, Map<Object, Cluster>> each : group.paths().entrySet()) {
      AccessPath path = each.getKey();
      Object key = path.keyOf(match.now());
      Cluster cluster = key == null ? null : each.getValue().get(key);
      if (cluster != null) {
        boolean wasThere = before != null && key.equals(path.keyOf(before));
        run(cluster, wasThere ? before : null);
      }
    }
    for (Cluster cluster : group.rest()) {
      run(cluster, before);
    }
  }

  /**
   * Finds the searches of a cluster.
   *
   * @param earlier the earlier values; null if they satisfied none of the cluster's searches
   */
  private void run(Cluster cluster, @Nullable OfferValues earlier) {
    int end = segment.prefixEnd(cluster, ceiling);
    if (!cluster.bitmaps().isEmpty()) {
      new Intersection(cluster, end - cluster.from(), earlier).run();
      return;
    }
    for (int row = cluster.from(); row < end; row++) {
      check(row, earlier);
    }
  }

  private void check(int row, @Nullable OfferValues earlier) {
    boolean isNew =
        segment.accepts(row, match.now(), ceiling)
            && (earlier == null || !segment.accepts(row, earlier, earlierCeiling));
    if (isNew) {
      report(row);
    }
  }

  private void report(int row) {
    if (segment.isLive(row, view.removals())) {
      match.sink().accept(segment.ids[row]);
    }
  }

  /** The intersection of the bitmaps of a cluster. */
  private final class Intersection {
    private final Cluster cluster;
    private final @Nullable OfferValues earlier;

    /** The end of the rows whose ceilings accept the offer. */
    private final int end;

    /** The end of the rows whose ceilings accepted the earlier values. */
    private final int earlierEnd;

    private final long[] block = new long[BLOCK];
    private final List<Picked> inexact = new ArrayList<>();

    /** What the earlier values picked, where the change of a value may matter. */
    private final List<Picked> changed = new ArrayList<>();

    Intersection(Cluster cluster, int end, @Nullable OfferValues earlier) {
      this.cluster = cluster;
      this.end = end;
      this.earlier = earlier;
      this.earlierEnd =
          earlier == null ? 0 : segment.prefixEnd(cluster, earlierCeiling) - cluster.from();
    }

    void run() {
      if (earlier != null) {
        pickChanged(earlier);
      }
      boolean isBeyond = changed.isEmpty() && cluster.residual().length == 0;
      int from = isBeyond ? earlierEnd >>> 6 : 0;
      int to = Bits.wordCount(end);
      if (from >= to || (isBeyond && earlierEnd >= end)) {
        return;
      }
      Picked[] picked = pick();
      for (int first = from; first < to; first += BLOCK) {
        int size = Math.min(BLOCK, to - first);
        start(first, size);
        for (Picked each : picked) {
          if (Bits.firstUsed(block, 0, size) == size) {
            break;
          }
          and(each.possible, first, size);
        }
        report(first, size);
      }
    }

    private void pickChanged(OfferValues values) {
      for (FieldBitmaps field : cluster.bitmaps()) {
        if (!match.now().agrees(values, field.field(), group.arguments())) {
          Picked old = Picked.of(field, values, group.arguments());
          Picked now = Picked.of(field, match.now(), group.arguments());
          if (!old.isExact() || old.possible != now.possible) {
            changed.add(old);
          }
        }
      }
    }

    private Picked[] pick() {
      List<Picked> all = new ArrayList<>();
      for (FieldBitmaps field : cluster.bitmaps()) {
        Picked now = Picked.of(field, match.now(), group.arguments());
        all.add(now);
        if (!now.isExact()) {
          inexact.add(now);
        }
      }
      Picked[] picked = all.toArray(Picked[]::new);
      Arrays.sort(picked, Comparator.comparingInt(Picked::count));
      return picked;
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
        for (Picked old : changed) {
          rows |= ~old.certain[word];
        }
      }
      return rows;
    }

    private long certainlyRefused(int word) {
      long rows = beyondEarlierEnd(word);
      if (rows != -1L) {
        for (Picked old : changed) {
          rows |= ~old.possible[word];
        }
      }
      return rows;
    }

    private long beyondEarlierEnd(int word) {
      int row = word << 6;
      return row >= earlierEnd ? -1L : row + 63 < earlierEnd ? 0 : -1L << earlierEnd;
    }

    private void and(long[] other, int first, int size) {
      for (int i = 0; i < size; i++) {
        block[i] &= other[first + i];
      }
    }

    private void report(int first, int size) {
      for (int i = 0; i < size; i++) {
        long rows = block[i];
        if (rows == 0) {
          continue;
        }
        int word = first + i;
        long certain = certainlyRefused(word) & ~cluster.residualOf(word);
        for (Picked each : inexact) {
          certain &= each.certain[word];
        }
        int row = cluster.from() + (word << 6);
        for (; rows != 0; rows &= rows - 1) {
          int bit = Long.numberOfTrailingZeros(rows);
          if ((certain >>> bit & 1) != 0) {
            GroupMatch.this.report(row + bit);
          } else {
            check(row + bit, earlier);
          }
        }
      }
    }
  }
}
