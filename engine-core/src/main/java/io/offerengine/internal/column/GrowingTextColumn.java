package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text column to which rows are appended.
 *
 * <p><b>Order.</b> Codes ascend in the order in which their texts first occur.
 *
 * <p><b>Layout.</b> A code per row, and a {@link GrowingDictionary}. In a column of a tail, {@link
 * RowChains} link the rows of each text, so that a search lists them without reading other rows.
 *
 * <p><b>Cost.</b> {@link #set} is O(length of the text). Each distinct text is stored once.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}.
 */
public final class GrowingTextColumn extends TextColumn implements GrowingColumn {
  private final GrowingDictionary texts;
  private int[] codes;

  /** Null in a buffer, which no search reads. */
  private final @Nullable RowChains chains;

  private GrowingTextColumn(
      Collation collation, int capacity, int textCapacity, @Nullable RowChains chains) {
    this.texts = new GrowingDictionary(collation, textCapacity);
    this.chains = chains;
    this.codes = new int[capacity];
  }

  /** Returns the column of a tail of at most {@code capacity} rows and as many texts. */
  public static GrowingTextColumn ofTail(Collation collation, int capacity) {
    return new GrowingTextColumn(collation, capacity, capacity, new RowChains(capacity, capacity));
  }

  /**
   * Returns the column of a buffer, with memory for {@code capacity} rows and for {@code
   * textCapacity} distinct texts. It grows if there are more rows, so nobody may read the column
   * while rows are appended.
   */
  public static GrowingTextColumn ofBuffer(Collation collation, int capacity, int textCapacity) {
    return new GrowingTextColumn(collation, capacity, textCapacity, null);
  }

  /** Sets a row that is not published yet to a text, or to absent. */
  public void set(int row, @Nullable String text) {
    setCode(row, text == null ? ABSENT : texts.codeOf(text));
  }

  @Override
  public void copy(int row, Column source, int sourceRow) {
    TextColumn others = (TextColumn) source;
    int code = others.code(sourceRow);
    boolean same = source == this || code == ABSENT;
    setCode(row, same ? code : texts.codeOf(others.dictionary(), code));
  }

  @Override
  public GrowingDictionary dictionary() {
    return texts;
  }

  /**
   * Links rows to the chains of their texts. The rows are set, are not published yet, and follow
   * the rows of earlier calls.
   */
  public void chain(int from, int to) {
    for (int row = from; chains != null && row < to; row++) {
      if (codes[row] != ABSENT) {
        chains.add(row, codes[row]);
      }
    }
  }

  private void setCode(int row, int code) {
    if (row >= codes.length) {
      int capacity = Math.max(row + 1, 2 * codes.length);
      codes = Arrays.copyOf(codes, capacity);
    }
    codes[row] = code;
  }

  @Override
  public int code(int row) {
    return codes[row];
  }

  /**
   * Filters a list of rows to those whose key has a hash, without changing its order. Rows without
   * a text may be among them. The loop has no branch per row.
   *
   * @return the number of surviving rows
   */
  public int keepHashed(int[] rows, int size, int hash) {
    int[] hashes = texts.hashes();
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[count] = row;
      count += hashes[codes[row] - ABSENT] == hash ? 1 : 0;
    }
    return count;
  }

  /** Returns the rows of each code; null in a buffer. */
  public @Nullable RowChains chains() {
    return chains;
  }

  /** Returns the first code in a range whose text has a key; {@code end} if there is none. */
  public int codeOf(String key, int from, int end) {
    return texts.codeOf(key, from, end);
  }
}
