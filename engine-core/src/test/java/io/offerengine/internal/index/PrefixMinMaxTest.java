package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The ranks that two ranges exclude, beside a look at every rank. */
class PrefixMinMaxTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField PRICE = THINGS.integer("price").hot().add();
  private static final IntegerField SPEED = THINGS.integer("speed").add();
  private static final IntegerField OTHER = THINGS.integer("other").hot().add();

  /** No multiple of {@link PrefixMinMax#STEP}. */
  private static final int ROWS = 5_000;

  private static final int SPREAD = 300;

  private final Random random = new Random(3);
  private final long[] priceByRow = new long[ROWS];
  private final long[] speedByRow = new long[ROWS];
  private final long[] hasSpeed = new long[Bits.wordCount(ROWS)];
  private final FieldIndex prices;
  private final PackedColumn speeds;
  private final SortedPermutation sorted;
  private final PrefixMinMax extremes;

  /** Speeds grow with prices; a tenth of the rows has no price, and a tenth no speed. */
  PrefixMinMaxTest() {
    long[] hasPrice = new long[Bits.wordCount(ROWS)];
    for (int row = 0; row < ROWS; row++) {
      priceByRow[row] = random.nextInt(ROWS);
      speedByRow[row] = priceByRow[row] + random.nextInt(SPREAD);
      if (random.nextInt(10) > 0) {
        Bits.set(hasPrice, row);
      }
      if (random.nextInt(10) > 0) {
        Bits.set(hasSpeed, row);
      }
    }
    prices = FieldIndex.of(PRICE, PackedColumn.ofIntegers(priceByRow, hasPrice), ROWS);
    speeds = PackedColumn.ofIntegers(speedByRow, hasSpeed);
    sorted = Objects.requireNonNull(prices.permutation());
    sorted.addExtremes(speeds);
    extremes = Objects.requireNonNull(sorted.extremes(speeds));
  }

  @Test
  void ranksOutside_ofARangeThatNoRowHas_areAllRanksWithAValue() {
    KeyRange beyond = new KeyRange(speeds, 2L * ROWS, 3L * ROWS);
    assertThat(extremes.ranksOutside(beyond, false)).isEqualTo(sorted.presentCount());
    assertThat(extremes.ranksOutside(beyond, true)).isEqualTo(sorted.presentCount());
    assertThat(sorted.presentCount()).isLessThan(ROWS);
  }

  /** A range to the end of the segment has one end; a narrower one costs a second bitmap. */
  @Test
  void narrowedBy_aRangeThatAddsAnEnd_leavesOutAtLeastHalfOfTheRanks() {
    RangeClause allPrices = prices(0, Long.MAX_VALUE - 1);
    assertThat(allPrices.fromRank()).isZero();
    assertThat(allPrices.narrowedBy(speeds(0, ROWS / 4)).estimate())
        .isBetween(ROWS / 5, allPrices.estimate() / 2);
    assertThat(allPrices.narrowedBy(speeds(ROWS / 4, 3L * ROWS))).isSameAs(allPrices);

    RangeClause middle = prices(1_000, 4_000);
    assertThat(middle.narrowedBy(speeds(0, 3_700)).estimate())
        .isBetween(middle.estimate() * 3 / 4, middle.estimate() - 1);
  }

  @Test
  void narrowedBy_aClauseWithoutExtremes_isTheSameClause() {
    RangeClause range = prices(10, 20);
    PackedColumn others = PackedColumn.ofIntegers(new Random(1).longs(ROWS).toArray(), null);
    NumericSet none = NumericSet.range(0, 1);
    assertThat(range.narrowedBy(ScanClause.of(SPEED, others, none, ROWS))).isSameAs(range);
    NumericSet twoRuns = NumericSet.range(0, 10).withAbsent(true);
    assertThat(range.narrowedBy(ScanClause.of(SPEED, speeds, twoRuns, ROWS))).isSameAs(range);
    RangeClause orAbsent =
        (RangeClause) prices.bind(NumericSet.range(10, 20).withAbsent(true), new Scratch());
    assertThat(orAbsent.narrowedBy(speeds(3L * ROWS, 4L * ROWS))).isSameAs(orAbsent);
  }

  @Test
  void addExtremes_ofTheColumnItselfOrInASmallSegment_addsNone() {
    long[] keys = new Random(1).longs(100).toArray();
    FieldIndex small = FieldIndex.of(PRICE, PackedColumn.ofIntegers(keys, null), keys.length);
    SortedPermutation few = Objects.requireNonNull(small.permutation());
    few.addExtremes(speeds);
    assertThat(few.hasExtremes()).isFalse();
    assertThat(few.extremes(speeds)).isNull();
    assertThat(sorted.hasExtremes()).isTrue();
    sorted.addExtremes(speeds);
    assertThat(sorted.extremes(PackedColumn.ofIntegers(new long[] {1, 2}, null))).isNull();
  }

  @Test
  void pays_ofFieldsOfWhichOneRisesOrFallsWithTheOther_isTrue() {
    assertThat(PrefixMinMax.pays(sorted, by(row -> speedByRow[row]))).isTrue();
    assertThat(PrefixMinMax.pays(sorted, by(row -> -speedByRow[row]))).isTrue();
    assertThat(PrefixMinMax.pays(sorted, by(row -> random.nextInt(ROWS)))).isFalse();
  }

  /** Here the fields rise together among the least, or the greatest, of four quarters alone. */
  @Test
  void pays_ofOneEnd_isTrue() {
    int end = ROWS / 3;
    assertThat(PrefixMinMax.pays(sorted, by(row -> togetherIf(priceByRow[row] < end, row))))
        .isTrue();
    assertThat(PrefixMinMax.pays(sorted, by(row -> togetherIf(priceByRow[row] > ROWS - end, row))))
        .isTrue();
  }

  /** The first 70 of 4,500 ranks say enough, and the first 20 may lack keys by chance. */
  @Test
  void pays_ofAFewRanks_isTrueForASixtyFourth() {
    assertThat(PrefixMinMax.pays(sorted, by(togetherBelow(ROWS / 40)))).isTrue();
    assertThat(PrefixMinMax.pays(sorted, by(togetherBelow(ROWS / 200)))).isFalse();
  }

  /** The last ranks of this field tell nothing of prices, whose first ranks tell of this field. */
  @Test
  void pays_ofTwoOrders_isAskedOfEach() {
    SortedPermutation other = by(togetherBelow(ROWS / 20));
    assertThat(PrefixMinMax.pays(sorted, other)).isTrue();
    assertThat(PrefixMinMax.pays(other, sorted)).isFalse();
  }

  /** A quarter of the keys has to be missing. */
  @Test
  void pays_ofAThirdOfTheKeys_isTrueAndOfAFifthFalse() {
    assertThat(PrefixMinMax.pays(sorted, by(withoutTheGreatest(3)))).isTrue();
    assertThat(PrefixMinMax.pays(sorted, by(withoutTheGreatest(5)))).isFalse();
  }

  /** Half of the first ranks have no key of the other field, and too few have one. */
  @Test
  void pays_ofFewRowsWithAKey_isFalse() {
    long[] keys = IntStream.range(0, ROWS).mapToLong(togetherBelow(ROWS / 40)).toArray();
    long[] some = Bits.all(ROWS);
    for (int rank = 0; rank < ROWS / 40; rank += 2) {
      Bits.clear(some, sorted.row(rank));
    }
    FieldIndex index = FieldIndex.of(OTHER, PackedColumn.ofIntegers(keys, some), ROWS);
    assertThat(PrefixMinMax.pays(sorted, Objects.requireNonNull(index.permutation()))).isFalse();
  }

  private IntToLongFunction togetherBelow(int end) {
    return row -> togetherIf(priceByRow[row] < end, row);
  }

  /** Returns keys of which the cheapest rows have none of the greatest part. */
  private IntToLongFunction withoutTheGreatest(int part) {
    return row -> random.nextInt(priceByRow[row] < ROWS / 10 ? ROWS - ROWS / part : ROWS);
  }

  private long togetherIf(boolean together, int row) {
    return together ? priceByRow[row] : random.nextInt(ROWS);
  }

  /** Two rows are enough: the first ranks then have a key of either end. */
  @Test
  void pays_ifARowAtEachEndHasAKeyOfTheOtherEnd_isFalse() {
    int cheapest = sorted.row(0);
    int dearest = sorted.row(sorted.presentCount() - 1);
    long exchanged = speedByRow[cheapest];
    speedByRow[cheapest] = speedByRow[dearest];
    assertThat(PrefixMinMax.pays(sorted, by(row -> speedByRow[row]))).isTrue();
    speedByRow[dearest] = exchanged;
    assertThat(PrefixMinMax.pays(sorted, by(row -> speedByRow[row]))).isFalse();
  }

  /** Rows of equal keys lie in the order of rows, which says nothing of the key. */
  @Test
  void pays_ofKeysThatManyRowsShare_takesAllOfTheseRows() {
    SortedPermutation mostlyLeast = by(row -> row % 5 < 2 ? 0 : 1 + random.nextInt(ROWS));
    SortedPermutation byRow = by(row -> 2L * row);
    assertThat(PrefixMinMax.pays(mostlyLeast, byRow)).isFalse();
    assertThat(PrefixMinMax.pays(by(row -> Math.min(3000, row)), byRow)).isTrue();
    SortedPermutation mostlyGreatest =
        by(row -> row % 5 < 2 ? Long.MAX_VALUE : random.nextInt(ROWS));
    assertThat(PrefixMinMax.pays(mostlyGreatest, byRow)).isFalse();
  }

  private static SortedPermutation by(IntToLongFunction keys) {
    long[] byRow = IntStream.range(0, ROWS).mapToLong(keys).toArray();
    FieldIndex index = FieldIndex.of(OTHER, PackedColumn.ofIntegers(byRow, null), ROWS);
    return Objects.requireNonNull(index.permutation());
  }

  @Test
  void bytes_ofSome_areTheirFourArrays() {
    int steps = (sorted.presentCount() + PrefixMinMax.STEP - 1) / PrefixMinMax.STEP;
    long arrays = 4 * Footprint.array(steps, Long.BYTES);
    assertThat(bytes(new PrefixMinMax[] {extremes})).isBetween(arrays + 16, arrays + 160);
    PrefixMinMax[] two = PrefixMinMax.add(new PrefixMinMax[] {extremes}, extremes);
    assertThat(two).hasSize(2);
    // Both places have the same extremes.
    assertThat(bytes(two)).isLessThan(2 * arrays);
  }

  private long bytes(PrefixMinMax[] all) {
    Footprint footprint = new Footprint();
    footprint.leaveOut(speeds);
    return footprint.of(all);
  }

  private RangeClause prices(long low, long high) {
    NumericSet accepted = NumericSet.range(Math.min(low, high), Math.max(low, high));
    return (RangeClause) prices.bind(accepted, new Scratch());
  }

  private Clause speeds(long low, long high) {
    return ScanClause.of(SPEED, speeds, NumericSet.range(low, high), ROWS);
  }
}
