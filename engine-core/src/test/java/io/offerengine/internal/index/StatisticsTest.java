package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.GrowingNumericColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import org.junit.jupiter.api.Test;

/** What statistics and ranges say of a column holds at their ends. */
class StatisticsTest {
  private static final NumericStatistics SOME = new NumericStatistics(10, 20, 7, 9);
  private static final NumericStatistics ALL = new NumericStatistics(10, 20, 9, 9);
  private static final NumericStatistics NONE =
      new NumericStatistics(Long.MAX_VALUE, Long.MIN_VALUE, 0, 9);

  @Test
  void isConstant_ofStatistics_whereAllRowsHaveOneValueOrNone() {
    assertThat(new NumericStatistics(10, 10, 9, 9).isConstant()).isTrue();
    assertThat(new NumericStatistics(10, 10, 8, 9).isConstant()).isFalse();
    assertThat(ALL.isConstant()).isFalse();
    assertThat(NONE.isConstant()).isTrue();
  }

  @Test
  void rejectsAll_ofASet_whereNoRowCanFulfilIt() {
    NumericSet below = NumericSet.range(0, 9);

    assertThat(SOME.rejectsAll(below)).isTrue();
    assertThat(SOME.rejectsAll(NumericSet.range(0, 10))).isFalse();
    assertThat(SOME.rejectsAll(below.withAbsent(true))).isFalse();
    assertThat(ALL.rejectsAll(below.withAbsent(true))).isTrue();
    assertThat(NONE.rejectsAll(NumericSet.present())).isTrue();
    assertThat(NONE.rejectsAll(NumericSet.absent())).isFalse();
  }

  @Test
  void acceptsAll_ofASet_whereEveryRowFulfilsIt() {
    NumericSet covering = NumericSet.range(10, 20);

    assertThat(SOME.acceptsAll(covering)).isFalse();
    assertThat(SOME.acceptsAll(covering.withAbsent(true))).isTrue();
    assertThat(SOME.acceptsAll(NumericSet.range(11, 20).withAbsent(true))).isFalse();
    assertThat(ALL.acceptsAll(covering)).isTrue();
    assertThat(ALL.acceptsAll(NumericSet.range(10, 19))).isFalse();
    assertThat(NONE.acceptsAll(NumericSet.absent())).isTrue();
    assertThat(NONE.acceptsAll(covering)).isFalse();
  }

  @Test
  void keyRange_ofASet_whereItIsOneRangeOfASealedColumn() {
    NumericColumn integers = PackedColumn.ofIntegers(new long[] {1, 2}, null);
    NumericColumn growing = new GrowingNumericColumn(false, 4, false);

    assertThat(KeyRange.of(integers, NumericSet.range(1, 5)))
        .isEqualTo(new KeyRange(integers, 1, 5));
    assertThat(KeyRange.of(integers, NumericSet.range(1, 5).withAbsent(true))).isNull();
    assertThat(KeyRange.of(integers, NumericSet.of(1, 5))).isNull();
    assertThat(KeyRange.of(integers, NumericSet.none())).isNull();
    assertThat(KeyRange.of(growing, NumericSet.range(1, 5))).isNull();
  }

  /** No number has a key below that of negative infinity. */
  @Test
  void keyRange_ofNumbers_beginsAtTheLeastNumber() {
    NumericColumn numbers = PackedColumn.ofNumbers(new double[] {1, 2.5});
    long least = NumericKey.of(Double.NEGATIVE_INFINITY);
    long one = NumericKey.of(1);

    assertThat(KeyRange.of(numbers, NumericSet.range(Long.MIN_VALUE, one)))
        .isEqualTo(new KeyRange(numbers, least, one));
    assertThat(KeyRange.of(numbers, NumericSet.range(Long.MIN_VALUE, least)))
        .isEqualTo(new KeyRange(numbers, least, least));
    assertThat(KeyRange.of(numbers, NumericSet.range(Long.MIN_VALUE, least - 1))).isNull();
  }

  @Test
  void contains_ofARange_includesItsEnds() {
    KeyRange range = new KeyRange(PackedColumn.ofIntegers(new long[] {1}, null), 3, 5);

    assertThat(range.contains(2)).isFalse();
    assertThat(range.contains(3)).isTrue();
    assertThat(range.contains(5)).isTrue();
    assertThat(range.contains(6)).isFalse();
  }
}
