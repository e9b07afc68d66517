package io.offerengine.internal.index;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.Numbered;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The index of one field of a sealed segment.
 *
 * <p>A column of few values has a bitmap for each value, whatever its tier, unless all rows have
 * one number. If these are three numbers or more and the tier is not {@link Tier#COLD}, the column
 * also has cumulative bitmaps; lists have none. A numeric column of many values has a sorted
 * permutation if its tier is {@link Tier#HOT}. Every numeric column has statistics.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class FieldIndex {
  /** The most numbers that get bitmaps; runs of ranks serve more values as well. */
  static final int MAX_NUMERIC_VALUES = 64;

  /** The most texts that get bitmaps: searches mostly ask for one text. */
  private static final int MAX_TEXTS = Dictionary.MOST_HASHED;

  /** The most values of lists that get bitmaps. */
  private static final int MAX_LISTED = 4096;

  /** The same of cold fields: each value costs memory in every segment, and few searches ask. */
  private static final int MAX_COLD_LISTED = 512;

  private static final long[] NO_KEYS = {};

  private final Field field;
  private final Column column;
  private final int rowCount;
  private final @Nullable NumericStatistics statistics;
  private final @Nullable SortedPermutation permutation;
  private final @Nullable ValueBitmaps bitmaps;

  private FieldIndex(
      Field field,
      Column column,
      int rowCount,
      @Nullable NumericStatistics statistics,
      @Nullable SortedPermutation permutation,
      @Nullable ValueBitmaps bitmaps) {
    this.field = field;
    this.column = column;
    this.rowCount = rowCount;
    this.statistics = statistics;
    this.permutation = permutation;
    this.bitmaps = bitmaps;
  }

  /** Returns the index of a sealed column. */
  public static FieldIndex of(Field field, Column column, int rowCount) {
    if (column instanceof PackedColumn numbers) {
      return of(field, numbers, rowCount);
    }
    ValueBitmaps bitmaps =
        column instanceof PackedListColumn lists
            ? bitmaps(lists, mostListed(field), rowCount)
            : bitmaps((DictionaryColumn) column, rowCount);
    return new FieldIndex(field, column, rowCount, null, null, bitmaps);
  }

  private static FieldIndex of(Field field, PackedColumn column, int rowCount) {
    Numbered few = column.isConstant() ? null : column.number(MAX_NUMERIC_VALUES, rowCount);
    if (few != null) {
      ValueBitmaps bitmaps = ValueBitmaps.ofNumbers(few, hasRanges(field));
      int present = rowCount - bitmaps.posting(bitmaps.valueCount()).count();
      long[] keys = few.keys();
      NumericStatistics known =
          new NumericStatistics(keys[0], keys[keys.length - 1], present, rowCount);
      return new FieldIndex(field, column, rowCount, known, null, bitmaps);
    }
    NumericStatistics known = statistics(column, rowCount);
    boolean isSorted = field.tier() == Tier.HOT && !column.isConstant();
    SortedPermutation order = isSorted ? SortedPermutation.of(column, known) : null;
    return new FieldIndex(field, column, rowCount, known, order, null);
  }

  private static boolean hasRanges(Field field) {
    return field.tier() != Tier.COLD && !field.type().isList();
  }

  private static NumericStatistics statistics(PackedColumn column, int rowCount) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    int present = 0;
    int[] rows = new int[Scratch.BATCH];
    RowBatches all = RowBatches.all(rowCount);
    for (int size = all.next(rows); size > 0; size = all.next(rows)) {
      PackedColumn.Extremes some = column.extremes(rows, size);
      least = Math.min(least, some.least());
      greatest = Math.max(greatest, some.greatest());
      present += some.present();
    }
    return new NumericStatistics(least, greatest, present, rowCount);
  }

  /**
   * Returns the index of the column of merged rows. If the sources are sorted, their orders are
   * merged, since sorting the rows again would take longer.
   *
   * @param sources the index of each source, for the same field
   */
  public static FieldIndex merge(
      Field field, Column column, List<FieldIndex> sources, RowMaps rows) {
    List<@Nullable SortedPermutation> orders = new ArrayList<>();
    boolean isSorted = false;
    for (FieldIndex source : sources) {
      orders.add(source.permutation);
      isSorted |= source.permutation != null;
    }
    if (isSorted) {
      PackedColumn numbers = (PackedColumn) column;
      SortedPermutation order = SortedPermutation.merge(numbers, orders, rows);
      if (order.hasMoreValues(MAX_NUMERIC_VALUES)) {
        return new FieldIndex(field, numbers, rows.size(), order.statistics(), order, null);
      }
    }
    return of(field, column, rows.size());
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
    return ValueBitmaps.ofTexts(codes, texts);
  }

  private static @Nullable ValueBitmaps bitmaps(PackedListColumn column, int most, int rowCount) {
    int[] ranks = column.dictionary().ranks();
    if (IntStream.range(0, ranks.length).filter(code -> ranks[code] == code).count() > most) {
      return null;
    }
    LongArrayList keys = new LongArrayList();
    IntArrayList rows = new IntArrayList();
    IntArrayList absent = new IntArrayList();
    long[] list = new long[column.longest()];
    for (int row = 0; row < rowCount; row++) {
      int length = column.length(row);
      if (length == ListColumn.NO_LIST) {
        absent.add(row);
        continue;
      }
      column.read(row, list, 0);
      for (int i = 0; i < length; i++) {
        keys.add(column.isOfTexts() ? ranks[(int) list[i]] : list[i]);
        rows.add(row);
      }
    }
    PackedColumn all = PackedColumn.ofIntegers(keys.toLongArray(), null);
    Numbered few = all.number(most, keys.size());
    return few == null ? null : ValueBitmaps.ofLists(few, rows, absent, rowCount);
  }

  private static int mostListed(Field field) {
    return field.tier() == Tier.COLD ? MAX_COLD_LISTED : MAX_LISTED;
  }

  /** Writes the index without its column; cumulative bitmaps are made again. */
  public void write(BlockWriter out) throws IOException {
    out.writeInt(rowCount);
    out.write(bitmaps == null ? NO_KEYS : bitmaps.keys());
    out.writeOptional(statistics, NumericStatistics::write);
    out.writeOptional(permutation, SortedPermutation::write);
    out.writeOptional(bitmaps, ValueBitmaps::write);
  }

  /** Reads the index of a column. */
  public static FieldIndex read(Field field, Column column, BlockReader in) throws IOException {
    int rowCount = in.readInt();
    long[] keys = in.readPresentLongs();
    return new FieldIndex(
        field,
        column,
        rowCount,
        in.readOptional(NumericStatistics::read),
        in.readOptional(from -> SortedPermutation.read((PackedColumn) column, from)),
        in.readOptional(from -> ValueBitmaps.read(keys, hasRanges(field), from)));
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
    return new FieldIndex(other, column, rowCount, statistics, permutation, bitmaps);
  }

  /** Returns the column; only of a field with 64-bit keys. */
  public PackedColumn numbers() {
    return (PackedColumn) column;
  }

  /** Returns the statistics of a numeric column; null for other columns. */
  public @Nullable NumericStatistics statistics() {
    return statistics;
  }

  /** Returns how many rows have a value; 0 for columns of texts. */
  public int presentCount() {
    return statistics == null ? 0 : statistics.present();
  }

  /** Returns the sorted permutation; null if there is none. */
  public @Nullable SortedPermutation permutation() {
    return permutation;
  }

  /** Returns the bitmaps of the values; null if there are none. */
  @Nullable ValueBitmaps bitmaps() {
    return bitmaps;
  }

  /** Returns the number of rows. */
  int rowCount() {
    return rowCount;
  }

  /** Returns how many different numbers the column has; 0 if they were not counted. */
  public int valueCount() {
    return bitmaps == null ? 0 : bitmaps.keys().length;
  }

  /** Returns the number of the first value whose key is at least another key. */
  public int firstValueFrom(long key) {
    return Objects.requireNonNull(bitmaps).firstValueFrom(key);
  }

  /** Returns the key of a value: of a list of texts the least code of its texts. */
  public long valueKey(int value) {
    return Objects.requireNonNull(bitmaps).keys()[value];
  }

  /**
   * Returns the clause that accepts the rows of one value, or the rows without one for the number
   * after the last.
   */
  public Clause ofValue(int value, Scratch scratch) {
    return bind(
        value == valueCount() ? NumericSet.absent() : NumericSet.of(valueKey(value)), scratch);
  }

  /** Lists the rows of such a value, ascending, if they are few; null otherwise. */
  public @Nullable RowBatches rareRows(int value) {
    Posting posting = Objects.requireNonNull(bitmaps).posting(value);
    return posting.isListed() ? posting.batches() : null;
  }

  /** Returns the clause that accepts the rows with the values of a set. */
  public Clause bind(ValueSet accepted, Scratch scratch) {
    return new Binding(this, scratch).bind(accepted);
  }

  /** Returns how many bitmaps {@link #countValues} reads; 0 if there are none. */
  public int countedBitmaps() {
    return bitmaps == null ? 0 : bitmaps.valueCount() + 1;
  }

  /**
   * Counts the rows of a bitmap by value: texts by code, numbers and the values of lists by the
   * number of {@link #valueKey}, absence after the last.
   *
   * @param wordCount the first words of the bitmap, which have all its rows
   * @param total how many rows the bitmap has
   * @return as many counts as {@link #countedBitmaps}
   */
  public int[] countValues(long[] rows, int wordCount, int total) {
    return Objects.requireNonNull(bitmaps).countIn(rows, wordCount, total, field.type().isList());
  }

  /**
   * Returns the memory of the bitmaps and of their keys, in bytes, without the object that has
   * them.
   *
   * @param footprint has counted the columns of the segment
   */
  public long bitmapBytes(Footprint footprint) {
    return bitmaps == null ? 0 : footprint.of(bitmaps.postings()) + footprint.of(bitmaps.keys());
  }

  /**
   * Returns the memory of the cumulative bitmaps of few values, in bytes.
   *
   * @param footprint has counted the bitmaps
   */
  public long cumulativeBytes(Footprint footprint) {
    return bitmaps == null ? 0 : footprint.of(bitmaps.cumulative());
  }
}
