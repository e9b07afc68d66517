package io.offerengine.internal.index;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.DictionaryMerge;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.SortedRuns;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index of merged rows from the indexes of their segments, instead of from values: values
 * are packed anew, bitmaps compressed and expanded, sorted permutations merged.
 *
 * <p>A merged index answers like one that is built from values, and has the same structures, with
 * two exceptions: a column of decimals may take more bits per row than it needs, and a field
 * without a permutation still counts as one of many values if few values are left.
 *
 * <p><b>Threads.</b> Confined to one merge.
 */
public final class IndexMerge {
  private final Field field;
  private final List<FieldIndex> sources;
  private final RowMaps rows;

  private IndexMerge(Field field, List<FieldIndex> sources, RowMaps rows) {
    this.field = field;
    this.sources = sources;
    this.rows = rows;
  }

  /**
   * Returns the index of merged rows; null if it has to be built from values, because fewer values
   * are left.
   *
   * @param sources the index of each source, for the same field
   */
  public static @Nullable FieldIndex merge(Field field, List<FieldIndex> sources, RowMaps rows) {
    IndexMerge merge = new IndexMerge(field, sources, rows);
    if (field.type().isText()) {
      return merge.texts();
    }
    return field.type().isList() ? merge.lists() : merge.numbers();
  }

  private FieldIndex lists() {
    List<ListColumn> columns = new ArrayList<>();
    sources.forEach(source -> columns.add((ListColumn) source.column()));
    DictionaryMerge texts = new DictionaryMerge(columns, rows);
    PackedListColumn column = PackedListColumn.merge(field.type(), texts, columns, rows);
    List<FewValues> few = new ArrayList<>();
    for (int source = 0; source < sources.size(); source++) {
      FieldIndex index = sources.get(source);
      ValueBitmaps bitmaps = index.bitmaps();
      if (bitmaps == null) {
        return FieldIndex.of(field, column, rows.size());
      }
      long[] keys = column.isOfTexts() ? newRanks(texts, source, index) : index.keys();
      few.add(new FewValues(keys, bitmaps));
    }
    long[] keys = keys(few);
    ValueBitmaps bitmaps = bitmaps(few, keys);
    return FieldIndex.ofLists(field, column, used(keys, bitmaps), bitmaps.used(), rows.size());
  }

  /** Returns the new rank of each value of lists of texts; -1 if no row has it any more. */
  private static long[] newRanks(DictionaryMerge texts, int source, FieldIndex index) {
    Dictionary before = ((PackedListColumn) index.column()).dictionary();
    int[] newCodes = texts.newCodes(source);
    long[] newRanks = new long[index.keys().length];
    Arrays.fill(newRanks, -1);
    for (int code = 0; code < newCodes.length; code++) {
      if (newCodes[code] >= 0) {
        int value = index.firstValueFrom(before.rank(code));
        newRanks[value] = texts.dictionary().rank(newCodes[code]);
      }
    }
    return newRanks;
  }

  private FieldIndex texts() {
    List<DictionaryColumn> columns = new ArrayList<>();
    List<ValueBitmaps> bitmaps = new ArrayList<>();
    for (FieldIndex source : sources) {
      columns.add((DictionaryColumn) source.column());
      ValueBitmaps known = source.bitmaps();
      if (known == null && columns.get(columns.size() - 1).codeCount() == 0) {
        known = ValueBitmaps.constant(false, source.rowCount());
      }
      if (known != null) {
        bitmaps.add(known);
      }
    }
    DictionaryMerge texts = new DictionaryMerge(columns, rows);
    DictionaryColumn column = DictionaryColumn.merge(texts, columns, rows);
    int count = column.codeCount();
    if (bitmaps.size() < columns.size() || !FieldIndex.hasBitmaps(count)) {
      return FieldIndex.of(field, column, rows.size());
    }
    ValueBitmaps.Merge merge = new ValueBitmaps.Merge(count, rows);
    for (int source = 0; source < bitmaps.size(); source++) {
      merge.add(source, bitmaps.get(source), texts.newCodes(source));
    }
    return FieldIndex.ofTexts(field, column, merge.bitmaps(), rows.size());
  }

  private @Nullable FieldIndex numbers() {
    List<NumericColumn> columns = new ArrayList<>();
    sources.forEach(source -> columns.add(source.numbers()));
    PackedColumn column = PackedColumn.merge(field.type(), columns, rows);
    if (column.isConstant()) {
      return FieldIndex.ofConstant(field, column, rows.size());
    }
    List<FewValues> few = new ArrayList<>();
    boolean canSort = field.tier() == Tier.HOT;
    for (FieldIndex source : sources) {
      FewValues values = FewValues.of(source);
      if (values != null) {
        few.add(values);
      }
      canSort &= values != null || source.permutation() != null;
    }
    if (few.size() == sources.size()) {
      long[] keys = keys(few);
      if (keys.length <= FieldIndex.MAX_NUMERIC_VALUES) {
        return ofFew(column, few, keys);
      }
    }
    return canSort ? sorted(column) : unsorted(column, few.size() == sources.size());
  }

