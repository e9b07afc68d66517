package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each set of values gets the clause that costs least, and the clause says its cost. */
class BindingTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final IntegerField WARM = THINGS.integer("warm").add();
  private static final IntegerField COLD = THINGS.integer("cold").cold().add();
  private static final int ROWS = 9000;
  private static final long MAX = Long.MAX_VALUE;
  private static final long MIN = Long.MIN_VALUE;

  /** Returns one of nine values, of a thousand rows each. */
  private static Long nine(int row) {
    return (long) row % 9;
  }

  /** Returns the same, but of every tenth row, which has none. */
  private static @Nullable Long gaps(int row) {
    return row % 10 == 0 ? null : nine(row);
  }

  private static Long many(int row) {
    return (long) new Random(row).nextInt(4000);
  }

  /**
   * The clause and its cost, for each kind of set. That clauses find the rows of their sets is what
   * {@link ClauseAgreementTest} is about.
   */
  static Stream<Arguments> sets() {
    FieldIndex gaps = index(WARM, BindingTest::gaps);
    FieldIndex nine = index(WARM, BindingTest::nine);
    FieldIndex tens = index(WARM, row -> 10 * nine(row));
    FieldIndex cold = index(COLD, BindingTest::nine);
    FieldIndex many = index(WARM, BindingTest::many);
    // Of the ten postings of values with gaps, the complement of one is nine: the other is asked.
    return Stream.of(
        Arguments.of(gaps, NumericSet.range(9, MAX), "no row"),
        Arguments.of(gaps, NumericSet.range(0, 8).withAbsent(true), "all rows"),
        Arguments.of(gaps, NumericSet.range(0, 8), "1 bitmap, masked range listed"),
        Arguments.of(tens, NumericSet.range(1, 9), "no row"),
        Arguments.of(gaps, NumericSet.of(4), "1 bitmap, masked listed"),
        Arguments.of(
            gaps,
            NumericSet.of(4).complement().withAbsent(true),
            "1 bitmap, inverted masked listed"),
        Arguments.of(nine, NumericSet.of(1, 5), "2 bitmaps, listed"),
        Arguments.of(nine, NumericSet.of(1, 5, 7), "3 bitmaps, listed"),
        Arguments.of(nine, NumericSet.of(1, 3, 5, 7), "1 bitmap, listed, repairs 4000"),
        Arguments.of(
            nine, NumericSet.of(1, 5).complement(), "1 bitmap, inverted listed, repairs 2000"),
        Arguments.of(
            nine, NumericSet.of(1, 3, 5, 7).complement(), "1 bitmap, listed, repairs 5000"),
        Arguments.of(gaps, NumericSet.range(2, 6), "2 bitmaps, range"),
        Arguments.of(nine, NumericSet.range(3, 4), "2 bitmaps, range listed"),
        Arguments.of(cold, NumericSet.range(3, 6), "1 bitmap, range listed, repairs 4000"),
        Arguments.of(nine, NumericSet.range(3, MAX), "1 bitmap, masked range listed"),
        Arguments.of(nine, NumericSet.range(8, MAX), "1 bitmap, masked listed"),
        Arguments.of(nine, NumericSet.range(MIN, 6), "1 bitmap, inverted masked range listed"),
        Arguments.of(many, NumericSet.range(100, 900), "all rows one by one"),
        Arguments.of(index(WARM, row -> null), NumericSet.of(1), "no row"));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void bind_ofASet_isTheClauseThatCostsLeast(FieldIndex index, NumericSet accepted, String cost) {
    Clause clause = index.bind(accepted, new Scratch());
    assertThat(cost(clause)).as("%s", accepted).isEqualTo(cost);
    if (clause.isIndexed()) {
      assertThat(clause.estimate())
          .isEqualTo(
              IntStream.range(0, ROWS).filter(row -> AcceptedRows.accepts(clause, row)).count());
    }
  }

  private static String cost(Clause clause) {
    if (clause instanceof ConstantClause constant) {
      assertThat(constant.estimate()).isIn(0, ROWS);
      return constant.estimate() == ROWS ? "all rows" : "no row";
    }
    boolean isInverted = clause instanceof BitmapClause bitmaps && bitmaps.isInverted();
    if (!clause.isIndexed()) {
      assertThat(clause.batches()).isNull();
      assertThat(clause.estimate()).isEqualTo(ROWS);
      return "all rows one by one";
    }
    assertThat(clause.isExact()).isTrue();
    return (clause.bitmapCount() == 1 ? "1 bitmap," : clause.bitmapCount() + " bitmaps,")
        + (isInverted ? " inverted" : "")
        + (clause.check() == Clause.Check.BIT ? " masked" : "")
        + (clause.keyRange() == null ? "" : " range")
        + (clause.batches() == null ? "" : " listed")
        + (clause.repairedRows() == 0 ? "" : ", repairs " + clause.repairedRows());
  }

  @Test
  void bind_ofAFlag_acceptsTheRowsOfEachSet() {
    FieldIndex index = index(WARM, row -> row % 7 == 0 ? null : (long) row % 2);
    for (NumericSet accepted :
        List.of(
            NumericSet.of(0),
            NumericSet.of(1),
            NumericSet.absent(),
            NumericSet.of(1).withAbsent(true),
            NumericSet.present())) {
      Clause clause = index.bind(accepted, new Scratch());
      assertAgrees(
          clause, row -> row % 7 == 0 ? accepted.includesAbsent() : accepted.contains(row % 2));
    }
  }

  @Test
  void ofValue_eachValueAndAbsence_acceptsTheirRows() {
    FieldIndex index = index(WARM, BindingTest::gaps);

    assertThat(index.valueCount()).isEqualTo(9);
    for (int value = 0; value < 9; value++) {
      Long wanted = (long) value;
      assertThat(index.valueKey(value)).isEqualTo(wanted);
      assertAgrees(index.ofValue(value, new Scratch()), row -> wanted.equals(gaps(row)));
    }
    assertAgrees(index.ofValue(9, new Scratch()), row -> gaps(row) == null);
  }

  @Test
  void bind_ofManySortedValues_isARunOfRanks() {
    FieldIndex index = index(HOT, BindingTest::many);
    RangeClause run = (RangeClause) index.bind(NumericSet.range(100, 900), new Scratch());
    NumericSet others = NumericSet.range(100, 900).complement();
    RangeClause runs = (RangeClause) index.bind(others, new Scratch());

    assertThat(run.batches()).isNotNull();
    assertThat(run.isExact()).isFalse();
    assertThat(run.keyRange()).isNotNull();
    assertThat(run.isOneRunOf(index.permutation())).isTrue();
    assertThat(run.isOneRunOf(index(HOT, BindingTest::many).permutation())).isFalse();
    assertThat(run.toRank() - run.fromRank()).isEqualTo(run.estimate());
    assertThat(run.repairedRows()).isLessThanOrEqualTo(2 * ROWS / 128 + 2);
    assertThat(run.bitmapCount()).isEqualTo(2 * RankBuckets.BITMAPS);
    assertThat(index.bind(NumericSet.range(100, MAX), new Scratch()).bitmapCount())
        .as("one end lies within the ranks")
        .isEqualTo(RankBuckets.BITMAPS);
    assertThat(runs.bitmapCount()).isEqualTo(1);
    assertThat(runs.isOneRunOf(index.permutation())).isFalse();
    assertThat(runs.repairedRows()).isEqualTo(runs.estimate());
    assertThat(runs.keyRange()).isNull();
  }

  @Test
  void bytes_ofAnIndex_addItsStructuresUp() {
    FieldIndex few = index(HOT, BindingTest::gaps);
    FieldIndex sorted = index(HOT, BindingTest::many);
    FieldIndex cold = index(COLD, BindingTest::gaps);

    ValueBitmaps bitmaps = Objects.requireNonNull(few.bitmaps());
    long keyBytes = Footprint.array(bitmaps.keys().length, Long.BYTES);
    Footprint footprint = new Footprint();
    assertThat(few.bitmapBytes(footprint))
        .isEqualTo(new Footprint().of(bitmaps.postings()) + keyBytes)
        .isPositive();
    // The greatest value has one bitmap in both.
    Posting greatest = bitmaps.posting(few.valueCount() - 1);
    assertThat(few.cumulativeBytes(footprint))
        .isEqualTo(new Footprint().of(bitmaps.cumulative()) - new Footprint().of(greatest))
        .isPositive();
    assertThat(footprint.of(few.permutation())).isZero();
    footprint.of(sorted.column());
    Footprint same = new Footprint();
    same.of(sorted.column());
    assertThat(footprint.of(sorted.permutation()))
        .isEqualTo(same.of(sorted.permutation()))
        .isPositive();
    assertThat(sorted.bitmapBytes(footprint)).isZero();
    assertThat(cold.cumulativeBytes(footprint)).isZero();
    assertThat(cold.bitmapBytes(footprint)).isPositive();
  }

  @Test
  void presentCount_ofAnIndex_leavesAbsentRowsOut() {
    assertThat(index(WARM, BindingTest::gaps).presentCount()).isEqualTo(8100);
    assertThat(
            FieldIndex.of(WARM, PackedColumn.ofIntegers(new long[1], new long[1]), 70)
                .presentCount())
        .isZero();
    assertThat(
            FieldIndex.of(WARM, PackedColumn.ofIntegers(new long[] {5}, null), 70).presentCount())
        .isEqualTo(70);
  }

  private static void assertAgrees(Clause clause, IntPredicate expected) {
    assertThat(IntStream.range(0, ROWS).filter(row -> AcceptedRows.accepts(clause, row)))
        .containsExactlyElementsOf(IntStream.range(0, ROWS).filter(expected).boxed().toList());
    long[] all = Bits.all(ROWS);
    clause.retain(all, all.length);
    assertThat(all).isEqualTo(Bits.of(IntStream.range(0, ROWS).filter(expected).toArray(), ROWS));
  }

  private static FieldIndex index(Field field, IntFunction<@Nullable Long> values) {
    long[] keys = new long[ROWS];
    long[] present = new long[Bits.wordCount(ROWS)];
    for (int row = 0; row < ROWS; row++) {
      Long value = values.apply(row);
      if (value != null) {
        keys[row] = value;
        Bits.set(present, row);
      }
    }
    boolean isAbsent = Bits.count(present) == 0;
    return FieldIndex.of(
        field,
        isAbsent
            ? PackedColumn.ofIntegers(new long[1], new long[1])
            : PackedColumn.ofIntegers(keys, present),
        ROWS);
  }
}
