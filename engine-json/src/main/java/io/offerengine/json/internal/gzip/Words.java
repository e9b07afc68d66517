package io.offerengine.json.internal.gzip;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes several bytes of an array at once; the first byte is the lowest of a word. */
final class Words {
  /** The bytes behind the end of a text that the methods of this class may read. */
  static final int SLACK = 40;

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long EACH_SIGN = EACH_BYTE << 7;
  private static final long COMMAS = EACH_BYTE * ',';

  /** If it multiplies a word of sign bits, these become the highest byte of the product. */
  private static final long GATHER_SIGNS = 0x0002_0408_1020_4081L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  static long longAt(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static int shortAt(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at) & 0xFFFF;
  }

  static void setLong(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }

  static void setInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  /** Returns how many bytes from two indexes on are equal, before {@code end} of the later one. */
  static int equalAfter(byte[] bytes, int later, int earlier, int end) {
    int most = end - later;
    for (int i = 0; i < most; i += Long.BYTES) {
      long difference = longAt(bytes, later + i) ^ longAt(bytes, earlier + i);
      if (difference != 0) {
        return Math.min(most, i + (Long.numberOfTrailingZeros(difference) >>> 3));
      }
    }
    return Math.max(most, 0);
  }

  /** Returns the index of the next comma; 24 bytes on if there is none before. */
  static int commaWithin24(byte[] bytes, int from) {
    long found =
        commas(bytes, from)
            | commas(bytes, from + Long.BYTES) << 8
            | commas(bytes, from + 2 * Long.BYTES) << 16
            | 1 << 24;
    return from + Long.numberOfTrailingZeros(found);
  }

  /** Returns a bit for each of eight bytes. The lowest set one is a comma; others may not be. */
  private static long commas(byte[] bytes, int at) {
    long different = longAt(bytes, at) ^ COMMAS;
    return (((different - EACH_BYTE) & ~different & EACH_SIGN) * GATHER_SIGNS) >>> 56;
  }
}
