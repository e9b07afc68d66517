package io.offerengine.internal.index;

import io.offerengine.schema.NumericKey;
import java.util.Objects;

/**
 * An index of what a computed field comes to under usual arguments, for a search that brings other
 * ones: every value under these lies between two multiples of the one that is indexed.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param index the index; all its values are positive
 * @param least times the indexed value is no more than the value
 * @param greatest times the indexed value is no less than the value
 */
public record RatioBounds(FieldIndex index, double least, double greatest) {
  /** Quotients and products are each rounded once, by far less than this part of themselves. */
  private static final double MARGIN = 1e-12;

  /** Returns the index with the extremes of its rows' quotients, rounding allowed for. */
  public static RatioBounds of(FieldIndex index, double leastQuotient, double greatestQuotient) {
    return new RatioBounds(index, leastQuotient * (1 - MARGIN), greatestQuotient * (1 + MARGIN));
  }

  /**
   * Returns how many rows a walk passes before its bound is worse than a cutoff.
   *
   * @param cutoff the key of a value, like those of {@link #cutoff}
   */
  public int rowsWithin(long cutoff, boolean descending) {
    double value = NumericKey.toDouble(cutoff);
    SortedPermutation sorted = Objects.requireNonNull(index.permutation());
    return descending
        ? sorted.presentCount() - sorted.rank(NumericKey.of(value / greatest))
        : sorted.rank(NumericKey.of(value / least));
  }

  /**
   * Returns the key of a value that some rows are no worse than: as many as are walked under the
   * usual arguments to find them.
   */
  public long cutoff(int rows, boolean descending) {
    SortedPermutation sorted = Objects.requireNonNull(index.permutation());
    int last = sorted.presentCount() - 1;
    int rank = Math.max(0, Math.min(last, descending ? last - rows : rows));
    return NumericKey.of(NumericKey.toDouble(sorted.key(rank)) * (descending ? least : greatest));
  }

  /**
   * Returns a bound of the values' keys at and behind one of the indexed keys, in the direction of
   * a walk: the most that they may be where it descends, the least elsewhere.
   */
  public long bound(long key, boolean descending) {
    return NumericKey.of(NumericKey.toDouble(key) * (descending ? greatest : least));
  }
}
