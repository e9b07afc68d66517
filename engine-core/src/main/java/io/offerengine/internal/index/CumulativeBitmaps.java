package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.schema.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The rows that have one of few values or a greater one, a bitmap for each value.
 *
 * <p>The rows of any range of values are one of these bitmaps without another, and a range without
 * an end is one.
 *
 * <p><b>Cost.</b> A bit a row for each value; a range: an operation on each word of a bitmap or
 * two.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class CumulativeBitmaps {
  /** By value; null for the least where every row has a value. */
  private final @Nullable Posting[] from;

  private CumulativeBitmaps(@Nullable Posting[] from) {
    this.from = from;
  }

  /**
   * Adds up the bitmaps of single values.
   *
   * @param tier the field's
   */
  static CumulativeBitmaps of(ValueBitmaps values, int rowCount, Tier tier) {
    @Nullable Posting[] from = new Posting[values.valueCount()];
    long[] words = new long[Bits.wordCount(rowCount)];
    int count = 0;
    for (int value = from.length - 1; value >= 0; value--) {
      values.posting(value).orInto(words);
      count += values.posting(value).count();
      from[value] = count == rowCount ? null : Posting.of(words.clone(), count, rowCount, tier);
    }
    return new CumulativeBitmaps(from);
  }

  /** Returns the posting of the rows of a value and of greater ones; null where these are all. */
  @Nullable Posting from(int value) {
    return from[value];
  }

  long bytes() {
    long bytes =
        Footprint.object(Footprint.REFERENCE) + Footprint.array(from.length, Footprint.REFERENCE);
    for (Posting posting : from) {
      bytes += posting == null ? 0 : posting.bytes();
    }
    return bytes;
  }
}
