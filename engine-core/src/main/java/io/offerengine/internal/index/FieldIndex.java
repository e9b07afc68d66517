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
import io.offerengine.query.ListSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The index of one field of a sealed segment.
 *
 * <p>A column of few values has a bitmap for each value, whatever its tier. If these are three
 * numbers or more and the tier is not {@link Tier#COLD}, the column also has cumulative bitmaps. A
 * numeric column of many values has a sorted permutation if its tier is {@link Tier#HOT}. Every
 * numeric column has statistics.
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

  /**
   * A range that begins and ends within the values is a union of bitmaps if it has at most so many
   * values. All other ranges use cumulative bitmaps. Fields of at most so many values, cold fields
   * and lists have none, and use unions.
   */
  static final int MAX_UNITED_VALUES = 2;

  /** The clauses of all sets of values are shared by searches if there are so many values. */
  private static final int MAX_SHARED_VALUES = 2;

  private static final long[] NO_KEYS = {};
  private static final @Nullable Clause[] NO_CLAUSES = {};

  /** For clauses that read one bit, which need no scratch memory. */
  private static final Scratch UNUSED = new Scratch();

  private final Field field;
  private final Column column;
  private final int rowCount;
  private final @Nullable NumericStatistics statistics;
  private final @Nullable SortedPermutation permutation;
  private final @Nullable ValueBitmaps bitmaps;
  private final @Nullable Posting @Nullable [] cumulative;

  /**
   * The keys of the values, ascending; the bitmaps are numbered by them. Those of lists of texts
   * are ranks of the dictionary. Empty for texts.
   */
  private final long[] keys;

  /**
   * The shared clauses by set of values: a bit for each value, and the next bit for absence. Null
   * for a set whose clause is made for each search. Empty if there are more than two values.
   */
  private final @Nullable Clause[] shared;

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
    this.shared = sharedClauses();
  }

  private @Nullable Clause[] sharedClauses() {
    boolean isFlag = bitmaps != null && keys.length > 0 && keys.length <= MAX_SHARED_VALUES;
    return isFlag && !field.type().isList() ? new Binding(this, UNUSED).shared() : NO_CLAUSES;
  }

  private static @Nullable Posting @Nullable [] cumulative(
      Field field, ValueBitmaps bitmaps, int keyCount, int rowCount) {
    boolean isCumulative =
        keyCount > MAX_UNITED_VALUES && field.tier() != Tier.COLD && !field.type().isList();
    return isCumulative ? bitmaps.cumulative(rowCount) : null;
  }

  private FieldIndex(Field field, FieldIndex other) {
    this.field = field;
    this.column = other.column;
    this.rowCount = other.rowCount;
    this.statistics = other.statistics;
    this.permutation = other.permutation;
    this.bitmaps = other.bitmaps;
    this.cumulative = other.cumulative;
    this.keys = other.keys;
    this.shared = sharedClauses();
  }

  /** Returns the index of a sealed column. */
  public static FieldIndex of(Field field, Column column, int rowCount) {
    if (column instanceof PackedColumn numbers) {
      return of(field, numbers, rowCount);
    }
    if (column instanceof PackedListColumn lists) {
      return of(field, lists, rowCount);
    }
    ValueBitmaps bitmaps = bitmaps((DictionaryColumn) column, rowCount);
    return new FieldIndex(field, column, rowCount, null, null, bitmaps, NO_KEYS);
  }

  private static FieldIndex of(Field field, PackedColumn column, int rowCount) {
    Numbered few = column.isConstant() ? null : column.number(MAX_NUMERIC_VALUES, rowCount);
    if (few != null) {
      ValueBitmaps bitmaps = ValueBitmaps.of(few.values(), few.keys().length);
      return ofFew(field, column, few.keys(), bitmaps, rowCount);
    }
    NumericStatistics known = statistics(column, rowCount);
    boolean isSorted = field.tier() == Tier.HOT && !column.isConstant();
    return ofMany(field, column, known, isSorted ? SortedPermutation.of(column, known) : null);
  }

  private static NumericStatistics statistics(PackedColumn column, int rowCount) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    int[] rows = new int[Scratch.BATCH];
    RowBatches all = RowBatches.all(rowCount);
    for (int size = all.next(rows); size > 0; size = all.next(rows)) {
      PackedColumn.Extremes some = column.extremes(rows, size);
      least = Math.min(least, some.least());
      greatest = Math.max(greatest, some.greatest());
    }
    return new NumericStatistics(least, greatest, column.presentCount(rowCount), rowCount);
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
        return ofMany(field, numbers, order.statistics(), order);
      }
    }
    return of(field, column, rows.size());
  }

  private static FieldIndex of(Field field, PackedListColumn column, int rowCount) {
    Dictionary dictionary = column.dictionary();
    if (dictionary.keyCount() > mostListed(field)) {
      return new FieldIndex(field, column, rowCount, null, null, null, NO_KEYS);
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
        keys.add(column.isOfTexts() ? dictionary.rank((int) list[i]) : list[i]);
        rows.add(row);
      }
    }
    PackedColumn all = PackedColumn.ofIntegers(keys.toLongArray(), null);
    Numbered few = all.number(mostListed(field), keys.size());
    if (few == null) {
      return new FieldIndex(field, column, rowCount, null, null, null, NO_KEYS);
    }
    rows.addAll(absent);
    int[] values = Arrays.copyOf(few.values(), rows.size());
    Arrays.fill(values, few.values().length, values.length, Numbered.ABSENT);
    int count = few.keys().length;
    ValueBitmaps bitmaps = ValueBitmaps.ofLists(values, rows.toIntArray(), count, rowCount);
    return new FieldIndex(field, column, rowCount, null, null, bitmaps, few.keys());
  }

  private static int mostListed(Field field) {
    return field.tier() == Tier.COLD ? MAX_COLD_LISTED : MAX_LISTED;
  }

  /**
   * Returns the index of a column of few values.
   *
   * @param keys the values' keys, ascending
   * @param bitmaps the rows of each value, numbered by key
   */
  private static FieldIndex ofFew(
      Field field, PackedColumn column, long[] keys, ValueBitmaps bitmaps, int rowCount) {
    int present = rowCount - bitmaps.posting(keys.length).count();
    NumericStatistics known =
        new NumericStatistics(keys[0], keys[keys.length - 1], present, rowCount);
    return new FieldIndex(field, column, rowCount, known, null, bitmaps, keys);
  }

  /** Returns the index of a column of many values. */
  private static FieldIndex ofMany(
      Field field,
      PackedColumn column,
      NumericStatistics known,
      @Nullable SortedPermutation permutation) {
    return new FieldIndex(field, column, known.rows(), known, permutation, null, NO_KEYS);
  }

  /** Writes the index without its column; cumulative bitmaps and shared clauses are made again. */
  public void write(BlockWriter out) throws IOException {
    out.writeInt(rowCount);
    out.write(keys);
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
        in.readOptional(ValueBitmaps::read),
        keys);
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

  /** Returns the postings of the values of a term that lists have. */
  Posting[] postings(ListSet.Term term) {
    List<Posting> found = new ArrayList<>();
    for (Object value : term.values()) {
      int number = numberOf(value);
      if (number >= 0) {
        found.add(posting(number));
      }
    }
    return found.toArray(Posting[]::new);
  }

  /** Returns the number of a value of lists; less than 0 if no list has it. */
  private int numberOf(Object value) {
    if (!(value instanceof String key)) {
      return value instanceof Long integer ? Arrays.binarySearch(keys, integer) : -1;
    }
    Dictionary dictionary = ((PackedListColumn) column).dictionary();
    int code = dictionary.firstCode(key);
    return dictionary.hasKey(code, key) ? Arrays.binarySearch(keys, code) : -1;
  }

  /** Returns the posting of the rows that have no list. */
  Posting withoutList() {
    return posting(keys.length);
  }

  private Posting posting(int value) {
    return Objects.requireNonNull(bitmaps).posting(value);
  }

  /**
   * Returns the {@linkplain ValueBitmaps#cumulative cumulative} bitmaps; null if there are none.
   */
  @Nullable Posting @Nullable [] cumulative() {
    return cumulative;
  }

  /** Returns the keys by which bitmaps are numbered, not to be changed. */
  long[] keys() {
    return keys;
  }

  /** Returns the number of rows. */
  int rowCount() {
    return rowCount;
  }

  /** Returns how many different numbers the column has; 0 if they were not counted. */
  public int valueCount() {
    return bitmaps == null ? 0 : keys.length;
  }

  /** Returns the number of the first value whose key is at least another key. */
  public int firstValueFrom(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found < 0 ? ~found : found;
  }

  /** Returns the key of a value: of a list of texts the least code of its texts. */
  public long valueKey(int value) {
    return keys[value];
  }

  /**
   * Returns the clause that accepts the rows of one value, or the rows without one for the number
   * after the last.
   */
  public Clause ofValue(int value, Scratch scratch) {
    return new Binding(this, scratch).ofValue(value);
  }

  /** Lists the rows of such a value, ascending, if they are few; null otherwise. */
  public @Nullable RowBatches rareRows(int value) {
    Posting posting = posting(value);
    return posting.isListed() ? posting.batches() : null;
  }

  /** Returns the shared clause of a set of keys; null if each search makes its own. */
  @Nullable Clause shared(NumericSet accepted) {
    if (shared.length == 0) {
      return null;
    }
    int set = accepted.includesAbsent() ? 1 << keys.length : 0;
    for (int value = 0; value < keys.length; value++) {
      set |= accepted.contains(keys[value]) ? 1 << value : 0;
    }
    return shared[set];
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
    int[] counts = new int[countedBitmaps()];
    ValueBitmaps all = Objects.requireNonNull(bitmaps);
    if (field.type().isList()) {
      all.countIn(rows, wordCount, counts);
    } else {
      all.countIn(rows, wordCount, total, counts);
    }
    return counts;
  }

  /**
   * Returns the memory of the bitmaps, in bytes.
   *
   * @param footprint has counted the columns of the segment
   */
  public long bitmapBytes(Footprint footprint) {
    return footprint.of(bitmaps) + (bitmaps == null ? 0 : footprint.of(keys));
  }

  /**
   * Returns the memory of the cumulative bitmaps of few values, in bytes.
   *
   * @param footprint has counted the bitmaps
   */
  public long cumulativeBytes(Footprint footprint) {
    return footprint.of(cumulative);
  }

  /**
   * Returns the memory of the permutation with its bitmaps, in bytes.
   *
   * @param footprint has counted the columns of the segment, and the bitmaps of all its fields
   */
  public long permutationBytes(Footprint footprint) {
    return footprint.of(permutation);
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
