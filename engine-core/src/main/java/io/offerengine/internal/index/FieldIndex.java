package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.KeptRows;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.SealedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextualSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a sealed segment knows of one field besides its column.
 *
 * <p>A column of few values gets bitmaps, whatever its tier, and bit slices of its values' numbers
 * if it is numeric; a numeric column of many values gets a sorted permutation if its tier is {@link
 * Tier#HOT}; every numeric column gets statistics.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class FieldIndex {
  /** Beyond so many values, slices of ranks serve as well as bitmaps of values. */
  private static final int MAX_NUMERIC_VALUES = 64;

  /** Texts are mostly asked for by equality: one posting each, cheap at rest. */
  private static final int MAX_TEXTS = 512;

  /** A condition that selects more values than this asks the slices, not the bitmaps. */
  private static final int MAX_UNITED_VALUES = 2;

  private final Field field;
  private final Column column;
  private final int rowCount;
  private final @Nullable NumericStatistics statistics;
  private final @Nullable SortedPermutation permutation;
  private final @Nullable ValueBitmaps bitmaps;
  private final @Nullable BitSlices slices;

  /** The keys that bitmaps are numbered by, ascending; empty for texts. */
  private final long[] keys;

  private FieldIndex(Field field, Column column, int rowCount) {
    this.field = field;
    this.column = column;
    this.rowCount = rowCount;
    if (column instanceof NumericColumn numbers) {
      ColumnKeys read = ColumnKeys.read(numbers, rowCount);
      this.statistics = read.statistics();
      boolean constant =
          statistics.present() == 0
              || (statistics.present() == rowCount && statistics.low() == statistics.high());
      ColumnKeys.Numbered few = constant ? null : read.number(MAX_NUMERIC_VALUES);
      this.keys = few == null ? new long[0] : few.keys();
      this.bitmaps = few == null ? null : ValueBitmaps.of(few.values(), keys.length, field.tier());
      boolean sliced = keys.length > MAX_UNITED_VALUES && field.tier() != Tier.COLD;
      this.slices = few != null && sliced ? slices(few.values(), keys.length) : null;
      boolean sorted = few == null && !constant && field.tier() == Tier.HOT;
      this.permutation = sorted ? SortedPermutation.of(numbers, read) : null;
      return;
    }
    this.statistics = null;
    this.permutation = null;
    this.slices = null;
    this.keys = new long[0];
    this.bitmaps =
        column instanceof DictionaryColumn coded ? bitmaps(field, coded, rowCount) : null;
  }

  private FieldIndex(Field field, FieldIndex shared) {
    this.field = field;
    this.column = shared.column;
    this.rowCount = shared.rowCount;
    this.statistics = shared.statistics;
    this.permutation = shared.permutation;
    this.bitmaps = shared.bitmaps;
    this.slices = shared.slices;
    this.keys = shared.keys;
  }

  /** Creates the index of the rows that are kept of another one's. */
  private FieldIndex(FieldIndex all, Column column, @Nullable ValueBitmaps bitmaps, KeptRows kept) {
    this.field = all.field;
    this.column = column;
    this.rowCount = kept.size();
    this.bitmaps = bitmaps;
    this.slices = all.slices == null ? null : all.slices.select(kept);
    this.permutation =
        all.permutation == null ? null : all.permutation.select((NumericColumn) column, kept);
    this.keys = all.keys;
    this.statistics =
        column instanceof NumericColumn numbers ? statistics(numbers, all.statistics) : null;
  }

  /** Returns what is known of the numbers as a whole, from the structures that tell it. */
  private NumericStatistics statistics(NumericColumn numbers, @Nullable NumericStatistics all) {
    if (permutation != null) {
      return permutation.statistics();
    }
    if (bitmaps != null) {
      int present = rowCount - bitmaps.posting(keys.length).count();
      return new NumericStatistics(keys[0], keys[keys.length - 1], present, rowCount);
    }
    if (numbers instanceof ConstantColumn && all != null) {
      return new NumericStatistics(
          all.low(), all.high(), all.present() == 0 ? 0 : rowCount, rowCount);
    }
    return ColumnKeys.read(numbers, rowCount).statistics();
  }

  /**
   * Returns the index of the rows that are kept, with the same structures: those of many values are
   * kept where few are left, too.
   */
  public FieldIndex select(KeptRows kept) {
    Column selected = ((SealedColumn) column).select(kept);
    ValueBitmaps left = bitmaps == null ? null : bitmaps.select(kept, field.tier());
    boolean usesAll = left == null || keys.length == 0 || left.usesAll();
    return usesAll
        ? new FieldIndex(this, selected, left, kept)
        : new FieldIndex(field, selected, kept.size());
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

  /** Returns the index of a sealed column. */
  public static FieldIndex of(Field field, Column column, int rowCount) {
    return new FieldIndex(field, column, rowCount);
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

  /** Returns how many different numbers the column has; 0 where that is not known. */
  public int valueCount() {
    return bitmaps == null ? 0 : keys.length;
  }

  /** Returns one of the different numbers' keys, ascending. */
  public long valueKey(int value) {
    return keys[value];
  }

  /**
   * Returns the clause that accepts the rows of one of the numbers, or those without at the end.
   */
  public Clause ofValue(int value, Scratch scratch) {
    NumericSet accepted =
        value == keys.length ? NumericSet.absent() : NumericSet.range(keys[value], keys[value]);
    return byBitmaps(
        Objects.requireNonNull(bitmaps),
        single(value),
        accepted.includesAbsent(),
        ScanClause.of(field, column, accepted, rowCount),
        scratch);
  }

  private long[] single(int value) {
    long[] values = new long[Bits.wordCount(keys.length)];
    if (value < keys.length) {
      Bits.set(values, value);
    }
    return values;
  }

  /** Returns the clause that accepts the rows with the values of a set. */
  public Clause bind(ValueSet accepted, Scratch scratch) {
    if (accepted instanceof NumericSet numbers) {
      return bindNumbers(numbers, scratch);
    }
    if (!(column instanceof DictionaryColumn coded)) {
      return ScanClause.of(field, column, accepted, rowCount);
    }
    long[] codes = coded.dictionary().select((TextualSet) accepted);
    boolean includesAbsent = accepted.includesAbsent();
    Clause check = ScanClause.ofCodes(field, coded, codes, includesAbsent, rowCount);
    return bitmaps == null ? check : byBitmaps(bitmaps, codes, includesAbsent, check, scratch);
  }

  private Clause bindNumbers(NumericSet accepted, Scratch scratch) {
    NumericStatistics known = statistics;
    if (known != null && (known.rejectsAll(accepted) || known.acceptsAll(accepted))) {
      return new ConstantClause(field, known.acceptsAll(accepted), rowCount);
    }
    Clause check = ScanClause.of(field, column, accepted, rowCount);
    if (permutation != null) {
      return new RangeClause(permutation, accepted, check, scratch);
    }
    if (bitmaps == null) {
      return check;
    }
    long[] values = select(accepted);
    Clause range =
        slices == null ? null : bySlices(slices, bitmaps, values, accepted, check, scratch);
    return range == null
        ? byBitmaps(bitmaps, values, accepted.includesAbsent(), check, scratch)
        : range;
  }

  private Clause byBitmaps(
      ValueBitmaps index, long[] values, boolean includesAbsent, Clause check, Scratch scratch) {
    return new BitmapClause(
        index.select(values, includesAbsent, true),
        index.selectsMost(values, includesAbsent)
            ? index.select(values, includesAbsent, false)
            : null,
        check,
        rowCount,
        scratch);
  }

  /** Returns a clause on the slices; null where the values are few or no run. */
  private @Nullable Clause bySlices(
      BitSlices index,
      ValueBitmaps counts,
      long[] values,
      ValueSet accepted,
      Clause check,
      Scratch scratch) {
    int count = Bits.count(values);
    int low = 0;
    while (low < keys.length && !Bits.get(values, low)) {
      low++;
    }
    int end = low;
    int estimate = 0;
    while (end < keys.length && Bits.get(values, end)) {
      estimate += counts.posting(end++).count();
    }
    boolean run = count > MAX_UNITED_VALUES && end - low == count && !accepted.includesAbsent();
    return run ? new SlicedClause(index, low, end, true, estimate, check, scratch) : null;
  }

  /** Returns the memory of all structures, without the column, in bytes. */
  public long bytes() {
    return bitmapBytes() + sliceBytes() + permutationBytes();
  }

  /** Returns the memory of the bitmaps, in bytes. */
  public long bitmapBytes() {
    return bitmaps == null ? 0 : bitmaps.bytes();
  }

  /** Returns the memory of the bit slices, in bytes. */
  public long sliceBytes() {
    return slices == null ? 0 : slices.bytes();
  }

  /** Returns the memory of the permutation with its cumulative bitmaps, in bytes. */
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

  /** Slices the values' numbers; rows without a value have the number after the last. */
  private static BitSlices slices(int[] values, int valueCount) {
    int[] codes = values.clone();
    for (int row = 0; row < codes.length; row++) {
      codes[row] = codes[row] < 0 ? valueCount : codes[row];
    }
    return BitSlices.of(codes, valueCount + 1);
  }

  private static @Nullable ValueBitmaps bitmaps(
      Field field, DictionaryColumn column, int rowCount) {
    int texts = column.dictionary().size();
    if (texts == 0 || texts > MAX_TEXTS) {
      return null;
    }
    int[] codes = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      codes[row] = column.code(row);
    }
    return ValueBitmaps.of(codes, texts, field.tier());
  }
}
