package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import java.io.IOException;
import java.util.List;

/**
 * A sealed column of lists.
 *
 * <p><b>Layout.</b> The values of all rows one behind the other, integers or codes of a {@link
 * Dictionary}; the length of each list; and where each list begins, less where it would begin if
 * all had the mean length, which is a small number or always 0. Values are stored less the middle
 * between the least and the greatest one, so that 256 different codes take a byte each.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PackedListColumn extends ListColumn {
  private final Dictionary dictionary;

  private final int size;
  private final Packed lengths;
  private final Packed values;
  private final long middle;
  private final double meanLength;
  private final Packed deviations;
  private final int longest;

  private PackedListColumn(
      FieldType type, Dictionary dictionary, int size, Packed lengths, Packed values, long middle) {
    super(type);
    this.dictionary = dictionary;
    this.size = size;
    this.lengths = lengths;
    this.values = values;
    this.middle = middle;
    int greatest = 0;
    long[] starts = new long[size + 1];
    for (int row = 0; row < size; row++) {
      int length = Math.max(0, length(row));
      greatest = Math.max(greatest, length);
      starts[row + 1] = starts[row] + length;
    }
    this.longest = greatest;
    this.meanLength = (double) starts[size] / Math.max(1, size);
    for (int row = 0; row <= size; row++) {
      starts[row] -= expectedStart(row);
    }
    this.deviations = Packed.of(starts);
  }

  /** Returns where the list of a row would begin if all had the mean length. */
  private int expectedStart(int row) {
    return (int) (row * meanLength);
  }

  /**
   * Returns the column of a new segment.
   *
   * @param sources the column of each source, sealed or not, in the order of {@code rows}
   * @param rows the rows that the new segment takes over
   */
  public static PackedListColumn merge(
      FieldType type, List<? extends ListColumn> sources, RowMaps rows) {
    DictionaryMerge texts = new DictionaryMerge(sources, rows);
    boolean isOfTexts = type == FieldType.TEXT_LIST;
    long[] lengths = new long[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      RowMap map = rows.source(i);
      for (int at = 0; at < map.size(); at++) {
        lengths[map.newRows()[at]] = sources.get(i).length(map.rows()[at]);
      }
    }
    int[] starts = new int[rows.size() + 1];
    for (int row = 0; row < rows.size(); row++) {
      starts[row + 1] = Math.addExact(starts[row], (int) Math.max(0, lengths[row]));
    }
    long[] values = new long[starts[rows.size()]];
    for (int i = 0; i < sources.size(); i++) {
      RowMap map = rows.source(i);
      int[] newCodes = texts.newCodes(i);
      for (int at = 0; at < map.size(); at++) {
        int newRow = map.newRows()[at];
        sources.get(i).read(map.rows()[at], values, starts[newRow]);
        for (int to = starts[newRow]; isOfTexts && to < starts[newRow + 1]; to++) {
          values[to] = newCodes[(int) values[to]];
        }
      }
    }
    return of(type, texts.dictionary(), lengths, values);
  }

  /**
   * Returns the column of some lists.
   *
   * @param lengths by row; {@link #NO_LIST} for a row without a list
   * @param values those of all rows; overwritten
   */
  static PackedListColumn of(FieldType type, Dictionary dictionary, long[] lengths, long[] values) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (long value : values) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    long middle = least > greatest ? 0 : (least >> 1) + (greatest >> 1) + 1;
    for (int i = 0; i < values.length; i++) {
      values[i] -= middle;
    }
    return new PackedListColumn(
        type, dictionary, lengths.length, Packed.of(lengths), Packed.of(values), middle);
  }

  void write(BlockWriter out) throws IOException {
    dictionary.write(out);
    out.writeInt(size);
    lengths.write(out);
    values.write(out);
    out.writeLong(middle);
  }

  static PackedListColumn read(FieldType type, BlockReader in) throws IOException {
    return new PackedListColumn(
        type, Dictionary.read(in), in.readInt(), Packed.read(in), Packed.read(in), in.readLong());
  }

  @Override
  public Dictionary dictionary() {
    return dictionary;
  }

  @Override
  public int length(int row) {
    return (int) lengths.get(row);
  }

  @Override
  public int longest() {
    return longest;
  }

  @Override
  public void read(int row, long[] target, int from) {
    int length = length(row);
    int start = expectedStart(row) + (int) deviations.get(row);
    for (int i = 0; i < length; i++) {
      target[from + i] = values.get(start + i) + middle;
    }
  }
}
