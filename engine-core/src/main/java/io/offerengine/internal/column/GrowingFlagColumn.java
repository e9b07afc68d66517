package io.offerengine.internal.column;

import java.util.Arrays;

/**
 * A column of booleans that rows are appended to.
 *
 * <p><b>Layout.</b> Two bits a row: whether it has a value, and whether that is true.
 *
 * <p><b>Threads.</b> As {@link Column} says. A reader may see a word before or after rows are added
 * to it that were not published to it: those that were are the same in both.
 */
public final class GrowingFlagColumn extends NumericColumn implements GrowingColumn {
  private long[] present;
  private long[] truths;

  /** Creates a column with room for some rows. */
  public GrowingFlagColumn(int capacity) {
    this.present = new long[Bits.wordCount(capacity)];
    this.truths = new long[present.length];
  }

  /** Sets a row, not published yet, to a value. */
  public void set(int row, boolean value) {
    write(row, 1, value ? 1 : 0);
  }

  /** Sets a row, not published yet, to absent. */
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

  /**
   * Keeps, in a run of words, the rows that have one of some values.
   *
   * @param ifTrue whether rows that are true are kept
   * @param ifFalse whether rows that are false are kept
   * @param ifAbsent whether rows without a value are kept
   */
  public void narrow(
      long[] words, int from, int to, boolean ifTrue, boolean ifFalse, boolean ifAbsent) {
    long trueMask = ifTrue ? -1L : 0;
    long falseMask = ifFalse ? -1L : 0;
    long absentMask = ifAbsent ? -1L : 0;
    for (int i = from; i < to; i++) {
      long known = present[i];
      long yes = truths[i];
      words[i] &= (yes & trueMask) | (known & ~yes & falseMask) | (~known & absentMask);
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
