package io.offerengine.internal.plan;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * A range of a computed field whose formula grows with the cluster field: a run of rows in which
 * the accepted ones lie, and one within it in which every row is accepted.
 */
final class RowRangeClause extends Clause {
  private final Clause check;
  private final int from;
  private final int to;
  private final int sureFrom;
  private final int sureTo;

  private RowRangeClause(Clause check, int from, int to, int sureFrom, int sureTo) {
    super(check.field(), to - from, false);
    this.check = check;
    this.from = from;
    this.to = to;
    this.sureFrom = sureFrom;
    this.sureTo = sureTo;
  }

  /**
   * Returns the clause; null where the order of rows does not tell.
   *
   * @param check the same condition, evaluated for a row
   */
  static @Nullable RowRangeClause of(
      Field field,
      Formula formula,
      NumericSet accepted,
      SealedSegment segment,
      Arguments arguments,
      Clause check) {
    RowBound least = RowBound.of(field, false, segment, arguments);
    RowBound greatest = RowBound.of(field, true, segment, arguments);
    boolean usable =
        least != null
            && greatest != null
            && !least.isBackwards()
            && least.presentCount() == segment.size()
            && accepted.rangeCount() == 1
            && !accepted.includesAbsent();
    if (!usable || least == null || greatest == null || !isKnown(least) || !isKnown(greatest)) {
      return null;
    }
    long low = accepted.low(0);
    long high = accepted.high(0);
    int from = rowsBelow(greatest, low);
    int to = high == Long.MAX_VALUE ? segment.size() : rowsBelow(least, high + 1);
    if (!isEverywherePresent(formula, segment)) {
      return new RowRangeClause(check, from, Math.max(from, to), from, from);
    }
    int sureFrom = rowsBelow(least, low);
    int sureTo = high == Long.MAX_VALUE ? segment.size() : rowsBelow(greatest, high + 1);
    boolean some = sureFrom < sureTo;
    return new RowRangeClause(
        check, from, Math.max(from, to), some ? sureFrom : from, some ? sureTo : from);
  }

  private static boolean isKnown(RowBound bound) {
    int last = bound.presentCount() - 1;
    return last >= 0 && !Double.isNaN(bound.value(0)) && !Double.isNaN(bound.value(last));
  }

  private static boolean isEverywherePresent(Formula formula, SealedSegment segment) {
    for (Formula.Input input : formula.inputs()) {
      boolean present = segment.index(input.field()).presentCount() == segment.size();
      if (!present && Double.isNaN(input.absentAs())) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many rows, the first ones, are bounded by less than a key. */
  private static int rowsBelow(RowBound bound, long key) {
    int low = 0;
    int high = bound.presentCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean below = NumericKey.of(bound.value(middle)) < key;
      low = below ? middle + 1 : low;
      high = below ? high : middle;
    }
    return low;
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public boolean accepts(int row) {
    return (row >= sureFrom && row < sureTo) || (row >= from && row < to && check.accepts(row));
  }

  @Override
  public void narrow(long[] words, int firstWord, int endWord) {
    Bits.keepRange(words, firstWord, endWord, from, to);
  }

  @Override
  public boolean leavesSome() {
    return from < to && (sureFrom > from || sureTo < to);
  }

  @Override
  public boolean isCheckedLate() {
    return leavesSome();
  }

  @Override
  public int filter(int[] rows, int size) {
    int kept = 0;
    int sure = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += row >= from && row < to ? 1 : 0;
      sure += row >= sureFrom && row < sureTo ? 1 : 0;
    }
    return sure == kept ? kept : check.filter(rows, kept);
  }
}
