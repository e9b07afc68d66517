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
}
