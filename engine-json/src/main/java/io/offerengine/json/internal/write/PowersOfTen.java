package io.offerengine.json.internal.write;

import java.math.BigInteger;

/**
 * Powers of ten for {@link ShortestDouble}: {@code 10^-k}, rounded up to 126 significant bits. This
 * is {@code floor(10^-k / 2^r) + 1} with the {@code r} that leaves 126 bits.
 *
 * <p><b>Layout.</b> Two longs for each power, the upper 63 bits and then the lower 63: 10 kB. The
 * table is computed in a few milliseconds when the class is first used.
 */
final class PowersOfTen {
  private static final int LEAST = -324;
  private static final int GREATEST = 292;
  private static final int BITS = 126;
  private static final int HALF = 63;

  private static final long[] POWERS = new long[2 * (GREATEST - LEAST + 1)];

  static {
    BigInteger lowerHalf = BigInteger.ONE.shiftLeft(HALF).subtract(BigInteger.ONE);
    for (int k = LEAST; k <= GREATEST; k++) {
      BigInteger power = inverse(k);
      POWERS[2 * (k - LEAST)] = power.shiftRight(HALF).longValueExact();
      POWERS[2 * (k - LEAST) + 1] = power.and(lowerHalf).longValueExact();
    }
  }

  private PowersOfTen() {}

  private static BigInteger inverse(int k) {
    BigInteger power = BigInteger.TEN.pow(Math.abs(k));
    if (k <= 0) {
      int excess = power.bitLength() - BITS;
      BigInteger cut = excess > 0 ? power.shiftRight(excess) : power.shiftLeft(-excess);
      return cut.add(BigInteger.ONE);
    }
    BigInteger one = BigInteger.ONE.shiftLeft(power.bitLength() + BITS - 1);
    return one.divide(power).add(BigInteger.ONE);
  }

  /** Returns the upper 63 bits of {@code 10^-k}. */
  static long upper(int k) {
    return POWERS[2 * (k - LEAST)];
  }

  /** Returns the lower 63 bits of {@code 10^-k}. */
  static long lower(int k) {
    return POWERS[2 * (k - LEAST) + 1];
  }
}
