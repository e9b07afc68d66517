package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the first rows of walks through a permutation, from either end, in the order of
 * the walk: their keys, and a bit for each that a bitmap has. So keys are read as they lie, and
 * bitmaps that many searches ask for are intersected a word at a time, instead of a row at a time.
 *
 * <p>Both are gathered when they are first asked for, and kept; bits for a few bitmaps.
 *
 * <p><b>Cost.</b> Gathering reads a key or a bit of each of {@link #PLACES} rows once: some
 * microseconds.
 *
 * <p><b>Threads.</b> Safe for all: what is kept is replaced, never changed. Two threads may gather
 * the same keys, one of them in vain.
 */
final class WalkHeads {
  /** So many rows of a walk at most. */
  static final int PLACES = 2048;

  /** A bitmap and an end count as one; further ones are not gathered. */
  private static final int MOST = 16;

  private static final Head[] NONE = {};

  private final SortedPermutation sorted;
  private volatile Head[] known = NONE;
  private volatile long @Nullable [] leastKeys;
  private volatile long @Nullable [] greatestKeys;

  /** The bits of one bitmap from one end. */
  private static final class Head {
    private final long[] bitmap;
    private final boolean descending;
    private final long[] bits;

    Head(long[] bitmap, boolean descending, long[] bits) {
      this.bitmap = bitmap;
      this.descending = descending;
      this.bits = bits;
    }

    @SuppressWarnings("ReferenceEquality") // a bitmap is known by its identity
    boolean is(long[] other, boolean otherDescending) {
      return bitmap == other && descending == otherDescending;
    }
  }

  WalkHeads(SortedPermutation sorted) {
    this.sorted = sorted;
  }

  /** Returns of how many rows there are bits. */
  int places() {
    return Math.min(PLACES, sorted.presentCount());
  }

  /**
   * Returns the keys, not to be changed.
   *
   * @param descending whether the walk begins with the greatest key
   */
  long[] keys(boolean descending) {
    long[] keys = descending ? greatestKeys : leastKeys;
    if (keys == null) {
      keys = new long[places()];
      for (int place = 0; place < keys.length; place++) {
        keys[place] = sorted.key(rank(place, descending));
      }
      if (descending) {
        greatestKeys = keys;
      } else {
        leastKeys = keys;
      }
    }
    return keys;
  }

  private int rank(int place, boolean descending) {
    return descending ? sorted.presentCount() - 1 - place : place;
  }

  /**
   * Returns the bits of a bitmap, not to be changed; null where too many others are kept.
   *
   * @param bitmap of the rows of the segment, never changed
   * @param descending whether the walk begins with the greatest key
   */
  long @Nullable [] of(long[] bitmap, boolean descending) {
    Head[] heads = known;
    long[] bits = find(heads, bitmap, descending);
    return bits == null && heads.length < MOST ? gather(bitmap, descending) : bits;
  }

  private static long @Nullable [] find(Head[] heads, long[] bitmap, boolean descending) {
    for (Head head : heads) {
      if (head.is(bitmap, descending)) {
        return head.bits;
      }
    }
    return null;
  }

  private synchronized long @Nullable [] gather(long[] bitmap, boolean descending) {
    long[] earlier = find(known, bitmap, descending);
    if (earlier != null || known.length == MOST) {
      return earlier;
    }
    int places = places();
    long[] bits = new long[Bits.wordCount(places)];
    for (int place = 0; place < places; place++) {
      int row = sorted.row(rank(place, descending));
      if (Bits.get(bitmap, row)) {
        Bits.set(bits, place);
      }
    }
    Head[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = new Head(bitmap, descending, bits);
    known = more;
    return bits;
  }

  /** Returns the memory of what is kept now, in bytes. */
  long bytes() {
    Head[] heads = known;
    long[] least = leastKeys;
    long[] greatest = greatestKeys;
    long bits =
        Footprint.object(2 * Footprint.REFERENCE + 1)
            + Footprint.array(Bits.wordCount(places()), Long.BYTES);
    long bytes = Footprint.object(4 * Footprint.REFERENCE);
    bytes += heads.length == 0 ? 0 : Footprint.array(heads.length, Footprint.REFERENCE);
    bytes += least == null ? 0 : Footprint.array(least.length, Long.BYTES);
    bytes += greatest == null ? 0 : Footprint.array(greatest.length, Long.BYTES);
    return bytes + heads.length * bits;
  }
}
