package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldType;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Reads the columns of files that were written before columns were {@link Packed}.
 *
 * <p>The keys of the texts of lists were not written: here a text is its own key. Bits were written
 * by word. So a column of bits gets rows behind its last one, which nobody reads.
 */
final class EarlierColumns {
  private EarlierColumns() {}

  /** Reads one value for all rows, or their absence. */
  static PackedColumn readConstant(FieldType type, BlockReader in) throws IOException {
    boolean isPresent = in.readFlag();
    long key = in.readLong();
    double number = in.readDouble();
    return type == FieldType.NUMBER
        ? PackedColumn.ofNumbers(new double[] {isPresent ? number : Double.NaN})
        : PackedColumn.ofIntegers(new long[] {key}, isPresent ? null : new long[1]);
  }

  /** Reads a bit, an int or a long per row, and a bitmap of the rows that have a value. */
  static PackedColumn readIntegers(BlockReader in) throws IOException {
    long[] flags = in.readLongs();
    int[] ints = in.readInts();
    long[] longs = in.readLongs();
    long[] present = in.readLongs();
    long[] values = longs == null ? new long[0] : longs;
    if (ints != null) {
      values = widened(ints);
    } else if (flags != null) {
      values = new long[flags.length * Long.SIZE];
      for (int row = 0; row < values.length; row++) {
        values[row] = Bits.get(flags, row) ? 1 : 0;
      }
    }
    return PackedColumn.ofIntegers(values, present);
  }

  /** Reads decimals, of which the least int stands for absence, or doubles. */
  static PackedColumn readNumbers(BlockReader in) throws IOException {
    int[] decimals = in.readInts();
    double divisor = in.readDouble();
    long[] bits = in.readLongs();
    double[] numbers = {};
    if (decimals != null) {
      numbers = new double[decimals.length];
      for (int row = 0; row < numbers.length; row++) {
        boolean isAbsent = decimals[row] == Integer.MIN_VALUE;
        numbers[row] = isAbsent ? Double.NaN : decimals[row] / divisor;
      }
    } else if (bits != null) {
      numbers = Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
    }
    return PackedColumn.ofNumbers(numbers);
  }

  /**
   * Reads a dictionary, and a code per row, or one code for all. One and two bytes held a code plus
   * one, unsigned.
   */
  static DictionaryColumn readTexts(BlockReader in) throws IOException {
    Dictionary dictionary = Dictionary.read(in);
    byte[] bytes = in.readBytes();
    short[] shorts = in.readShorts();
    int[] ints = in.readInts();
    long[] codes = {in.readInt()};
    if (ints != null) {
      codes = widened(ints);
    } else if (bytes != null) {
      codes = IntStream.range(0, bytes.length).mapToLong(row -> (bytes[row] & 0xFF) - 1).toArray();
    } else if (shorts != null) {
      codes =
          IntStream.range(0, shorts.length).mapToLong(row -> (shorts[row] & 0xFFFF) - 1).toArray();
    }
    return DictionaryColumn.of(dictionary, codes);
  }

  /** Reads the length of each list, -1 for none, the different texts, and all values or codes. */
  static PackedListColumn readLists(FieldType type, BlockReader in) throws IOException {
    long[] lengths = widened(in.readPresentInts());
    String[] texts = in.readTexts();
    String[] sorted = texts.clone();
    Arrays.sort(sorted, Collation::compare);
    boolean isOfTexts = type == FieldType.TEXT_LIST;
    LongArrayList values = new LongArrayList();
    for (long length : lengths) {
      for (long left = length; left > 0; left--) {
        long value = in.readLong();
        values.add(
            isOfTexts
                ? Arrays.binarySearch(sorted, texts[(int) value], Collation::compare)
                : value);
      }
    }
    Dictionary dictionary = new Dictionary(sorted, sorted);
    return PackedListColumn.of(type, dictionary, lengths, values.toLongArray());
  }

  private static long[] widened(int[] ints) {
    return Arrays.stream(ints).asLongStream().toArray();
  }
}
