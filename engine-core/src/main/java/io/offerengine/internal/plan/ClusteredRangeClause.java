package io.offerengine.internal.plan;

import io.offerengine.internal.column.BinarySearch;
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
 * A range of a computed field whose formula grows with the cluster field. Storage order bounds the
 * formula, so all accepted rows lie in one run of rows, and every row of a run within it is
 * accepted. Only the rows between the two runs are evaluated.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ClusteredRangeClause extends Clause {
  private final Clause column;
  private final int from;
  private final int to;
  private final int sureFrom;
  private final int sureTo;

  private ClusteredRangeClause(Clause column, int from, int to, int sureFrom, int sureTo) {
    super(column.field(), to - from, Check.VALUE);
    this.column = column;
    this.from = from;
    this.to = to;
    this.sureFrom = sureFrom;
    this.sureTo = sureTo;
  }

  /**
   * Returns the clause; null if storage order does not bound the formula.
   *
   * @param column the same condition, evaluated row by row
   */
  static @Nullable ClusteredRangeClause of(
      Field field,
      Formula formula,
      NumericSet accepted,
      SealedSegment segment,
      Arguments arguments,
      Clause column) {
    ClusterBound least = ClusterBound.of(field, false, segment, arguments);
    ClusterBound greatest = ClusterBound.of(field, true, segment, arguments);
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
    if (!ComputedBounds.hasAllInputs(formula, segment)) {
      return new ClusteredRangeClause(column, from, Math.max(from, to), from, from);
    }
    int sureFrom = rowsBelow(least, low);
    int sureTo = high == Long.MAX_VALUE ? segment.size() : rowsBelow(greatest, high + 1);
    boolean some = sureFrom < sureTo;
    return new ClusteredRangeClause(
        column, from, Math.max(from, to), some ? sureFrom : from, some ? sureTo : from);
  }

  private static boolean isKnown(ClusterBound bound) {
    int last = bound.presentCount() - 1;
    return last >= 0 && !Double.isNaN(bound.value(0)) && !Double.isNaN(bound.value(last));
  }

  /** Returns how many of the first rows have a bound below a key. */
  private static int rowsBelow(ClusterBound bound, long key) {
    return BinarySearch.firstBehind(
        0, bound.presentCount(), row -> NumericKey.of(bound.value(row)) >= key);
  }

  @Override
  public void narrow(long[] words, int firstWord, int endWord) {
    Bits.keepRange(words, firstWord, endWord, from, to);
  }

  @Override
  public boolean isExact() {
    return from == to || (sureFrom == from && sureTo == to);
  }

  @Override
  public int filter(int[] rows, int size) {
    int left = 0;
    int sure = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[left] = row;
      left += row >= from && row < to ? 1 : 0;
      sure += row >= sureFrom && row < sureTo ? 1 : 0;
    }
    return sure == left ? left : column.filter(rows, left);
  }
}
