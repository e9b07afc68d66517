package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A clause on a column of few values. It reads the bitmaps of the accepted values, or of all other
 * values; of a range of numbers that is open at one end, mostly one cumulative bitmap.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class BitmapClause extends Clause {
  /** A union of up to so many dense bitmaps is made word by word; a larger one is made once. */
  private static final int WORD_BY_WORD = 3;

  /** The rows of the accepted values, for {@link #batches}. */
  private final Posting[] postings;

  /**
   * What {@link #narrow} reads: the accepted rows or, if {@link #inverted}, all others. One
   * cumulative bitmap may stand for many values.
   */
  private final Posting[] used;

  private final boolean inverted;
  private final boolean isDense;

  /** The bitmap that {@link #narrow} reads if it is one dense bitmap; null otherwise. */
  private final long @Nullable [] mask;

  /** The same condition on the column itself; may be null if one dense bitmap decides. */
  private final @Nullable Clause column;

  private final int rowCount;
  private final Scratch scratch;

  /** The union of the bitmaps; null before it is needed. */
  private long @Nullable [] union;

  /**
   * Creates a clause.
   *
   * @param postings lists the accepted rows
   * @param used the bitmaps to read: of the accepted rows or, if inverted, of all other rows
   * @param column the same condition on the column itself; may be null if one dense bitmap decides
   */
  BitmapClause(
      Field field,
      Posting[] postings,
      Posting[] used,
      boolean inverted,
      @Nullable Clause column,
      int rowCount,
      Scratch scratch) {
    super(field, count(postings), mask(used) == null ? Check.VALUE : Check.BIT);
    this.postings = postings;
    this.inverted = inverted;
    this.used = used;
    this.column = column;
    this.rowCount = rowCount;
    this.scratch = scratch;
    boolean dense = used.length <= WORD_BY_WORD;
    for (Posting posting : used) {
      dense &= posting.words() != null;
    }
    this.isDense = dense;
    this.mask = mask(used);
  }

  private static int count(Posting[] postings) {
    int count = 0;
    for (Posting posting : postings) {
      count += posting.count();
    }
    return count;
  }

  private static long @Nullable [] mask(Posting[] used) {
    return used.length == 1 ? used[0].words() : null;
  }

  /** Returns the clause that accepts the rows of one value, which has a dense bitmap. */
  static BitmapClause ofDense(Field field, Posting posting, int rowCount, Scratch scratch) {
    Posting[] one = {posting};
    return new BitmapClause(field, one, one, false, null, rowCount, scratch);
  }

  /** Returns the only bitmap that decides on a row; null if there are several. */
  long @Nullable [] mask() {
    return mask;
  }

  /** Returns whether the rows are accepted that the {@link #mask} does not have. */
  boolean isInverted() {
    return inverted;
  }

  @Override
  @Nullable KeyRange keyRange() {
    return column == null ? null : column.keyRange();
  }

  @Override
  public int bitmapCount() {
    return isDense ? used.length : 1;
  }

  @Override
  public int repairedRows() {
    return isDense ? 0 : count(used);
  }

  @Override
  public int filter(int[] rows, int size) {
    long[] only = mask;
    return only == null
        ? Objects.requireNonNull(column).filter(rows, size)
        : Bits.keep(only, inverted, rows, size);
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    if (isDense && used.length > 1) {
      narrowByUnion(words, from, to);
      return;
    }
    long[] rows = mask == null ? union() : mask;
    if (inverted) {
      Bits.andNot(words, rows, from, to);
    } else {
      Bits.and(words, rows, from, to);
    }
  }

  private void narrowByUnion(long[] words, int from, int to) {
    long[] first = wordsOf(0);
    long[] second = wordsOf(1);
    long[] third = wordsOf(used.length - 1);
    long flip = inverted ? -1L : 0;
    for (int i = from; i < to; i++) {
      words[i] &= (first[i] | second[i] | third[i]) ^ flip;
    }
  }

  private long[] wordsOf(int number) {
    long[] words = used[number].words();
    return words == null ? union() : words;
  }

  @Override
  public RowBatches batches() {
    return RowBatches.joined(postings.length, number -> postings[number].batches());
  }

  private long[] union() {
    long[] known = union;
    if (known == null) {
      known = scratch.emptyBitmap(rowCount);
      scratch.checkDeadline();
      for (Posting posting : used) {
        posting.orInto(known);
      }
      union = known;
    }
    return known;
  }
}
