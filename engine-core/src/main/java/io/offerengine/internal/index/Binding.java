package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.query.ListSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Binds a set of accepted values to an index: returns the clause that finds the rows at the least
 * cost.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param scratch the search's working memory
 */
record Binding(FieldIndex index, Scratch scratch) {
  /** Fewer distinct texts are tested at once, before any row is read. */
  private static final int MANY_TEXTS = 256;

  /** Where a text has more rows, a check of each row costs more than a test of all texts. */
  private static final int ROWS_PER_TEXT = 64;

  /** Returns the clause that accepts the rows with the values of a set. */
  Clause bind(ValueSet accepted) {
    if (accepted instanceof NumericSet numbers) {
      return bindNumbers(numbers);
    }
    if (accepted instanceof ListSet lists) {
      return bindLists(lists);
    }
    TextSet texts = (TextSet) accepted;
    if (!(index.column() instanceof DictionaryColumn column)) {
      return scan(accepted);
    }
    ValueBitmaps bitmaps = index.bitmaps();
    if (bitmaps == null || (texts.hasPatterns() && isDearToTest(column.dictionary()))) {
      return scan(accepted);
    }
    String only = texts.onlyKey();
    return only == null ? bindCodes(bitmaps, column, texts) : bindKey(bitmaps, column, only, texts);
  }

  /** Returns whether patterns are tested row by row first, in place of all texts at once. */
  private boolean isDearToTest(Dictionary texts) {
    return texts.size() >= MANY_TEXTS && (long) ROWS_PER_TEXT * texts.size() >= rowCount();
  }

  private Clause bindLists(ListSet accepted) {
    if (index.bitmaps() == null) {
      return scan(accepted);
    }
    boolean isOneTerm = accepted.terms().size() == 1 && !accepted.includesAbsent();
    ListSet.Term only = isOneTerm ? accepted.terms().get(0) : null;
    boolean isOneValue =
        only != null && only.quantifier() == ListSet.Quantifier.ALL && only.values().size() == 1;
    if (only != null && isOneValue) {
      Posting[] postings = index.postings(only);
      return postings.length == 0
          ? none()
          : new BitmapClause(
              field(), postings, postings, false, scan(accepted), rowCount(), scratch);
    }
    return ListClause.of(index, accepted, scratch);
  }

  /** Binds a set of one collation key: mostly one text has it. */
  private Clause bindKey(
      ValueBitmaps bitmaps, DictionaryColumn column, String key, TextSet accepted) {
    Dictionary dictionary = column.dictionary();
    int first = dictionary.firstCode(key);
    if (!dictionary.hasKey(first, key)) {
      return none();
    }
    boolean isOne = !dictionary.hasKey(first + 1, key);
    return isOne && bitmaps.posting(first).words() != null
        ? BitmapClause.ofDense(field(), bitmaps.posting(first), rowCount(), scratch)
        : bindCodes(bitmaps, column, accepted);
  }

  private Clause bindCodes(ValueBitmaps bitmaps, DictionaryColumn column, TextSet accepted) {
    Runnable deadline = scratch::checkDeadline;
    long[] codes = column.dictionary().select(accepted, deadline);
    Clause check = ScanClause.ofCodes(field(), column, accepted, codes, rowCount(), deadline);
    return byBitmaps(bitmaps, codes, accepted.includesAbsent(), check);
  }

  /**
   * Returns the clauses that all searches share. The index of a clause is the set of its accepted
   * values: a bit for each value, and the next bit for absence. Null for a clause that searches
   * cannot share.
   */
  @Nullable Clause[] shared() {
    long[] keys = index.keys();
    @Nullable Clause[] clauses = new Clause[2 << keys.length];
    for (int set = 0; set < clauses.length; set++) {
      int values = set;
      long[] chosen =
          IntStream.range(0, keys.length)
              .filter(value -> (values >> value & 1) != 0)
              .mapToLong(value -> keys[value])
              .toArray();
      Clause clause = make(NumericSet.of(chosen).withAbsent(set >> keys.length != 0));
      clauses[set] =
          clause.check() == Clause.Check.BIT || clause instanceof ConstantClause ? clause : null;
    }
    return clauses;
  }

  private Clause bindNumbers(NumericSet accepted) {
    Clause shared = index.shared(accepted);
    return shared == null ? make(accepted) : shared;
  }

