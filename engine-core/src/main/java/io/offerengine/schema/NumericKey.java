package io.offerengine.schema;

/**
 * The 64-bit keys by which numeric values compare: keys order as the values do, and equal values
 * have equal keys.
 *
 * <p>An integer is its own key, false is 0 and true is 1, and a double's key is its bit pattern
 * with the negative half turned over; -0.0 has the key of 0.0. Between the keys of two neighbouring
 * doubles there is no other, so {@code x > d} is {@code key(x) >= key(d) + 1}.
 */
public final class NumericKey {
  private NumericKey() {}

  /** Returns the key of a number that is not NaN. */
  public static long of(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** Returns the number of a key that {@link #of} made. */
  public static double toDouble(long key) {
    return Double.longBitsToDouble(key ^ (key >> 63 & Long.MAX_VALUE));
  }
}
