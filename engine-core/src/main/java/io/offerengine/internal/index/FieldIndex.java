package io.offerengine.internal.index;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a sealed segment knows of one field besides its column.
 *
 * <p>A column of few values gets bitmaps, whatever its tier, and cumulative ones if these are three
 * numbers or more and it is not {@link Tier#COLD}; a numeric column of many values gets a sorted
 * permutation if its tier is {@link Tier#HOT}; every numeric column gets statistics.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class FieldIndex {
  /** Beyond so many values, runs of ranks serve as well as bitmaps of values. */
  static final int MAX_NUMERIC_VALUES = 64;

  /** Texts are mostly asked for by equality: one posting each, cheap at rest. */
  private static final int MAX_TEXTS = 512;

  /** A condition on a range of more values than this, or an open one, asks cumulative bitmaps. */
  static final int MAX_UNITED_VALUES = 2;

  /** Of so many values at most, the clause of every set of values is kept. */
  private static final int MAX_KEPT_VALUES = 2;

  private static final long[] NO_KEYS = {};
  private static final @Nullable Clause[] NO_CLAUSES = {};

  /** For clauses that look at one bit, and so need no memory of a search. */
  private static final Scratch UNUSED = new Scratch();

  private final Field field;
  private final Column column;
  private final int rowCount;
  private final @Nullable NumericStatistics statistics;
  private final @Nullable SortedPermutation permutation;
  private final @Nullable ValueBitmaps bitmaps;
  private final @Nullable CumulativeBitmaps cumulative;

  /** The keys that bitmaps are numbered by, ascending; empty for texts. */
  private final long[] keys;

  /**
   * The clause of each set of a flag's values, which has a bit for each value, and the next one for
   * absence; null for those that are made for each search. Empty for other fields.
   */
  private final @Nullable Clause[] kept;

  private FieldIndex(
      Field field,
      Column column,
      int rowCount,
      @Nullable NumericStatistics statistics,
      @Nullable SortedPermutation permutation,
      @Nullable ValueBitmaps bitmaps,
      long[] keys) {
    this.field = field;
    this.column = column;
    this.rowCount = rowCount;
    this.statistics = statistics;
    this.permutation = permutation;
    this.bitmaps = bitmaps;
    this.keys = keys;
    this.cumulative = bitmaps == null ? null : cumulative(field, bitmaps, keys.length, rowCount);
    this.kept = keptClauses();
  }

  private @Nullable Clause[] keptClauses() {
    boolean isFlag = bitmaps != null && keys.length > 0 && keys.length <= MAX_KEPT_VALUES;
    return isFlag ? new Binding(this, UNUSED).shared() : NO_CLAUSES;
  }

  private static @Nullable CumulativeBitmaps cumulative(
      Field field, ValueBitmaps bitmaps, int keyCount, int rowCount) {
    boolean isKept = keyCount > MAX_UNITED_VALUES && field.tier() != Tier.COLD;
    return isKept ? CumulativeBitmaps.of(bitmaps, rowCount) : null;
  }

  private FieldIndex(Field field, FieldIndex shared) {
    this.field = field;
    this.column = shared.column;
    this.rowCount = shared.rowCount;
    this.statistics = shared.statistics;
    this.permutation = shared.permutation;
    this.bitmaps = shared.bitmaps;
    this.cumulative = shared.cumulative;
    this.keys = shared.keys;
    this.kept = keptClauses();
  }

  /** Returns the index of a sealed column. */
  public static FieldIndex of(Field field, Column column, int rowCount) {
    if (column instanceof NumericColumn numbers) {
      return of(field, numbers, ColumnKeys.read(numbers, rowCount));
    }
    ValueBitmaps bitmaps =
        column instanceof DictionaryColumn coded ? bitmaps(field, coded, rowCount) : null;
    return new FieldIndex(field, column, rowCount, null, null, bitmaps, NO_KEYS);
  }

  private static FieldIndex of(Field field, NumericColumn column, ColumnKeys read) {
    NumericStatistics known = read.statistics();
    int rowCount = known.rows();
    ColumnKeys.Numbered few = known.isConstant() ? null : read.number(MAX_NUMERIC_VALUES);
    if (few != null) {
      long[] keys = few.keys();
      ValueBitmaps bitmaps = ValueBitmaps.of(few.values(), keys.length, field.tier());
      return new FieldIndex(field, column, rowCount, known, null, bitmaps, keys);
    }
    boolean sorted = !known.isConstant() && field.tier() == Tier.HOT;
    SortedPermutation permutation = sorted ? SortedPermutation.of(column, read) : null;
    return new FieldIndex(field, column, rowCount, known, permutation, null, NO_KEYS);
  }

  /** Returns the index of a column whose rows all have one value, or none. */
  static FieldIndex ofConstant(Field field, ConstantColumn column, int rowCount) {
    NumericStatistics known =
        column.isPresent(0)
            ? new NumericStatistics(column.key(0), column.key(0), rowCount, rowCount)
            : new NumericStatistics(Long.MAX_VALUE, Long.MIN_VALUE, 0, rowCount);
    return new FieldIndex(field, column, rowCount, known, null, null, NO_KEYS);
  }

  /**
   * Returns the index of a column of few values.
   *
   * @param keys the values' keys, ascending
   * @param bitmaps the rows of each, numbered by key
   */
  static FieldIndex ofFew(
      Field field, NumericColumn column, long[] keys, ValueBitmaps bitmaps, int rowCount) {
    int present = rowCount - bitmaps.posting(keys.length).count();
    NumericStatistics known =
        new NumericStatistics(keys[0], keys[keys.length - 1], present, rowCount);
    return new FieldIndex(field, column, rowCount, known, null, bitmaps, keys);
  }

  /** Returns the index of a column whose rows are sorted. */
  static FieldIndex ofSorted(Field field, NumericColumn column, SortedPermutation permutation) {
    NumericStatistics known = permutation.statistics();
    return new FieldIndex(field, column, known.rows(), known, permutation, null, NO_KEYS);
  }

  /** Returns the index of a column of many values that are not sorted. */
  static FieldIndex ofMany(Field field, NumericColumn column, NumericStatistics known) {
    return new FieldIndex(field, column, known.rows(), known, null, null, NO_KEYS);
  }

  /**
   * Returns the index of a column of texts.
   *
   * @param bitmaps the rows of each, numbered by code
   */
  static FieldIndex ofTexts(
      Field field, DictionaryColumn column, ValueBitmaps bitmaps, int rowCount) {
    return new FieldIndex(field, column, rowCount, null, null, bitmaps, NO_KEYS);
  }

  /** Returns whether the rows of each of so many texts are kept. */
  static boolean hasBitmaps(int texts) {
    return texts > 0 && texts <= MAX_TEXTS;
  }

  /** Returns the field. */
  public Field field() {
    return field;
  }

  /** Returns the column. */
  public Column column() {
    return column;
  }

  /** Returns this index for another field of the same values and type. */
  public FieldIndex of(Field other) {
    return new FieldIndex(other, this);
  }

  /** Returns the column; only of an integer, number or boolean field. */
  public NumericColumn numbers() {
    return (NumericColumn) column;
  }

  /** Returns what is known of a numeric column as a whole; null for other columns. */
  public @Nullable NumericStatistics statistics() {
    return statistics;
  }

  /** Returns how many rows have a value; 0 for columns of texts. */
  public int presentCount() {
    return statistics == null ? 0 : statistics.present();
  }

  /** Returns the rows in the order of their values; null where they are not sorted. */
  public @Nullable SortedPermutation permutation() {
    return permutation;
  }

  /** Returns the bitmaps of the values; null where there are none. */
  @Nullable ValueBitmaps bitmaps() {
    return bitmaps;
  }

  /** Returns the cumulative bitmaps of the values; null where there are none. */
  @Nullable CumulativeBitmaps cumulative() {
    return cumulative;
  }

  /** Returns the keys that bitmaps are numbered by, not to be changed. */
  long[] keys() {
    return keys;
  }

  /** Returns the number of rows. */
  int rowCount() {
    return rowCount;
  }

  /** Returns how many different numbers the column has; 0 where that is not known. */
  public int valueCount() {
    return bitmaps == null ? 0 : keys.length;
  }

  /** Returns the first of the different numbers whose key is at least another one. */
  int firstValueFrom(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found < 0 ? ~found : found;
  }

  /** Returns one of the different numbers' keys, ascending. */
  public long valueKey(int value) {
    return keys[value];
  }

  /**
   * Returns the clause that accepts the rows of one of the numbers, or those without at the end.
   */
  public Clause ofValue(int value, Scratch scratch) {
    return new Binding(this, scratch).ofValue(value);
  }

  /** Returns the clause that is kept for a set of keys; null for one that is made for a search. */
  @Nullable Clause kept(NumericSet accepted) {
    if (kept.length == 0) {
      return null;
    }
    int set = accepted.includesAbsent() ? 1 << keys.length : 0;
    for (int value = 0; value < keys.length; value++) {
      set |= accepted.contains(keys[value]) ? 1 << value : 0;
    }
    return kept[set];
  }

  /** Returns the clause that accepts the rows with the values of a set. */
  public Clause bind(ValueSet accepted, Scratch scratch) {
    return new Binding(this, scratch).bind(accepted);
  }

  /** Returns the memory of all structures, without the column, in bytes. */
  public long bytes() {
    return bitmapBytes() + cumulativeBytes() + permutationBytes();
  }

  /** Returns the memory of the bitmaps, in bytes. */
  public long bitmapBytes() {
    return bitmaps == null ? 0 : bitmaps.bytes();
  }

  /** Returns the memory of the cumulative bitmaps of few values, in bytes. */
  public long cumulativeBytes() {
    return cumulative == null ? 0 : cumulative.bytes();
  }

  /** Returns the memory of the permutation with its cumulative bitmaps, in bytes. */
  public long permutationBytes() {
    return permutation == null ? 0 : permutation.bytes();
  }

  private static @Nullable ValueBitmaps bitmaps(
      Field field, DictionaryColumn column, int rowCount) {
    int texts = column.dictionary().size();
    if (!hasBitmaps(texts)) {
      return null;
    }
    int[] codes = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      codes[row] = column.code(row);
    }
    return ValueBitmaps.of(codes, texts, field.tier());
  }
}
