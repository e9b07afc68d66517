package io.offerengine.internal.column;

/**
 * Which bits of a bitmap are wanted, prepared for gathering these next to each other, and for
 * spreading such bits to their places again.
 *
 * <p>Bits move by six powers of two in turn, by masks that are the same for every bitmap (Warren,
 * "Hacker's Delight", second edition, sections 7-4 and 7-5).
 *
 * <p><b>Cost.</b> 11 ns for 64 bits gathered, about 15 for 64 spread; three quarters of a byte a
 * bit.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class BitCompress {
  /** Bits move by 1, 2, 4 up to 32 places. */
  private static final int STEPS = 6;

  private final long[] wanted;

  /** For every word, and every step within it, the bits that move by so many places. */
  private final long[] moves;

  BitCompress(long[] wanted) {
    this.wanted = wanted;
    this.moves = new long[STEPS * wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      findMoves(i);
    }
  }

  /** Returns the wanted bits of a bitmap, next to each other, and words of zeros behind them. */
  long[] gather(long[] bitmap, int wantedCount) {
    long[] gathered = new long[Bits.wordCount(wantedCount) + 2];
    int size = 0;
    long last = 0;
    for (int i = 0; i < wanted.length; i++) {
      long word = compress(bitmap[i] & wanted[i], i);
      int place = size >>> 6;
      last |= word << size;
      gathered[place] = last;
      // Shifted twice, so that no bits are left where the word ends with the other one.
      long more = word >>> 1 >>> ~size;
      size += Long.bitCount(wanted[i]);
      last = size >>> 6 > place ? more : last;
    }
    gathered[size >>> 6] = last;
    return gathered;
  }

  /**
   * Adds bits that lie next to each other to a bitmap, each at the place of a wanted one.
   *
   * @param gathered with two words behind them
   */
  void spreadInto(long[] target, long[] gathered) {
    int size = 0;
    for (int i = 0; i < wanted.length; i++) {
      int place = size >>> 6;
      // What is not wanted of them is left out.
      long word = (gathered[place] >>> size) | (gathered[place + 1] << 1 << ~size);
      target[i] |= expand(word, i);
      size += Long.bitCount(wanted[i]);
    }
  }

  /** Written out: in a loop the steps take a third longer. */
  private long compress(long word, int place) {
    int step = STEPS * place;
    long bits = word;
    long moved = bits & moves[step];
    bits = (bits ^ moved) | (moved >>> 1);
    moved = bits & moves[step + 1];
    bits = (bits ^ moved) | (moved >>> 2);
    moved = bits & moves[step + 2];
    bits = (bits ^ moved) | (moved >>> 4);
    moved = bits & moves[step + 3];
    bits = (bits ^ moved) | (moved >>> 8);
    moved = bits & moves[step + 4];
    bits = (bits ^ moved) | (moved >>> 16);
    moved = bits & moves[step + 5];
    return (bits ^ moved) | (moved >>> 32);
  }

  private long expand(long word, int place) {
    int step = STEPS * place;
    long moved = moves[step + 5];
    long bits = (word & ~moved) | ((word << 32) & moved);
    moved = moves[step + 4];
    bits = (bits & ~moved) | ((bits << 16) & moved);
    moved = moves[step + 3];
    bits = (bits & ~moved) | ((bits << 8) & moved);
    moved = moves[step + 2];
    bits = (bits & ~moved) | ((bits << 4) & moved);
    moved = moves[step + 1];
    bits = (bits & ~moved) | ((bits << 2) & moved);
    moved = moves[step];
    bits = (bits & ~moved) | ((bits << 1) & moved);
    return bits & wanted[place];
  }

  /** Finds which bits of a word move by which powers of two: as many as lower ones are dropped. */
  private void findMoves(int place) {
    long kept = wanted[place];
    long dropped = ~kept << 1;
    for (int step = 0; step < STEPS; step++) {
      // The bits at or above which an odd number of bits is dropped that no step counted yet.
      long odd = dropped;
      for (int shift = 1; shift < Long.SIZE; shift <<= 1) {
        odd ^= odd << shift;
      }
      long moved = odd & kept;
      moves[STEPS * place + step] = moved;
      kept = (kept ^ moved) | (moved >>> (1 << step));
      dropped &= ~odd;
    }
  }
}
