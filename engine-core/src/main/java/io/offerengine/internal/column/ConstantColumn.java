package io.offerengine.internal.column;

import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;

/**
 * A sealed numeric column whose rows all have one value, or none.
 *
 * <p><b>Layout.</b> Nothing per row: many fields of real offers are the same, or absent,
 * everywhere.
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
   * Returns the column of one value.
   *
   * @param bits an integer, 0 or 1, or the raw bits of a double, as the type asks
   */
  public static ConstantColumn of(FieldType type, long bits) {
    if (type == FieldType.NUMBER) {
      double number = Double.longBitsToDouble(bits);
      return new ConstantColumn(true, NumericKey.of(number), number);
    }
    return new ConstantColumn(true, bits, (double) bits);
  }

  /** Returns whether another column has the very same value, or none as this one. */
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
