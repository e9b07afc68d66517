package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;
import java.util.List;

/**
 * A sealed text column. Every row has a code, and the column's {@link Dictionary} has the texts.
 *
 * <p><b>Layout.</b> A {@link Packed} code per row.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class DictionaryColumn extends TextColumn {
  private final Dictionary dictionary;
  private final Packed codes;

  private DictionaryColumn(Dictionary dictionary, Packed codes) {
    this.dictionary = dictionary;
    this.codes = codes;
  }

  /**
   * Returns the column of a new segment.
   *
   * @param sources the column of each source, sealed or not, in the order of {@code rows}
   * @param rows the rows that the new segment takes over
   */
  public static DictionaryColumn merge(List<? extends TextColumn> sources, RowMaps rows) {
    DictionaryMerge texts = new DictionaryMerge(sources, rows);
    Dictionary dictionary = texts.dictionary();
    int least = texts.someAbsent() || dictionary.size() == 0 ? ABSENT : 0;
    Packed merged = new Packed(least, dictionary.size() - 1, rows.size());
    for (int i = 0; i < sources.size() && !merged.isConstant(); i++) {
      TextColumn source = sources.get(i);
      int[] newCodes = texts.newCodes(i);
      RowMap map = rows.source(i);
      for (int at = 0; at < map.size(); at++) {
        int code = source.code(map.rows()[at]);
        merged.set(map.newRows()[at], code == ABSENT ? ABSENT : newCodes[code]);
      }
    }
    return new DictionaryColumn(dictionary, merged);
  }

  void write(BlockWriter out) throws IOException {
    dictionary.write(out);
    codes.write(out);
  }

  static DictionaryColumn read(BlockReader in) throws IOException {
    return new DictionaryColumn(Dictionary.read(in), Packed.read(in));
  }

  /** Returns the column of a dictionary with the given code of each row. */
  static DictionaryColumn of(Dictionary dictionary, long[] codes) {
    return new DictionaryColumn(dictionary, Packed.of(codes));
  }

  @Override
  public Dictionary dictionary() {
    return dictionary;
  }

  @Override
  public int code(int row) {
    return (int) codes.get(row);
  }

  /**
   * Filters a list of rows by their codes, without changing its order.
   *
   * @param rows the list; the surviving rows replace it from its start
   * @param size the number of rows in the list
   * @param accepted a bitmap of the accepted codes
   * @param includesAbsent whether rows without a text survive
   * @return the number of surviving rows
   */
  public int filter(int[] rows, int size, long[] accepted, boolean includesAbsent) {
    int absent = includesAbsent ? 1 : 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      int code = code(row);
      rows[count] = row;
      count += code < 0 ? absent : (int) (accepted[code >>> 6] >>> code & 1);
    }
    return count;
  }
}
