package io.offerengine.schema;

/**
 * The 64-bit keys by which numeric values compare. Keys have the order of their values, and equal
 * values have equal keys.
 *
 * <p>The key of an integer is the integer itself; the keys of false and true are 0 and 1. The key
 * of a double is its bit pattern; if the double is negative, all bits but the sign are inverted.
 * -0.0 has the key of 0.0. Neighbouring doubles have consecutive keys, so that {@code x > d} is
 * {@code key(x) >= key(d) + 1}.
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
