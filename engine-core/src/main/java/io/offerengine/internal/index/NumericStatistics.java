package io.offerengine.internal.index;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import java.io.IOException;

/**
 * Statistics of a numeric column: the least and greatest key, and how many rows have a value.
 *
 * @param low the least key, or a lower bound; above {@code high} if no row has a value
 * @param high the greatest key, or an upper bound
 * @param present how many rows have a value; of bounds alone, some number that is neither 0 nor all
 * @param rows how many rows there are
 */
public record NumericStatistics(long low, long high, int present, int rows) {
  void write(BlockWriter out) throws IOException {
    out.writeLong(low);
    out.writeLong(high);
    out.writeInt(present);
    out.writeInt(rows);
  }

  static NumericStatistics read(BlockReader in) throws IOException {
    return new NumericStatistics(in.readLong(), in.readLong(), in.readInt(), in.readInt());
  }

  /** Returns whether the bounds prove that a set accepts no row. */
  public boolean rejectsAll(NumericSet accepted) {
    boolean rejectsAbsent = present == rows || !accepted.includesAbsent();
    return rejectsAbsent && (present == 0 || !accepted.overlaps(low, high));
  }

  /** Returns whether the bounds prove that a set accepts every row. */
  public boolean acceptsAll(NumericSet accepted) {
    boolean acceptsAbsent = present == rows || accepted.includesAbsent();
    return acceptsAbsent && (present == 0 || accepted.covers(low, high));
  }
}
