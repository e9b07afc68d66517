package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.io.IOException;

/**
 * A sealed numeric column in which all rows have the same value, or no row has a value.
 *
 * <p><b>Layout.</b> One value, and nothing per row. Many fields of real offers are constant within
 * a segment.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ConstantColumn extends NumericColumn {
  private final boolean present;
  private final long key;
  private final double number;

  private ConstantColumn(boolean present, long key, double number) {
    this.present = present;
    this.key = key;
    this.number = number;
  }

  /** Returns the column without values. */
  public static ConstantColumn absent() {
    return new ConstantColumn(false, 0, Double.NaN);
  }

  /**
   * Returns the column in which every row has one value.
   *
   * @param bits the integer, 0 or 1 for a boolean, or the raw bits of a double for a number
   */
  public static ConstantColumn of(FieldType type, long bits) {
    if (type == FieldType.NUMBER) {
      double number = Double.longBitsToDouble(bits);
      return new ConstantColumn(true, NumericKey.of(number), number);
    }
    return new ConstantColumn(true, bits, (double) bits);
  }

  void write(BlockWriter out) throws IOException {
    out.writeFlag(present);
    out.writeLong(key);
    out.writeDouble(number);
  }

  static ConstantColumn read(BlockReader in) throws IOException {
    return new ConstantColumn(in.readFlag(), in.readLong(), in.readDouble());
  }

  /** Returns whether both columns have the same value, bit by bit, or both have none. */
  boolean isLike(ConstantColumn other) {
    return present == other.present
        && key == other.key
        && Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits(other.number);
  }

  @Override
  public boolean isPresent(int row) {
    return present;
  }

  @Override
  public long key(int row) {
    return key;
  }

  @Override
  public double number(int row) {
    return number;
  }

  @Override
  public long bytes() {
    return Footprint.object(1 + Long.BYTES + Double.BYTES);
  }
}