  /** The different numbers of a source, ascending, and the rows of each. */
  private record FewValues(
      @SuppressWarnings("ArrayRecordComponent") long[] keys, ValueBitmaps bitmaps) {
    /** Returns the numbers of a source; null if they are many, or not counted. */
    static @Nullable FewValues of(FieldIndex source) {
      ValueBitmaps bitmaps = source.bitmaps();
      if (bitmaps != null) {
        return new FewValues(source.keys(), bitmaps);
      }
      NumericStatistics known = Objects.requireNonNull(source.statistics());
      if (source.permutation() != null || !known.isConstant()) {
        return null;
      }
      boolean present = known.present() > 0;
      long[] keys = present ? new long[] {known.low()} : new long[0];
      return new FewValues(keys, ValueBitmaps.constant(present, known.rows()));
    }
  }

  private static long[] keys(List<FewValues> few) {
    return few.stream()
        .flatMapToLong(values -> Arrays.stream(values.keys))
        .sorted()
        .distinct()
        .toArray();
  }

  private ValueBitmaps bitmaps(List<FewValues> few, long[] keys) {
    ValueBitmaps.Merge merge = new ValueBitmaps.Merge(keys.length, rows);
    for (int source = 0; source < few.size(); source++) {
      long[] own = few.get(source).keys;
      int[] newValues = new int[own.length];
      for (int value = 0; value < own.length; value++) {
        newValues[value] = Arrays.binarySearch(keys, own[value]);
      }
      merge.add(source, few.get(source).bitmaps, newValues);
    }
    return merge.bitmaps();
  }

  /** Returns the keys that rows still have. */
  private static long[] used(long[] keys, ValueBitmaps bitmaps) {
    long[] used = new long[keys.length];
    int count = 0;
    for (int value = 0; value < keys.length; value++) {
      used[count] = keys[value];
      count += bitmaps.posting(value).count() > 0 ? 1 : 0;
    }
    return Arrays.copyOf(used, count);
  }

  private @Nullable FieldIndex ofFew(NumericColumn column, List<FewValues> few, long[] keys) {
    ValueBitmaps bitmaps = bitmaps(few, keys);
    long[] used = used(keys, bitmaps);
    int absent = bitmaps.posting(keys.length).count();
    boolean constant = used.length == 0 || (used.length == 1 && absent == 0);
    return constant ? null : FieldIndex.ofFew(field, column, used, bitmaps.used(), rows.size());
  }

  /** The values left of a source of many values are not counted. */
  private @Nullable FieldIndex unsorted(NumericColumn column, boolean mayBeFew) {
    if (mayBeFew) {
      return FieldIndex.of(field, column, rows.size());
    }
    NumericStatistics known = ColumnKeys.read(column, rows.size()).statistics();
    return known.isConstant() ? null : FieldIndex.ofMany(field, column, known, null);
  }

  private @Nullable FieldIndex sorted(NumericColumn column) {
    List<int[]> sorted = new ArrayList<>();
    for (int source = 0; source < sources.size(); source++) {
      RowMap map = rows.source(source);
      SortedPermutation known = sources.get(source).permutation();
      sorted.add(
          known == null
              ? Objects.requireNonNull(FewValues.of(sources.get(source))).bitmaps.newRows(map)
              : known.newRows(map));
    }
    int[] order = SortedRuns.merge(sorted, (left, right) -> isBefore(column, left, right));
    // Rows without a value come last.
    int present = BinarySearch.firstBehind(0, order.length, rank -> !column.isPresent(order[rank]));
    SortedPermutation permutation = SortedPermutation.of(column, present, order);
    return permutation.hasMoreValues(FieldIndex.MAX_NUMERIC_VALUES)
        ? FieldIndex.ofMany(field, column, permutation.statistics(), permutation)
        : null;
  }

  private static boolean isBefore(NumericColumn column, int left, int right) {
    long leftKey = column.keyOr(left, Long.MAX_VALUE);
    long rightKey = column.keyOr(right, Long.MAX_VALUE);
    if (leftKey != rightKey) {
      return leftKey < rightKey;
    }
    boolean isPresent = leftKey < Long.MAX_VALUE || column.isPresent(left);
    boolean isOtherPresent = leftKey < Long.MAX_VALUE || column.isPresent(right);
    return isPresent == isOtherPresent ? left < right : isPresent;
  }
}
