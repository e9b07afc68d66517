package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sealed text column. Every row has a code, and the column's {@link Dictionary} has the texts.
 *
 * <p><b>Layout.</b> One, two or four bytes per row, as the number of codes needs. If all rows have
 * the same code, the column stores this code once. One and two bytes store the code plus one, and 0
 * for an absent text; four bytes store the code itself.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class DictionaryColumn extends TextColumn {
  private static final int BYTE_CODES = 0xFF;
  private static final int SHORT_CODES = 0xFFFF;

  private final Dictionary dictionary;
  private final byte @Nullable [] bytes;
  private final short @Nullable [] shorts;
  private final int @Nullable [] ints;
  private final int constant;

  private DictionaryColumn(
      Dictionary dictionary,
      byte @Nullable [] bytes,
      short @Nullable [] shorts,
      int @Nullable [] ints,
      int constant) {
    this.dictionary = dictionary;
    this.bytes = bytes;
    this.shorts = shorts;
    this.ints = ints;
    this.constant = constant;
  }

  /**
   * Returns the column of a new segment.
   *
   * @param dictionary the texts of the new segment
   * @param sources the column of each source, sealed or not, in the order of {@code rows}
   * @param newCodes for each source, the new code of each of its codes that occurs in the new
   *     segment
   * @param someAbsent whether a row of the new segment has no text
   * @param rows the rows that the new segment takes over
   */
  static DictionaryColumn merge(
      Dictionary dictionary,
      List<? extends TextColumn> sources,
      int[][] newCodes,
      boolean someAbsent,
      RowMaps rows) {
    int size = dictionary.size();
    if (size == 0 || (size == 1 && !someAbsent)) {
      return new DictionaryColumn(dictionary, null, null, null, size - 1);
    }
    byte[] bytes = size < BYTE_CODES ? new byte[rows.size()] : null;
    short[] shorts = bytes == null && size < SHORT_CODES ? new short[rows.size()] : null;
    int[] ints = bytes == null && shorts == null ? new int[rows.size()] : null;
    for (int i = 0; i < sources.size(); i++) {
      DictionaryColumn sealed = sources.get(i) instanceof DictionaryColumn source ? source : null;
      byte[] fromBytes = sealed == null ? null : sealed.bytes;
      short[] fromShorts = sealed == null ? null : sealed.shorts;
      RowMap map = rows.source(i);
      if (bytes != null && fromBytes != null) {
        map.move(fromBytes, toBytes(stored(newCodes[i])), bytes);
      } else if (shorts != null && fromBytes != null) {
        map.move(fromBytes, toShorts(stored(newCodes[i])), shorts);
      } else if (shorts != null && fromShorts != null) {
        map.move(fromShorts, toShorts(stored(newCodes[i])), shorts);
      } else {
        move(sources.get(i), map, newCodes[i], bytes, shorts, ints);
      }
    }
    return new DictionaryColumn(dictionary, bytes, shorts, ints, ABSENT);
  }

  void write(BlockWriter out) throws IOException {
    dictionary.write(out);
    out.write(bytes);
    out.write(shorts);
    out.write(ints);
    out.writeInt(constant);
  }

  static DictionaryColumn read(FieldType type, BlockReader in) throws IOException {
    return new DictionaryColumn(
        Dictionary.read(type, in), in.readBytes(), in.readShorts(), in.readInts(), in.readInt());
  }

  /** Returns a table from stored codes to new codes. A stored code is a code plus one. */
  private static int[] stored(int[] newCodes) {
    int[] byStored = new int[newCodes.length + 1];
    byStored[0] = ABSENT;
    System.arraycopy(newCodes, 0, byStored, 1, newCodes.length);
    return byStored;
  }

  private static void move(
      TextColumn source,
      RowMap map,
      int[] newCodes,
      byte @Nullable [] targetBytes,
      short @Nullable [] targetShorts,
      int @Nullable [] targetInts) {
    int[] rows = map.rows();
    int[] newRows = map.newRows();
    for (int i = 0; i < rows.length; i++) {
      int code = source.code(rows[i]);
      int newCode = code == ABSENT ? ABSENT : newCodes[code];
      if (targetBytes != null) {
        targetBytes[newRows[i]] = (byte) (newCode + 1);
      } else if (targetShorts != null) {
        targetShorts[newRows[i]] = (short) (newCode + 1);
      } else if (targetInts != null) {
        targetInts[newRows[i]] = newCode;
      }
    }
  }

  @Override
  void markUsed(RowMap map, boolean[] isUsed) {
    if (bytes == null) {
      super.markUsed(map, isUsed);
      return;
    }
    for (int row : map.rows()) {
      isUsed[bytes[row] & BYTE_CODES] = true;
    }
  }

  private static byte[] toBytes(int[] codes) {
    byte[] stored = new byte[codes.length];
    for (int row = 0; row < codes.length; row++) {
      stored[row] = (byte) (codes[row] + 1);
    }
    return stored;
  }

  private static short[] toShorts(int[] codes) {
    short[] stored = new short[codes.length];
    for (int row = 0; row < codes.length; row++) {
      stored[row] = (short) (codes[row] + 1);
    }
    return stored;
  }

  /** Returns the dictionary. */
  public Dictionary dictionary() {
    return dictionary;
  }

  @Override
  public int codeCount() {
    return dictionary.size();
  }

  @Override
  public int code(int row) {
    if (bytes != null) {
      return (bytes[row] & BYTE_CODES) - 1;
    }
    if (shorts != null) {
      return (shorts[row] & SHORT_CODES) - 1;
    }
    return ints != null ? ints[row] : constant;
  }

  @Override
  public void codes(int[] rows, int size, int[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = code(rows[i]);
    }
  }

  /**
   * Filters a list of rows by their codes, without changing its order.
   *
   * @param rows the list; the surviving rows replace it from its start
   * @param size the number of rows in the list
   * @param codes a bitmap of the accepted codes
   * @param includesAbsent whether rows without a text survive
   * @return the number of surviving rows
   */
  public int filter(int[] rows, int size, long[] codes, boolean includesAbsent) {
    int absent = includesAbsent ? 1 : 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      int code = code(row);
      rows[count] = row;
      count += code < 0 ? absent : (int) (codes[code >>> 6] >>> code & 1);
    }
    return count;
  }

  @Override
  public String textOf(int code) {
    return dictionary.text(code);
  }

  @Override
  public String keyOf(int code) {
    return dictionary.key(code);
  }

  @Override
  public long bytes() {
    long size = bytes == null ? 0 : Footprint.array(bytes.length, 1);
    size += shorts == null ? 0 : Footprint.array(shorts.length, Short.BYTES);
    size += ints == null ? 0 : Footprint.array(ints.length, Integer.BYTES);
    return size + Footprint.object(4 * Footprint.REFERENCE + Integer.BYTES);
  }
}
