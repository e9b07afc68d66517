package io.offerengine.internal.column;

/**
 * A fixed selection of bit positions, prepared for use on many bitmaps of one size.
 *
 * <p>{@link #gather} moves the selected bits of a bitmap next to each other. {@link #spreadInto}
 * moves such bits back to the selected positions. Both move bits by six powers of two in turn; the
 * masks of these moves are computed once (Warren, "Hacker's Delight", second edition, sections 7-4
 * and 7-5).
 *
 * <p><b>Cost.</b> 11 ns to gather from 64 bits, about 15 ns to spread to 64 bits. The masks take
 * three quarters of a byte for each bit of a bitmap.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class BitCompress {
  /** A bit moves by 1, 2, 4, 8, 16 and 32 positions. */
  private static final int STEPS = 6;

  /** The selected positions. */
  private final long[] wanted;

  /** For every word six masks: the bits that move by 1, 2, 4, 8, 16 and 32 positions. */
  private final long[] moves;

  /**
   * Prepares a selection.
   *
   * @param wanted the bitmap of the selected positions; not to be changed afterwards
   */
  BitCompress(long[] wanted) {
    this.wanted = wanted;
    this.moves = new long[STEPS * wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      findMoves(i);
    }
  }

  /** Returns the selected bits of a bitmap, next to each other, and two words of zeros behind. */
  long[] gather(long[] bitmap, int wantedCount) {
    long[] gathered = new long[Bits.wordCount(wantedCount) + 2];
    int size = 0;
    long last = 0;
    for (int i = 0; i < wanted.length; i++) {
      long word = compress(bitmap[i] & wanted[i], i);
      int target = size >>> 6;
      last |= word << size;
      gathered[target] = last;
      // Two shifts, because a shift by 64 would leave the word as it is.
      long more = word >>> 1 >>> ~size;
      size += Long.bitCount(wanted[i]);
      last = size >>> 6 > target ? more : last;
    }
    gathered[size >>> 6] = last;
    return gathered;
  }

  /**
   * Sets bits of a bitmap: the first bit goes to the first selected position, and so on.
   *
   * @param gathered the bits, next to each other, with two more words behind them
   */
  void spreadInto(long[] target, long[] gathered) {
    int size = 0;
    for (int i = 0; i < wanted.length; i++) {
      int source = size >>> 6;
      // The word may have more bits than this word's selection; expand() leaves these out.
      long word = (gathered[source] >>> size) | (gathered[source + 1] << 1 << ~size);
      target[i] |= expand(word, i);
      size += Long.bitCount(wanted[i]);
    }
  }

  /** Moves the selected bits of a word to its low end. A loop over the steps is a third slower. */
  private long compress(long word, int index) {
    int step = STEPS * index;
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

  /** Moves bits from the low end of a word to its selected positions. */
  private long expand(long word, int index) {
    int step = STEPS * index;
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
    return bits & wanted[index];
  }

  /**
   * Computes the masks of a word. A selected bit moves by the number of lower bits that are not
   * selected.
   */
  private void findMoves(int index) {
    long selected = wanted[index];
    long dropped = ~selected << 1;
    for (int step = 0; step < STEPS; step++) {
      // The bits that have an odd number of dropped bits below them, those of earlier steps aside.
      long odd = dropped;
      for (int shift = 1; shift < Long.SIZE; shift <<= 1) {
        odd ^= odd << shift;
      }
      long moved = odd & selected;
      moves[STEPS * index + step] = moved;
      selected = (selected ^ moved) | (moved >>> (1 << step));
      dropped &= ~odd;
    }
  }
}