  private Clause make(NumericSet accepted) {
    NumericStatistics known = index.statistics();
    boolean isRejected = known != null && known.rejectsAll(accepted);
    if (isRejected || (known != null && known.acceptsAll(accepted))) {
      return new ConstantClause(field(), !isRejected, rowCount());
    }
    Clause check = checkNumbers(accepted);
    SortedPermutation permutation = index.permutation();
    if (permutation != null) {
      return RangeClause.of(permutation, accepted, check, scratch);
    }
    ValueBitmaps bitmaps = index.bitmaps();
    if (bitmaps == null) {
      return check;
    }
    return accepted.rangeCount() == 1 && !accepted.includesAbsent()
        ? bindRun(bitmaps, accepted, check)
        : byBitmaps(bitmaps, select(accepted), accepted.includesAbsent(), check);
  }

  /** Binds one range of keys, which is one run of values. */
  private Clause bindRun(ValueBitmaps bitmaps, NumericSet accepted, Clause check) {
    int low = index.firstValueFrom(accepted.low(0));
    long high = accepted.high(0);
    int end = high == Long.MAX_VALUE ? index.valueCount() : index.firstValueFrom(high + 1);
    if (low == end) {
      return none();
    }
    if (end - low == 1 && bitmaps.posting(low).words() != null) {
      return BitmapClause.ofDense(field(), bitmaps.posting(low), rowCount(), scratch);
    }
    @Nullable Posting[] cumulative = index.cumulative();
    boolean isOpen = low == 0 || end == index.valueCount();
    return cumulative != null && (isOpen || end - low > FieldIndex.MAX_UNITED_VALUES)
        ? bindRange(cumulative, bitmaps, low, end, check)
        : byBitmaps(bitmaps, run(low, end), false, check);
  }

  /** Binds a range of several values. */
  private Clause bindRange(
      @Nullable Posting[] cumulative, ValueBitmaps bitmaps, int low, int end, Clause check) {
    Posting from = cumulative[low];
    Posting beyond = end == index.valueCount() ? null : cumulative[end];
    if (from != null && beyond != null) {
      return new ValueRangeClause(from, beyond, check);
    }
    boolean inverted = beyond != null;
    Posting only = Objects.requireNonNull(inverted ? beyond : from);
    Posting[] used = {only};
    // The lists of rare values are shorter than the bitmap of all of them.
    boolean listsValues = inverted || !Posting.isFrequent(only.count(), rowCount());
    Posting[] accepts = listsValues ? bitmaps.select(run(low, end), false, true) : used;
    return new BitmapClause(field(), accepts, used, inverted, check, rowCount(), scratch);
  }

  private long[] run(int low, int end) {
    long[] values = new long[Bits.wordCount(index.valueCount())];
    Bits.setRange(values, low, end);
    return values;
  }

  private long[] select(NumericSet accepted) {
    long[] keys = index.keys();
    long[] values = new long[Bits.wordCount(keys.length)];
    for (int value = 0; value < keys.length; value++) {
      if (accepted.contains(keys[value])) {
        Bits.set(values, value);
      }
    }
    return values;
  }

  /**
   * Returns the clause that accepts the rows of one value, or the rows without one for the number
   * after the last.
   */
  Clause ofValue(int value) {
    boolean isAbsence = value == index.valueCount();
    NumericSet accepted =
        isAbsence
            ? NumericSet.absent()
            : NumericSet.range(index.valueKey(value), index.valueKey(value));
    long[] values = new long[Bits.wordCount(index.valueCount())];
    if (!isAbsence) {
      Bits.set(values, value);
    }
    return byBitmaps(
        Objects.requireNonNull(index.bitmaps()), values, isAbsence, checkNumbers(accepted));
  }

  private Clause byBitmaps(
      ValueBitmaps bitmaps, long[] values, boolean includesAbsent, Clause check) {
    Posting[] accepts = bitmaps.select(values, includesAbsent, true);
    boolean isMost = bitmaps.selectsMost(values, includesAbsent);
    Posting[] used = isMost ? bitmaps.select(values, includesAbsent, false) : accepts;
    return new BitmapClause(field(), accepts, used, isMost, check, rowCount(), scratch);
  }

  private Clause checkNumbers(NumericSet accepted) {
    return ScanClause.of(field(), (NumericColumn) index.column(), accepted, rowCount());
  }

  private Clause scan(ValueSet accepted) {
    return ScanClause.of(field(), index.column(), accepted, rowCount(), scratch::checkDeadline);
  }

  private Clause none() {
    return new ConstantClause(field(), false, rowCount());
  }

  private Field field() {
    return index.field();
  }

  private int rowCount() {
    return index.rowCount();
  }
}
