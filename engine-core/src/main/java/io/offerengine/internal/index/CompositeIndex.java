package io.offerengine.internal.index;

import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.Footprint;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextualSet;
import io.offerengine.query.ValueSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment by two of its columns: for each text of the first, and within it for each
 * number of the second, its rows. One text and a range of numbers are a run of them.
 *
 * <p>Two conditions that are each fulfilled by many rows may be by few together; a list of these
 * spares a look at a bitmap for each of the others, which is a cache miss in a large segment.
 *
 * <p><b>Cost.</b> Four bytes a row and four a pair of values, of which there are no more than rows.
 * To find a run takes two binary searches.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class CompositeIndex {
  private final FieldIndex first;
  private final FieldIndex second;

  /** Texts by code and absence, times numbers and absence: where the rows of each pair start. */
  private final int[] starts;

  private final int[] rows;

  private CompositeIndex(FieldIndex first, FieldIndex second, int[] starts, int[] rows) {
    this.first = first;
    this.second = second;
    this.starts = starts;
    this.rows = rows;
  }

  /**
   * Returns the index of two columns; null where one has no bitmaps of its values, or there are
   * more pairs of values than rows.
   */
  public static @Nullable CompositeIndex of(FieldIndex first, FieldIndex second) {
    ValueBitmaps texts = first.bitmaps();
    ValueBitmaps numbers = second.bitmaps();
    int rowCount = first.rowCount();
    if (texts == null || numbers == null) {
      return null;
    }
    long pairs = (texts.valueCount() + 1L) * (numbers.valueCount() + 1);
    if (pairs > rowCount) {
      return null;
    }
    int[] pairOfRow = new int[rowCount];
    for (int text = 0; text <= texts.valueCount(); text++) {
      int base = text * (numbers.valueCount() + 1);
      texts.posting(text).forEach(row -> pairOfRow[row] = base);
    }
    for (int number = 1; number <= numbers.valueCount(); number++) {
      int offset = number;
      numbers.posting(number).forEach(row -> pairOfRow[row] += offset);
    }
    int[] starts = new int[(int) pairs + 1];
    for (int pair : pairOfRow) {
      starts[pair + 1]++;
    }
    for (int pair = 0; pair < pairs; pair++) {
      starts[pair + 1] += starts[pair];
    }
    return new CompositeIndex(first, second, starts, sort(pairOfRow, starts));
  }

  /** Returns the rows by pair, ascending within each. */
  private static int[] sort(int[] pairOfRow, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[pairOfRow.length];
    for (int row = 0; row < rows.length; row++) {
      rows[next[pairOfRow[row]]++] = row;
    }
    return rows;
  }

  /** A run of the rows, from one place up to another. */
  public record Run(int from, int to) {
    /** Returns the number of rows. */
    public int size() {
      return to - from;
    }
  }

  /**
   * Returns the rows that fulfil a condition on each field; null where they are no single run.
   *
   * @param texts what is accepted of the first field
   * @param numbers what is accepted of the second
   */
  public @Nullable Run find(ValueSet texts, ValueSet numbers) {
    String key = texts.includesAbsent() ? null : ((TextualSet) texts).onlyKey();
    NumericSet range = (NumericSet) numbers;
    if (key == null || range.includesAbsent() || range.rangeCount() != 1) {
      return null;
    }
    Dictionary dictionary = ((DictionaryColumn) first.column()).dictionary();
    int code = dictionary.firstCode(key);
    if (!dictionary.hasKey(code, key)) {
      return new Run(0, 0);
    }
    if (dictionary.hasKey(code + 1, key)) {
      return null;
    }
    int low = second.firstValueFrom(range.low(0));
    long high = range.high(0);
    int end = high == Long.MAX_VALUE ? second.valueCount() : second.firstValueFrom(high + 1);
    int base = code * (second.valueCount() + 1);
    return new Run(starts[base + low], starts[base + Math.max(low, end)]);
  }

  /**
   * Returns the clause of two conditions that {@link #find} knows.
   *
   * @param run what it found
   */
  public CompositeClause clause(Run run, ValueSet texts, ValueSet numbers, Scratch scratch) {
    return new CompositeClause(this, run, texts, numbers, scratch);
  }

  /** Hands the rows of a run on. */
  void forEach(Run run, IntConsumer target) {
    for (int place = run.from(); place < run.to(); place++) {
      target.accept(rows[place]);
    }
  }

  /** Lists the rows of a run, ascending within each pair of values. */
  RowBatches batches(Run run) {
    return RowBatches.of(rows, run.from(), run.to());
  }

  FieldIndex first() {
    return first;
  }

  FieldIndex second() {
    return second;
  }

  /** Returns the memory that it holds beside both indexes, in bytes. */
  public long bytes() {
    return Footprint.object(4 * Footprint.REFERENCE)
        + Footprint.array(starts.length, Integer.BYTES)
        + Footprint.array(rows.length, Integer.BYTES);
  }
}
