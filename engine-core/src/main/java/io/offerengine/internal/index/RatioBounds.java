package io.offerengine.internal.index;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.NumericKey;
import java.io.IOException;
import java.util.Objects;

/**
 * Bounds of a computed field under one set of arguments, from the index of its values under other
 * arguments: each value lies between two multiples of the indexed value of its row. An order by the
 * field is read from that index, and the bounds say when to stop.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param index the index; all its values are positive
 * @param least a factor: no value is less than it times the indexed value
 * @param greatest a factor: no value is greater than it times the indexed value
 */
public record RatioBounds(FieldIndex index, double least, double greatest) {
  /** Quotients and products are each rounded once, by far less than this part of themselves. */
  private static final double MARGIN = 1e-12;

  /** Writes the factors. */
  public void write(BlockWriter out) throws IOException {
    out.writeDouble(least);
    out.writeDouble(greatest);
  }

  /** Reads the factors of an index. */
  public static RatioBounds read(FieldIndex index, BlockReader in) throws IOException {
    return new RatioBounds(index, in.readDouble(), in.readDouble());
  }

  /** Returns the bounds with the extremes of all rows' quotients, widened by the rounding. */
  public static RatioBounds of(FieldIndex index, double leastQuotient, double greatestQuotient) {
    return new RatioBounds(index, leastQuotient * (1 - MARGIN), greatestQuotient * (1 + MARGIN));
  }

  /** Returns the rows sorted by the indexed values. */
  public SortedPermutation sorted() {
    return Objects.requireNonNull(index.permutation());
  }

  /** Returns how many ranks a scan reads before its bound is worse than the key of a value. */
  public int ranksWithin(long cutoff, boolean descending) {
    double value = NumericKey.toDouble(cutoff);
    return descending
        ? sorted().presentCount() - sorted().rank(NumericKey.of(value / greatest))
        : sorted().rank(NumericKey.of(value / least));
  }

  /** Returns the key of a value that at least so many rows are no worse than. */
  public long cutoff(int rows, boolean descending) {
    int last = sorted().presentCount() - 1;
    int rank = Math.max(0, Math.min(last, descending ? last - rows : rows));
    double indexed = NumericKey.toDouble(sorted().key(rank));
    return NumericKey.of(indexed * (descending ? least : greatest));
  }

  /** Returns a bound of the keys of the values at and behind an indexed key, in scan direction. */
  public long bound(long key, boolean descending) {
    return NumericKey.of(NumericKey.toDouble(key) * (descending ? greatest : least));
  }
}
