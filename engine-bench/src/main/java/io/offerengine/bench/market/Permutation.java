package io.offerengine.bench.market;

/**
 * A random one-to-one mapping of the numbers in {@code [0, size)}, computed without a table.
 *
 * <p><b>How.</b> Four Feistel rounds over the smallest even number of bits that holds the size;
 * results beyond the size are mapped again until they fit (cycle walking: Black and Rogaway,
 * "Ciphers with arbitrary finite domains", 2002), at most four times on average.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Permutation {
  private static final int ROUNDS = 4;

  private final long size;
  private final int halfBits;
  private final long halfMask;
  private final long[] keys = new long[ROUNDS];

  Permutation(long size, Draws draws) {
    if (size < 1) {
      throw new IllegalArgumentException("a permutation needs at least 1 number, not " + size);
    }
    this.size = size;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size - 1));
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1L << halfBits) - 1;
    for (int i = 0; i < ROUNDS; i++) {
      keys[i] = draws.next();
    }
  }

  /** Returns the image of a number in {@code [0, size)}. */
  long map(long number) {
    long mapped = number;
    do {
      mapped = rounds(mapped);
    } while (mapped >= size);
    return mapped;
  }

  private long rounds(long number) {
    long left = number >>> halfBits;
    long right = number & halfMask;
    for (long key : keys) {
      long next = left ^ (Draws.mix(right + key) & halfMask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }
}
