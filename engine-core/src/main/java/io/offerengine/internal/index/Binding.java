package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.query.ListSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import java.util.Objects;
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
    ValueBitmaps bitmaps = index.bitmaps();
    if (bitmaps == null) {
      return scan(accepted);
    }
    return accepted instanceof ListSet lists
        ? ListClause.of(index, bitmaps, lists, scratch)
        : bindTexts(bitmaps, (DictionaryColumn) index.column(), (TextSet) accepted);
  }

  private Clause bindTexts(ValueBitmaps bitmaps, DictionaryColumn column, TextSet accepted) {
    Dictionary dictionary = column.dictionary();
    if (accepted.hasPatterns() && isDearToTest(dictionary)) {
      return scan(accepted);
    }
    String only = accepted.onlyKey();
    if (only == null) {
      return bindCodes(bitmaps, column, accepted);
    }
    int first = dictionary.firstCode(only);
    if (!dictionary.hasKey(first, only)) {
      return none();
    }
    // Mostly one text has a key.
    boolean isOne = !dictionary.hasKey(first + 1, only);
    return isOne && bitmaps.posting(first).words() != null
        ? BitmapClause.ofDense(field(), bitmaps.posting(first), rowCount(), scratch)
        : bindCodes(bitmaps, column, accepted);
  }

  /** Returns whether patterns are tested row by row first, in place of all texts at once. */
  private boolean isDearToTest(Dictionary texts) {
    return texts.size() >= MANY_TEXTS && (long) ROWS_PER_TEXT * texts.size() >= rowCount();
  }

  private Clause bindCodes(ValueBitmaps bitmaps, DictionaryColumn column, TextSet accepted) {
    Runnable deadline = scratch::checkDeadline;
    long[] codes = column.dictionary().select(accepted, deadline);
    if (accepted.includesAbsent()) {
      Bits.set(codes, bitmaps.valueCount());
    }
    // The check asks the set about absent texts, and ignores the bit of absence.
    Clause check = new ScanClause.OfCodes(field(), column, accepted, codes, rowCount(), deadline);
    return byBitmaps(bitmaps, codes, check);
  }

  private Clause bindNumbers(NumericSet accepted) {
    NumericStatistics known = index.statistics();
    boolean isRejected = known != null && known.rejectsAll(accepted);
    if (isRejected || (known != null && known.acceptsAll(accepted))) {
      return new ConstantClause(field(), !isRejected, rowCount());
    }
    SortedPermutation permutation = index.permutation();
    if (permutation != null) {
      return RangeClause.of(permutation, accepted, column(accepted), scratch);
    }
    ValueBitmaps bitmaps = index.bitmaps();
    if (bitmaps == null) {
      return column(accepted);
    }
    return accepted.rangeCount() == 1 && !accepted.includesAbsent()
        ? bindRun(bitmaps, accepted)
        : byBitmaps(bitmaps, bitmaps.select(accepted), column(accepted));
  }

  /** Returns the clause that checks the column. */
  private Clause column(NumericSet accepted) {
    return ScanClause.of(field(), index.numbers(), accepted, rowCount());
  }

  /** Binds one range of keys, which is one run of values. */
  private Clause bindRun(ValueBitmaps bitmaps, NumericSet accepted) {
    int low = bitmaps.firstValueFrom(accepted.low(0));
    int end = bitmaps.firstValueBehind(accepted.high(0));
    if (low == end) {
      return none();
    }
    if (end - low == 1 && bitmaps.posting(low).words() != null) {
      return BitmapClause.ofDense(field(), bitmaps.posting(low), rowCount(), scratch);
    }
    @Nullable Posting[] cumulative = bitmaps.cumulative();
    boolean isOpen = low == 0 || end == bitmaps.valueCount();
    if (cumulative != null && (isOpen || end - low > ValueBitmaps.MAX_UNITED_VALUES)) {
      return bindRange(cumulative, bitmaps, low, end, column(accepted));
    }
    long[] values = new long[Bits.wordCount(bitmaps.valueCount() + 1)];
    Bits.setRange(values, low, end);
    return byBitmaps(bitmaps, values, column(accepted));
  }

  /** Binds a range of several values. */
  private Clause bindRange(
      @Nullable Posting[] cumulative, ValueBitmaps bitmaps, int low, int end, Clause check) {
    Posting from = cumulative[low];
    Posting beyond = end == bitmaps.valueCount() ? null : cumulative[end];
    if (from != null && beyond != null) {
      return new ValueRangeClause(from, beyond, check);
    }
    boolean inverted = beyond != null;
    Posting only = Objects.requireNonNull(inverted ? beyond : from);
    Posting[] used = {only};
    // The lists of rare values are shorter than the bitmap of all of them.
    boolean listsValues = inverted || !Posting.isFrequent(only.count(), rowCount());
    Posting[] accepts = listsValues ? bitmaps.postings(low, end) : used;
    return new BitmapClause(field(), accepts, used, inverted, check, rowCount(), scratch);
  }

  private Clause byBitmaps(ValueBitmaps bitmaps, long[] values, Clause check) {
    Posting[] accepts = bitmaps.postings(values, true);
    boolean isMost = bitmaps.selectsMost(values);
    Posting[] used = isMost ? bitmaps.postings(values, false) : accepts;
    return new BitmapClause(field(), accepts, used, isMost, check, rowCount(), scratch);
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
