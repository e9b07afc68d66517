package io.offerengine.internal.index;

import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An index on two columns: the rows sorted by the text of the first column, and for each text by
 * the number of the second. The rows of one text and a range of numbers are one run.
 *
 * <p>Many rows may fulfil each of two conditions, and few rows both. The run lists these few rows;
 * otherwise each row of the shorter list costs a cache miss in the bitmap of the other condition.
 *
 * <p><b>Cost.</b> Four bytes a row and four bytes a pair of values. Finding a run takes two binary
 * searches.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class CompositeIndex {
  /** Of texts. */
  private final FieldIndex first;

  /** Of numbers. */
  private final FieldIndex second;

  /**
   * By pair (texts and absence, times numbers and absence): the position of its first row, and the
   * number of rows at the end.
   */
  private final int[] starts;

  /** By pair, ascending within a pair. */
  private final int[] rows;

  private CompositeIndex(FieldIndex first, FieldIndex second, int[] starts, int[] rows) {
    this.first = first;
    this.second = second;
    this.starts = starts;
    this.rows = rows;
  }

  /**
   * Returns the index of two columns; null if one of them has no bitmaps, or if there are more
   * pairs of values than rows.
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
      for (int row : texts.posting(text).rows()) {
        pairOfRow[row] = base;
      }
    }
    for (int number = 1; number <= numbers.valueCount(); number++) {
      for (int row : numbers.posting(number).rows()) {
        pairOfRow[row] += number;
      }
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

  /** Writes the index without the indexes of its fields. */
  public void write(BlockWriter out) throws IOException {
    out.write(starts);
    out.write(rows);
  }

  /** Reads the index of two columns. */
  public static CompositeIndex read(FieldIndex first, FieldIndex second, BlockReader in)
      throws IOException {
    return new CompositeIndex(first, second, in.readPresentInts(), in.readPresentInts());
  }

  /** Returns the rows by pair, ascending within a pair. */
  private static int[] sort(int[] pairOfRow, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[pairOfRow.length];
    for (int row = 0; row < rows.length; row++) {
      rows[next[pairOfRow[row]]++] = row;
    }
    return rows;
  }

  /**
   * Returns the clause of a condition on each field; null if its rows are not one run.
   *
   * @param texts the accepted values of the first field
   * @param numbers the accepted values of the second field
   */
  public @Nullable CompositeClause bind(ValueSet texts, ValueSet numbers) {
    String key = ((TextSet) texts).onlyKey();
    NumericSet range = (NumericSet) numbers;
    if (key == null || range.includesAbsent() || range.rangeCount() != 1) {
      return null;
    }
    Dictionary dictionary = ((DictionaryColumn) first.column()).dictionary();
    int code = dictionary.firstCode(key);
    if (!dictionary.hasKey(code, key)) {
      return run(0, 0);
    }
    if (dictionary.hasKey(code + 1, key)) {
      return null;
    }
    ValueBitmaps values = Objects.requireNonNull(second.bitmaps());
    int low = values.firstValueFrom(range.low(0));
    int end = values.firstValueBehind(range.high(0));
    int base = code * (values.valueCount() + 1);
    return run(starts[base + low], starts[base + Math.max(low, end)]);
  }

  private CompositeClause run(int from, int to) {
    return new CompositeClause(first.field(), second.field(), rows, from, to);
  }
}
