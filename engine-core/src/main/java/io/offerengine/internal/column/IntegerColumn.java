package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sealed column of integers or booleans.
 *
 * <p><b>Layout.</b> One bit, four bytes or eight bytes per row, as the values need; exactly one of
 * {@code flags}, {@code ints} and {@code longs} is set. One more bit per row says whether the row
 * has a value, unless all rows have one.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class IntegerColumn extends NumericColumn {
  private final long @Nullable [] flags;
  private final int @Nullable [] ints;
  private final long @Nullable [] longs;
  private final long @Nullable [] present;

  private IntegerColumn(
      long @Nullable [] flags,
      int @Nullable [] ints,
      long @Nullable [] longs,
      long @Nullable [] present) {
    this.flags = flags;
    this.ints = ints;
    this.longs = longs;
    this.present = present;
  }

  /**
   * Returns the column of the given values.
   *
   * @param values the value of each row; ignored for rows without a value
   * @param present a bitmap of the rows that have a value; null if all rows have one
   */
  public static IntegerColumn of(long[] values, long @Nullable [] present) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int row = 0; row < values.length; row++) {
      if (present == null || Bits.get(present, row)) {
        low = Math.min(low, values[row]);
        high = Math.max(high, values[row]);
      }
    }
    if (low >= 0 && high <= 1) {
      return new IntegerColumn(toFlags(values, present), null, null, present);
    }
    boolean fitsInt = low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE;
    return fitsInt
        ? new IntegerColumn(null, toInts(values), null, present)
        : new IntegerColumn(null, null, values.clone(), present);
  }

  void write(BlockWriter out) throws IOException {
    out.write(flags);
    out.write(ints);
    out.write(longs);
    out.write(present);
  }

  static IntegerColumn read(BlockReader in) throws IOException {
    return new IntegerColumn(in.readLongs(), in.readInts(), in.readLongs(), in.readLongs());
  }

  private static long[] toFlags(long[] values, long @Nullable [] present) {
    long[] flags = new long[Bits.wordCount(values.length)];
    for (int row = 0; row < values.length; row++) {
      if (values[row] == 1 && (present == null || Bits.get(present, row))) {
        Bits.set(flags, row);
      }
    }
    return flags;
  }

  private static int[] toInts(long[] values) {
    int[] ints = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      ints[row] = (int) values[row];
    }
    return ints;
  }

  /** Returns the column of a new segment, as wide as the widest source column. */
  static IntegerColumn merge(List<NumericColumn> sources, RowMaps rows) {
    int width = 1;
    boolean everywhere = true;
    for (NumericColumn source : sources) {
      width = Math.max(width, width(source));
      everywhere &=
          source instanceof IntegerColumn each ? each.present == null : source.isPresent(0);
    }
    long[] present = everywhere ? null : mergePresence(sources, rows);
    if (width == 1) {
      return new IntegerColumn(mergeFlags(sources, rows), null, null, present);
    }
    if (width == Integer.SIZE) {
      return new IntegerColumn(null, mergeInts(sources, rows), null, present);
    }
    long[] longs = new long[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      rows.source(i).moveKeys(sources.get(i), 0, longs);
    }
    return new IntegerColumn(null, null, longs, present);
  }

  private static int width(NumericColumn source) {
    if (source instanceof IntegerColumn column) {
      int more = column.ints == null ? Long.SIZE : Integer.SIZE;
      return column.flags == null ? more : 1;
    }
    long key = source.keyOr(0, 0);
    int more = key == (int) key ? Integer.SIZE : Long.SIZE;
    return key == 0 || key == 1 ? 1 : more;
  }

  private static long[] mergePresence(List<NumericColumn> sources, RowMaps rows) {
    long[] merged = new long[Bits.wordCount(rows.size())];
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof IntegerColumn column && column.present != null) {
        rows.source(i).moveBits(column.present, merged);
      } else if (sources.get(i).isPresent(0)) {
        rows.source(i).setAll(merged);
      }
    }
    return merged;
  }

  private static long[] mergeFlags(List<NumericColumn> sources, RowMaps rows) {
    long[] merged = new long[Bits.wordCount(rows.size())];
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof IntegerColumn column && column.flags != null) {
        rows.source(i).moveBits(column.flags, merged);
      } else if (sources.get(i).keyOr(0, 0) == 1) {
        rows.source(i).setAll(merged);
      }
    }
    return merged;
  }

  private static int[] mergeInts(List<NumericColumn> sources, RowMaps rows) {
    int[] merged = new int[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof IntegerColumn column && column.ints != null) {
        rows.source(i).move(column.ints, merged);
      } else {
        rows.source(i).moveKeys(sources.get(i), merged);
      }
    }
    return merged;
  }

  @Override
  public boolean isPresent(int row) {
    return present == null || Bits.get(present, row);
  }

  @Override
  public long key(int row) {
    if (ints != null) {
      return ints[row];
    }
    if (longs != null) {
      return longs[row];
    }
    return flags != null && Bits.get(flags, row) ? 1 : 0;
  }

  @Override
  public long keyOr(int row, long absent) {
    return isPresent(row) ? key(row) : absent;
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    return isPresent(row) ? accepted.contains(key(row)) : accepted.includesAbsent();
  }

  @Override
  public double number(int row) {
    return isPresent(row) ? (double) key(row) : Double.NaN;
  }

  @Override
  public long bytes() {
    long bytes = present == null ? 0 : Footprint.array(present.length, Long.BYTES);
    bytes += flags == null ? 0 : Footprint.array(flags.length, Long.BYTES);
    bytes += ints == null ? 0 : Footprint.array(ints.length, Integer.BYTES);
    bytes += longs == null ? 0 : Footprint.array(longs.length, Long.BYTES);
    return bytes + Footprint.object(4 * Footprint.REFERENCE);
  }
}
