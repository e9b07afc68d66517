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
 * accepted rows, {@link #bitmapCount} and {@link #check} say what finding and checking them reads.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public abstract class Clause {
  private final Field field;
  private final int estimate;
  private final Check check;

  /** What a clause reads to check a row, the cheapest first. */
  public enum Check {
    /** Nothing: the clause accepts all rows, or none. */
    NOTHING,
    /** One bit of a bitmap. */
    BIT,
    /** The value of a column, or several bits. */
    VALUE,
    /** A text, in which a part is looked for: this costs as much as many other checks. */
    TEXT
  }

  /**
   * Creates a clause.
   *
   * @param field the field, or the first of several
   * @param estimate an upper bound of the accepted rows; their exact number if the clause has an
   *     index and {@link #batches}
   * @param check what a check of a row reads
   */
  protected Clause(Field field, int estimate, Check check) {
    this.field = field;
    this.estimate = estimate;
    this.check = check;
  }

  /** Returns the field, or the first of several. */
  public final Field field() {
    return field;
  }

  /** Returns the field, and the estimate of a clause with an index, as explanations print them. */
  @Override
  public String toString() {
    return isIndexed() ? field + " (" + estimate + ")" : field.toString();
  }

  /** Retains the rows that all of some clauses accept, in their order; returns how many. */
  public static int filter(List<Clause> clauses, int[] rows, int size) {
    int left = size;
    for (int i = 0; i < clauses.size() && left > 0; i++) {
      left = clauses.get(i).filter(rows, left);
    }
    return left;
  }

  /**
   * Returns an upper bound of the accepted rows; their exact number if the clause has an index and
   * {@link #batches}.
   */
  public final int estimate() {
    return estimate;
  }

  /** Returns whether the clause has bitmaps; without them, a column may still drop zones. */
  public final boolean isIndexed() {
    return bitmapCount() > 0;
  }

  /** Returns what {@link #filter} reads for each row. */
  public final Check check() {
    return check;
  }

  /** Returns the clause as one range of a column's keys; null if it is no such range. */
  @Nullable KeyRange keyRange() {
    return null;
  }

  /** Returns how many bitmaps {@link #narrow} reads for each word; 0 without an index. */
  public int bitmapCount() {
    return 1;
  }

  /** Returns how many rows {@link #narrowAll} sets, clears or checks beside whole words. */
  public int repairedRows() {
    return 0;
  }

  /** Retains the accepted rows of a list, in their order; returns how many. */
  public abstract int filter(int[] rows, int size);

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
    int at = Bits.firstUsed(words, 0, wordCount);
    while (at < wordCount) {
      int size = 0;
      while (at < wordCount && size <= rows.length - Long.SIZE) {
        size = Bits.list(words[at], at, rows, size);
        words[at] = 0;
        at = Bits.firstUsed(words, at + 1, wordCount);
      }
      int left = filter(rows, size);
      for (int i = 0; i < left; i++) {
        Bits.set(words, rows[i]);
      }
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
