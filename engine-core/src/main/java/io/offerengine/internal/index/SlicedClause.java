package io.offerengine.internal.index;

import java.util.Arrays;

/** A clause on a column with {@linkplain BitSlices bit slices}: a range of their codes. */
final class SlicedClause extends Clause {
  private final BitSlices slices;
  private final int low;
  private final int end;
  private final boolean isExact;
  private final int estimate;
  private final Clause check;
  private final Scratch scratch;

  /**
   * Creates a clause.
   *
   * @param low the least code of an accepted row
   * @param end the code after the greatest
   * @param isExact whether every row with such a code is accepted; otherwise those with the least
   *     and the greatest code may not be
   * @param check the same condition on the column itself
   */
  SlicedClause(
      BitSlices slices,
      int low,
      int end,
      boolean isExact,
      int estimate,
      Clause check,
      Scratch scratch) {
    super(check.field());
    this.slices = slices;
    this.low = low;
    this.end = end;
    this.isExact = isExact;
    this.estimate = estimate;
    this.check = check;
    this.scratch = scratch;
  }

  @Override
  public int estimate() {
    return estimate;
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public int bitmapCount() {
    return slices.count();
  }

  @Override
  public boolean accepts(int row) {
    return check.accepts(row);
  }

  @Override
  public int filter(int[] rows, int size) {
    return check.filter(rows, size);
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    slices.narrow(words, from, to, low, end, scratch);
  }

  @Override
  public boolean leavesSome() {
    return !isExact;
  }

  @Override
  public void retain(long[] words, int wordCount) {
    narrow(words, 0, wordCount);
    if (isExact) {
      return;
    }
    long[] edge = scratch.bitmap(wordCount);
    System.arraycopy(words, 0, edge, 0, wordCount);
    if (end - low > 2) {
      slices.narrow(words, 0, wordCount, low + 1, end - 1, scratch);
      for (int i = 0; i < wordCount; i++) {
        edge[i] &= ~words[i];
      }
    } else {
      Arrays.fill(words, 0, wordCount, 0);
    }
    check(edge, wordCount);
    for (int i = 0; i < wordCount; i++) {
      words[i] |= edge[i];
    }
    scratch.handBack(1);
  }
}
