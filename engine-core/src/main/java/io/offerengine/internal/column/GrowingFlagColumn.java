package io.offerengine.internal.column;

import java.util.Arrays;

/**
 * A boolean column to which rows are appended.
 *
 * <p><b>Layout.</b> Two bits per row: the first says whether the row has a value, the second is the
 * value.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}. A reader may see a word with or without the bits of
 * rows that are being appended. The bits of rows that were published to the reader are the same in
 * both.
 */
public final class GrowingFlagColumn extends NumericColumn implements GrowingColumn {
  private long[] present;
  private long[] truths;

  /** Creates a column with memory for {@code capacity} rows; it grows if more are set. */
  public GrowingFlagColumn(int capacity) {
    this.present = new long[Bits.wordCount(capacity)];
    this.truths = new long[present.length];
  }

  /** Sets the value of a row that is not published yet. */
  public void set(int row, boolean value) {
    write(row, 1, value ? 1 : 0);
  }

  /** Sets a row that is not published yet to absent. */
  public void setAbsent(int row) {
    write(row, 0, 0);
  }

  private void write(int row, long isPresent, long isTrue) {
    int word = row >>> 6;
    if (word >= present.length) {
      int capacity = Math.max(word + 1, 2 * present.length);
      present = Arrays.copyOf(present, capacity);
      truths = Arrays.copyOf(truths, capacity);
    }
    present[word] = (present[word] & ~(1L << row)) | isPresent << row;
    truths[word] = (truths[word] & ~(1L << row)) | isTrue << row;
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    NumericColumn flags = (NumericColumn) source;
    for (int i = 0; i < rows.length; i++) {
      boolean isPresent = flags.isPresent(sourceRows[i]);
      write(rows[i], isPresent ? 1 : 0, isPresent ? flags.key(sourceRows[i]) : 0);
    }
  }

  @Override
  public boolean isPresent(int row) {
    return Bits.get(present, row);
  }

  @Override
  public long key(int row) {
    return Bits.get(truths, row) ? 1 : 0;
  }

  @Override
  public double number(int row) {
    return isPresent(row) ? (double) key(row) : Double.NaN;
  }

  @Override
  public long bytes() {
    return 2 * Footprint.array(present.length, Long.BYTES);
  }
}
