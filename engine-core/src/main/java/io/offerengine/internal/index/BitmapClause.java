package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.function.IntConsumer;

/** A clause on a column of few values: the union of some values' bitmaps. */
final class BitmapClause extends Clause {
  private final Posting[] postings;
  private final Clause check;
  private final int rowCount;
  private final int count;

  /**
   * Creates a clause.
   *
   * @param postings the bitmaps of the accepted values
   * @param check the same condition on the column itself
   */
  BitmapClause(Posting[] postings, Clause check, int rowCount) {
    super(check.field());
    this.postings = postings;
    this.check = check;
    this.rowCount = rowCount;
    int sum = 0;
    for (Posting posting : postings) {
      sum += posting.count();
    }
    this.count = sum;
  }

  @Override
  public int estimate() {
    return count;
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public boolean accepts(int row) {
    return check.accepts(row);
  }

  @Override
  public void retain(long[] words) {
    if (postings.length == 1) {
      postings[0].retain(words);
    } else {
      Bits.and(words, union());
    }
  }

  @Override
  public void forEach(IntConsumer rows) {
    long[] union = union();
    for (int i = 0; i < union.length; i++) {
      for (long rest = union[i]; rest != 0; rest &= rest - 1) {
        rows.accept((i << 6) + Long.numberOfTrailingZeros(rest));
      }
    }
  }

  private long[] union() {
    long[] union = new long[Bits.wordCount(rowCount)];
    for (Posting posting : postings) {
      posting.orInto(union);
    }
    return union;
  }
}
