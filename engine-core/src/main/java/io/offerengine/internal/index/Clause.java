package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition bound to the rows of one segment: on one field, on two that are indexed together, or
 * alternatives on several.
 *
 * <p><b>Cost.</b> A clause says what it costs before it does work: {@link #estimate} bounds the
 * accepted rows, {@link #isIndexed} and {@link #isListed} say how the clause finds them.
 *
 * <p><b>Threads.</b> Confined to one query. A clause that reads one bit per row has no state and
 * may be shared.
 */
public abstract class Clause {
  private final Field field;
  private final int estimate;
  private final boolean isMasked;

  /**
   * Creates a clause.
   *
   * @param field the field, or the first of several
   * @param estimate an upper bound of the accepted rows; their exact number if {@link #isListed}
   * @param isMasked whether one bit says if a row is accepted
   */
  protected Clause(Field field, int estimate, boolean isMasked) {
    this.field = field;
    this.estimate = estimate;
    this.isMasked = isMasked;
  }

  /** Returns the field, or the first of several. */
  public final Field field() {
    return field;
  }

  /** Returns the name of the field, or the names of several fields. */
  public String name() {
    return field.toString();
  }

  /** Returns the name, and the estimate of a clause with an index, as explanations print them. */
  @Override
  public String toString() {
    return isIndexed() ? name() + " (" + estimate + ")" : name();
  }

  /** Retains the rows that all of some clauses accept, in their order; returns how many. */
  public static int filter(List<Clause> clauses, int[] rows, int size) {
    int left = size;
    for (int i = 0; i < clauses.size() && left > 0; i++) {
      left = clauses.get(i).filter(rows, left);
    }
    return left;
  }

  /** Returns an upper bound of the accepted rows; their exact number if {@link #isListed}. */
  public final int estimate() {
    return estimate;
  }

  /** Returns whether {@link #narrow} drops rows a word at a time. */
  public final boolean isIndexed() {
    return bitmapCount() > 0;
  }

  /** Returns whether {@link #batches} lists the accepted rows without reading other rows. */
  public boolean isListed() {
    return false;
  }

  /** Returns whether one bit says if a row is accepted. */
  public final boolean isMasked() {
    return isMasked;
  }

  /** Returns the clause as one range of a column's keys; null if it is no such range. */
  @Nullable KeyRange keyRange() {
    return null;
  }

  /** Returns whether a check looks for a part of a text, which costs as much as many others. */
  public boolean searchesTexts() {
    return false;
  }

  /** Returns how many bitmaps {@link #narrow} reads for each word; 0 if it drops no row. */
  public int bitmapCount() {
    return 1;
  }

  /** Returns how many rows {@link #narrowAll} sets, clears or checks beside whole words. */
  public int repairedRows() {
    return 0;
  }

  /** Retains the accepted rows of a list, in their order; returns how many. */
  public abstract int filter(int[] rows, int size);

  /** Lists the accepted rows of a run, ascending; returns how many. */
  public int list(int from, int to, int[] rows) {
    return filter(rows, RowBatches.list(from, to, rows));
  }

  /**
   * Drops refused rows from a run of words of a bitmap, a word at a time. Unless {@link #isExact},
   * some refused rows may remain.
   */
  public void narrow(long[] words, int from, int to) {}

  /** Returns whether {@link #narrow} drops all refused rows. */
  public boolean isExact() {
    return isIndexed();
  }

  /**
   * Drops refused rows from the bitmap of a segment, at least those that {@link #narrow} drops.
   * Returns whether no refused row remains; otherwise {@link #filter} has to check the rows.
   */
  public boolean narrowAll(long[] words, int wordCount) {
    narrow(words, 0, wordCount);
    return isExact();
  }

  /** Retains the accepted rows in the bitmap of a segment. */
  public final void retain(long[] words, int wordCount) {
    if (narrowAll(words, wordCount)) {
      return;
    }
    int[] rows = new int[Scratch.BATCH];
    int size = 0;
    for (int i = Bits.firstUsed(words, 0, wordCount);
        i < wordCount;
        i = Bits.firstUsed(words, i + 1, wordCount)) {
      if (size > rows.length - Long.SIZE) {
        set(words, rows, filter(rows, size));
        size = 0;
      }
      size = Bits.list(words[i], i, rows, size);
      words[i] = 0;
    }
    set(words, rows, filter(rows, size));
  }

  private static void set(long[] words, int[] rows, int size) {
    for (int i = 0; i < size; i++) {
      Bits.set(words, rows[i]);
    }
  }

  /**
   * Lists the accepted rows, in any order, a batch at a time; null if the clause has no list of
   * them.
   */
  public @Nullable RowBatches batches() {
    return null;
  }
}
