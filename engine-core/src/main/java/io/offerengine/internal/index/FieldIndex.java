package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextualSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a sealed segment knows of one field besides its column.
 *
 * <p>A column of few values gets bitmaps, whatever its tier; a numeric column of many values gets a
 * sorted permutation if its tier is {@link Tier#HOT}; every numeric column gets statistics.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class FieldIndex {
  /** Ranges of a numeric field unite postings value by value, so there may not be many. */
  private static final int MAX_NUMERIC_VALUES = 64;

  /** Texts are mostly asked for by equality: one posting each, cheap at rest. */
  private static final int MAX_TEXTS = 512;

  private final Field field;
  private final Column column;
  private final int rowCount;
  private final @Nullable NumericStatistics statistics;
  private final @Nullable SortedPermutation permutation;
  private final @Nullable ValueBitmaps bitmaps;

  /** The keys that bitmaps are numbered by, ascending; empty for texts. */
  private final long[] keys;

  private FieldIndex(Field field, Column column, int rowCount) {
    this.field = field;
    this.column = column;
    this.rowCount = rowCount;
    if (column instanceof NumericColumn numbers) {
      this.statistics = NumericStatistics.of(numbers, rowCount);
      long[] distinct = distinctKeys(numbers, rowCount);
      this.keys = distinct == null ? new long[0] : distinct;
      boolean constant = keys.length <= 1 && statistics.present() == keys.length * rowCount;
      this.bitmaps =
          distinct == null || constant
              ? null
              : ValueBitmaps.of(numberRows(numbers, distinct, rowCount), distinct.length);
      boolean sorted = distinct == null && field.tier() == Tier.HOT;
      this.permutation = sorted ? SortedPermutation.of(numbers, rowCount) : null;
      return;
    }
    this.statistics = null;
    this.permutation = null;
    this.keys = new long[0];
    this.bitmaps = column instanceof DictionaryColumn coded ? bitmaps(coded, rowCount) : null;
  }

  /** Returns the index of a sealed column. */
  public static FieldIndex of(Field field, Column column, int rowCount) {
    return new FieldIndex(field, column, rowCount);
  }

  /** Returns what is known of a numeric column as a whole; null for other columns. */
  public @Nullable NumericStatistics statistics() {
    return statistics;
  }

  /** Returns the clause that accepts the rows with the values of a set. */
  public Clause bind(ValueSet accepted) {
    if (statistics != null) {
      NumericSet numbers = (NumericSet) accepted;
      if (statistics.rejectsAll(numbers) || statistics.acceptsAll(numbers)) {
        return new ConstantClause(field, statistics.acceptsAll(numbers), rowCount);
      }
    }
    Clause check = ScanClause.of(field, column, accepted, rowCount);
    if (bitmaps != null) {
      long[] values =
          accepted instanceof NumericSet numbers
              ? select(numbers)
              : ((DictionaryColumn) column).dictionary().select((TextualSet) accepted);
      return new BitmapClause(bitmaps.select(values, accepted.includesAbsent()), check, rowCount);
    }
    if (permutation != null) {
      return new SliceClause(permutation, (NumericSet) accepted, check);
    }
    return check;
  }

  /** Returns the memory of the bitmaps, in bytes. */
  public long bitmapBytes() {
    return bitmaps == null ? 0 : bitmaps.bytes();
  }

  /** Returns the memory of the permutation, in bytes. */
  public long permutationBytes() {
    return permutation == null ? 0 : permutation.bytes();
  }

  private long[] select(NumericSet accepted) {
    long[] values = new long[Bits.wordCount(keys.length)];
    for (int value = 0; value < keys.length; value++) {
      if (accepted.contains(keys[value])) {
        Bits.set(values, value);
      }
    }
    return values;
  }

  private static long @Nullable [] distinctKeys(NumericColumn column, int rowCount) {
    LongOpenHashSet distinct = new LongOpenHashSet();
    for (int row = 0; row < rowCount; row++) {
      boolean added = column.isPresent(row) && distinct.add(column.key(row));
      if (added && distinct.size() > MAX_NUMERIC_VALUES) {
        return null;
      }
    }
    long[] keys = distinct.toLongArray();
    Arrays.sort(keys);
    return keys;
  }

  private static int[] numberRows(NumericColumn column, long[] keys, int rowCount) {
    int[] values = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      values[row] = column.isPresent(row) ? Arrays.binarySearch(keys, column.key(row)) : -1;
    }
    return values;
  }

  private static @Nullable ValueBitmaps bitmaps(DictionaryColumn column, int rowCount) {
    int texts = column.dictionary().size();
    if (texts == 0 || texts > MAX_TEXTS) {
      return null;
    }
    int[] codes = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      codes[row] = column.code(row);
    }
    return ValueBitmaps.of(codes, texts);
  }
}
