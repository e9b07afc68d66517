package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers by position, as narrow as they allow. No other class knows how they are stored.
 *
 * <p><b>Layout.</b> One, two, four or eight bytes for each number. If all numbers are equal, the
 * number is stored once.
 *
 * <p><b>Threads.</b> Immutable once all positions are {@linkplain #set set}.
 */
final class Packed {
  /** The number of all positions, if no array is set. */
  private final long constant;

  private final byte @Nullable [] bytes;
  private final short @Nullable [] shorts;
  private final int @Nullable [] ints;
  private final long @Nullable [] longs;

  /** Creates numbers with room for those from a least to a greatest one. */
  Packed(long least, long greatest, int size) {
    int width = width(least, greatest);
    this.constant = least;
    this.bytes = width == Byte.BYTES ? new byte[size] : null;
    this.shorts = width == Short.BYTES ? new short[size] : null;
    this.ints = width == Integer.BYTES ? new int[size] : null;
    this.longs = width == Long.BYTES ? new long[size] : null;
  }

  private Packed(BlockReader in) throws IOException {
    this.constant = in.readLong();
    this.bytes = in.readBytes();
    this.shorts = in.readShorts();
    this.ints = in.readInts();
    this.longs = in.readLongs();
  }

  /** Returns how many bytes a number takes; 0 if all numbers are equal. */
  static int width(long least, long greatest) {
    if (least >= greatest) {
      return 0;
    }
    if (least == (byte) least && greatest == (byte) greatest) {
      return Byte.BYTES;
    }
    if (least == (short) least && greatest == (short) greatest) {
      return Short.BYTES;
    }
    return least == (int) least && greatest == (int) greatest ? Integer.BYTES : Long.BYTES;
  }

  /** Returns the given numbers. */
  static Packed of(long[] numbers) {
    long least = numbers.length == 0 ? 0 : Long.MAX_VALUE;
    long greatest = numbers.length == 0 ? 0 : Long.MIN_VALUE;
    for (long number : numbers) {
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    }
    return of(numbers, least, greatest);
  }

  /** Returns the given numbers, which lie between a least and a greatest one. */
  static Packed of(long[] numbers, long least, long greatest) {
    Packed packed = new Packed(least, greatest, numbers.length);
    for (int at = 0; at < numbers.length && least < greatest; at++) {
      packed.set(at, numbers[at]);
    }
    return packed;
  }

  void write(BlockWriter out) throws IOException {
    out.writeLong(constant);
    out.write(bytes);
    out.write(shorts);
    out.write(ints);
    out.write(longs);
  }

  static Packed read(BlockReader in) throws IOException {
    return new Packed(in);
  }

  /** Sets a number. */
  void set(int at, long number) {
    if (ints != null) {
      ints[at] = (int) number;
    } else if (bytes != null) {
      bytes[at] = (byte) number;
    } else if (shorts != null) {
      shorts[at] = (short) number;
    } else if (longs != null) {
      longs[at] = number;
    }
  }

  /** Returns a number. */
  long get(int at) {
    if (ints != null) {
      return ints[at];
    }
    if (bytes != null) {
      return bytes[at];
    }
    if (shorts != null) {
      return shorts[at];
    }
    return longs != null ? longs[at] : constant;
  }

  /** Reads the numbers from a position up to, not including, another one. */
  void get(int from, int to, long[] target) {
    if (ints != null) {
      for (int at = from; at < to; at++) {
        target[at - from] = ints[at];
      }
    } else if (bytes != null) {
      for (int at = from; at < to; at++) {
        target[at - from] = bytes[at];
      }
    } else if (shorts != null) {
      for (int at = from; at < to; at++) {
        target[at - from] = shorts[at];
      }
    } else if (longs != null) {
      System.arraycopy(longs, from, target, 0, to - from);
    } else {
      Arrays.fill(target, 0, to - from, constant);
    }
  }

  /**
   * Reads the numbers at those of some positions from {@code from} up to, not including, {@code
   * to}.
   */
  void get(int[] at, int from, int to, long[] target) {
    if (ints != null) {
      for (int i = from; i < to; i++) {
        target[i - from] = ints[at[i]];
      }
    } else if (bytes != null) {
      for (int i = from; i < to; i++) {
        target[i - from] = bytes[at[i]];
      }
    } else if (shorts != null) {
      for (int i = from; i < to; i++) {
        target[i - from] = shorts[at[i]];
      }
    } else {
      for (int i = from; i < to; i++) {
        target[i - from] = longs == null ? constant : longs[at[i]];
      }
    }
  }

  /** Sets the numbers at such positions. */
  void set(int[] at, int from, int to, long[] numbers) {
    if (ints != null) {
      for (int i = from; i < to; i++) {
        ints[at[i]] = (int) numbers[i - from];
      }
    } else if (bytes != null) {
      for (int i = from; i < to; i++) {
        bytes[at[i]] = (byte) numbers[i - from];
      }
    } else if (shorts != null) {
      for (int i = from; i < to; i++) {
        shorts[at[i]] = (short) numbers[i - from];
      }
    } else if (longs != null) {
      for (int i = from; i < to; i++) {
        longs[at[i]] = numbers[i - from];
      }
    }
  }

  /** Returns how many bytes a number takes; 0 if all are equal. */
  int width() {
    if (bytes != null) {
      return Byte.BYTES;
    }
    if (shorts != null) {
      return Short.BYTES;
    }
    return ints != null ? Integer.BYTES : longs != null ? Long.BYTES : 0;
  }

  /** Returns a number that is not above any of these. */
  long lower() {
    int width = width();
    return width == 0 ? constant : Long.MIN_VALUE >> (Long.SIZE - Byte.SIZE * width);
  }

  /** Returns a number that is not below any of these. */
  long upper() {
    int width = width();
    return width == 0 ? constant : Long.MAX_VALUE >> (Long.SIZE - Byte.SIZE * width);
  }

  /** Returns whether all numbers are equal, and stored once. */
  boolean isConstant() {
    return ints == null && bytes == null && shorts == null && longs == null;
  }
}
