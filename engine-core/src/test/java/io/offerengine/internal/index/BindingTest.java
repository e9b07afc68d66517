package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each set of values gets the clause that costs least, and the clause says its cost. */
class BindingTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final IntegerField WARM = THINGS.integer("warm").add();
  private static final IntegerField COLD = THINGS.integer("cold").cold().add();
  private static final TextField TEXT =
      THINGS.text("text").collation(Collation.of("spaces", text -> text.replace('_', ' '))).add();
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

  @Test
  void bind_setsThatAllRowsOrNoneFulfil_isConstant() {
    FieldIndex index = index(WARM, BindingTest::gaps);
    Clause none = index.bind(NumericSet.range(9, MAX), new Scratch());
    Clause all = index.bind(NumericSet.range(0, 8).withAbsent(true), new Scratch());
    Clause between =
        index(WARM, row -> 10L * (row % 9)).bind(NumericSet.range(1, 9), new Scratch());

    assertThat(((ConstantClause) none).acceptsAll()).isFalse();
    assertThat(((ConstantClause) all).acceptsAll()).isTrue();
    assertThat(((ConstantClause) between).acceptsAll()).isFalse();
    assertThat(all.estimate()).isEqualTo(ROWS);
    assertThat(none.estimate()).isZero();
    assertThat(index.bind(NumericSet.range(0, 8), new Scratch()))
        .isNotInstanceOf(ConstantClause.class);
  }

  @Test
  void bind_oneValue_looksAtItsBitmap() {
    Clause one = index(WARM, BindingTest::gaps).bind(NumericSet.of(4), new Scratch());

    assertThat(one.isMasked()).isTrue();
    assertThat(one.isIndexed()).isTrue();
    assertThat(one.isListed()).isTrue();
    assertThat(one.leavesSome()).isFalse();
    assertThat(one.bitmapCount()).isEqualTo(1);
    assertThat(one.repairedRows()).isZero();
    assertThat(((BitmapClause) one).isInverted()).isFalse();
    assertAgrees(one, row -> gaps(row) != null && gaps(row) == 4);
  }

  /** Of ten postings, absence among them, the complement of one is nine: the other is asked. */
  @Test
  void bind_allButOneValue_looksAtItsBitmapInverted() {
    NumericSet allBut = NumericSet.of(4).complement().withAbsent(true);
    Clause clause = index(WARM, BindingTest::gaps).bind(allBut, new Scratch());

    assertThat(((BitmapClause) clause).isInverted()).isTrue();
    assertThat(clause.isMasked()).isTrue();
    assertAgrees(clause, row -> gaps(row) == null || gaps(row) != 4);
  }

  @Test
  void bind_twoOrThreeValues_readsTheirBitmapsWordByWord() {
    FieldIndex index = index(WARM, BindingTest::nine);
    Clause two = index.bind(NumericSet.of(1, 5), new Scratch());
    Clause three = index.bind(NumericSet.of(1, 5, 7), new Scratch());
    Clause four = index.bind(NumericSet.of(1, 3, 5, 7), new Scratch());

    assertThat(two.bitmapCount()).isEqualTo(2);
    assertThat(three.bitmapCount()).isEqualTo(3);
    assertThat(three.repairedRows()).isZero();
    assertThat(four.bitmapCount()).isEqualTo(1);
    assertThat(four.repairedRows()).isEqualTo(4000);
    assertThat(two.isMasked()).isFalse();
    assertAgrees(two, row -> row % 9 == 1 || row % 9 == 5);
    assertAgrees(three, row -> row % 9 == 1 || row % 9 == 5 || row % 9 == 7);
    assertAgrees(four, row -> row % 9 % 2 == 1);
  }

  @Test
  void bind_allButTwoOrFourValues_readsTheBitmapsOfTheseInverted() {
    FieldIndex index = index(WARM, BindingTest::nine);
    Clause allButTwo = index.bind(NumericSet.of(1, 5).complement(), new Scratch());
    Clause allButFour = index.bind(NumericSet.of(1, 3, 5, 7).complement(), new Scratch());

    assertThat(((BitmapClause) allButTwo).isInverted()).isTrue();
    assertAgrees(allButTwo, row -> row % 9 != 1 && row % 9 != 5);
    assertAgrees(allButFour, row -> row % 9 % 2 == 0);
  }

  @Test
  void bind_aRangeWithTwoEnds_looksAtTwoCumulativeBitmaps() {
    Clause range = index(WARM, BindingTest::gaps).bind(NumericSet.range(2, 6), new Scratch());

    assertThat(range).isInstanceOf(ValueRangeClause.class);
    assertThat(range.isIndexed()).isTrue();
    assertThat(range.leavesSome()).isFalse();
    assertThat(range.bitmapCount()).isEqualTo(2);
    assertThat(range.keyRange()).isNotNull();
    assertThat(range.estimate())
        .isEqualTo((int) IntStream.range(0, ROWS).filter(row -> within(row, 2, 6)).count());
    assertAgrees(range, row -> within(row, 2, 6));
  }

  private static boolean within(int row, long low, long high) {
    Long value = gaps(row);
    return value != null && value >= low && value <= high;
  }

  /** Two values are two bitmaps either way; a cold field has no cumulative ones. */
  @Test
  void bind_aRangeOfTwoValuesOrOfAColdField_unitesBitmaps() {
    Clause two = index(WARM, BindingTest::nine).bind(NumericSet.range(3, 4), new Scratch());
    Clause cold = index(COLD, BindingTest::nine).bind(NumericSet.range(3, 6), new Scratch());

    assertThat(two).isInstanceOf(BitmapClause.class);
    assertThat(two.bitmapCount()).isEqualTo(2);
    assertThat(cold).isInstanceOf(BitmapClause.class);
    assertAgrees(two, row -> row % 9 >= 3 && row % 9 <= 4);
    assertAgrees(cold, row -> row % 9 >= 3 && row % 9 <= 6);
  }

  @Test
  void bind_aRangeOpenToASide_looksAtOneCumulativeBitmap() {
    FieldIndex all = index(WARM, BindingTest::nine);
    Clause from = all.bind(NumericSet.range(3, MAX), new Scratch());
    Clause to = all.bind(NumericSet.range(MIN, 6), new Scratch());
    Clause toOfSome = index(WARM, BindingTest::gaps).bind(NumericSet.range(MIN, 6), new Scratch());

    assertThat(from.isMasked()).isTrue();
    assertThat(to.isMasked()).isTrue();
    assertThat(((BitmapClause) to).isInverted()).isTrue();
    assertThat(from.keyRange()).isNotNull();
    assertAgrees(from, row -> row % 9 >= 3);
    assertAgrees(to, row -> row % 9 <= 6);
    assertAgrees(toOfSome, row -> within(row, 0, 6));
  }

  /** A flag's clauses are made once for each set of values, with absence and without. */
  @Test
  void bind_ofAFlag_isSharedBySearches() {
    FieldIndex index = index(WARM, row -> row % 7 == 0 ? null : (long) row % 2);
    for (NumericSet accepted :
        List.of(
            NumericSet.of(0),
            NumericSet.of(1),
            NumericSet.absent(),
            NumericSet.of(1).withAbsent(true),
            NumericSet.present())) {
      Clause clause = index.bind(accepted, new Scratch());
      assertThat(index.bind(accepted, new Scratch())).as("%s", accepted).isSameAs(clause);
      assertAgrees(
          clause, row -> row % 7 == 0 ? accepted.includesAbsent() : accepted.contains(row % 2));
    }
    assertThat(index(WARM, BindingTest::nine).bind(NumericSet.of(1), new Scratch()))
        .isNotSameAs(index(WARM, BindingTest::nine).bind(NumericSet.of(1), new Scratch()));
  }

  @Test
  void ofValue_eachValueAndAbsence_acceptsTheirRows() {
    FieldIndex index = index(WARM, BindingTest::gaps);

    assertThat(index.valueCount()).isEqualTo(9);
    for (int value = 0; value < 9; value++) {
      int wanted = value;
      assertThat(index.valueKey(value)).isEqualTo(value);
      assertAgrees(index.ofValue(value, new Scratch()), row -> within(row, wanted, wanted));
    }
    assertAgrees(index.ofValue(9, new Scratch()), row -> gaps(row) == null);
  }

  @Test
  void bind_ofManySortedValues_isARunOfRanks() {
    FieldIndex index = index(HOT, BindingTest::many);
    Clause run = index.bind(NumericSet.range(100, 900), new Scratch());
    Clause runs = index.bind(NumericSet.range(100, 900).complement(), new Scratch());
    Clause few = index.bind(NumericSet.of(100, 200, 300), new Scratch());

    assertThat(run).isInstanceOf(RangeClause.class);
    assertThat(run.isListed()).isTrue();
    assertThat(run.leavesSome()).isTrue();
    assertThat(run.batches()).isNotNull();
    assertThat(run.keyRange()).isNotNull();
    assertThat(((RangeClause) run).isOneRunOf(index.permutation())).isTrue();
    assertThat(((RangeClause) run).isOneRunOf(index(HOT, BindingTest::many).permutation()))
        .isFalse();
    assertThat(((RangeClause) run).toRank() - ((RangeClause) run).fromRank())
        .isEqualTo(run.estimate());
    assertThat(run.repairedRows()).isLessThanOrEqualTo(2 * ROWS / 128 + 2);
    assertThat(((RangeClause) runs).isOneRunOf(index.permutation())).isFalse();
    assertThat(runs.repairedRows()).isEqualTo(runs.estimate());
    assertThat(runs.keyRange()).isNull();
    assertAgrees(run, row -> many(row) >= 100 && many(row) <= 900);
    assertAgrees(runs, row -> many(row) < 100 || many(row) > 900);
    assertAgrees(few, row -> many(row) <= 300 && many(row) % 100 == 0 && many(row) > 0);
  }

  /** Several runs of ranks narrow nothing: rows are asked for, or all of the runs are set. */
  @Test
  void retain_ofSeveralRuns_asksFewRowsOneByOne() {
    Clause runs =
        index(HOT, BindingTest::many).bind(NumericSet.range(100, 900).complement(), new Scratch());
    long[] one = Bits.of(new int[] {17}, ROWS);
    long[] untouched = one.clone();
    runs.narrow(untouched, 0, untouched.length);
    runs.retain(one, one.length);

    assertThat(untouched).isEqualTo(Bits.of(new int[] {17}, ROWS));
    assertThat(Bits.get(one, 17)).isEqualTo(runs.accepts(17));
  }

  @Test
  void bind_ofManyUnsortedValues_looksAtTheColumn() {
    Clause scan = index(WARM, BindingTest::many).bind(NumericSet.range(100, 900), new Scratch());

    assertThat(scan.isIndexed()).isFalse();
    assertThat(scan.isListed()).isFalse();
    assertThat(scan.estimate()).isEqualTo(ROWS);
    assertThat(scan.batches()).isNull();
    int[] listed = new int[ROWS];
    int size = scan.list(500, 2500, listed);
    assertThat(Arrays.copyOf(listed, size))
        .isEqualTo(
            IntStream.range(500, 2500)
                .filter(row -> many(row) >= 100 && many(row) <= 900)
                .toArray());
    assertThat(index(WARM, row -> null).bind(NumericSet.of(1), new Scratch()))
        .isInstanceOf(ConstantClause.class);
  }

  /** The code of "delta" is not in the column, two texts have the key of "b c". */
  @Test
  void bind_ofTexts_findsThemByTheirBitmaps() {
    String[] texts = {"alpha", "b c", "b_c", "gamma"};
    FieldIndex index = texts(texts);
    Clause alpha = index.bind(TextSet.of(List.of("alpha")), new Scratch());
    Clause both = index.bind(TextSet.of(List.of("b c")), new Scratch());
    Clause none = index.bind(TextSet.of(List.of("delta")), new Scratch());
    ValueSet orAbsent = TextSet.of(List.of("alpha")).withAbsent(true);
    ValueSet notGamma = TextSet.of(List.of("gamma")).complement();

    assertThat(alpha.isMasked()).isTrue();
    assertThat(both.bitmapCount()).isEqualTo(2);
    assertThat(none.estimate()).isZero();
    assertThat(((ConstantClause) none).acceptsAll()).isFalse();
    assertAgrees(alpha, row -> row % 5 == 0);
    assertAgrees(both, row -> row % 5 == 1 || row % 5 == 2);
    assertAgrees(index.bind(orAbsent, new Scratch()), row -> row % 5 == 0 || row % 5 == 4);
    assertAgrees(index.bind(notGamma, new Scratch()), row -> row % 5 < 3);
  }

  @Test
  void bytes_ofAnIndex_addItsStructuresUp() {
    FieldIndex few = index(HOT, BindingTest::gaps);
    FieldIndex sorted = index(HOT, BindingTest::many);
    FieldIndex cold = index(COLD, BindingTest::gaps);

    assertThat(few.bitmapBytes()).isEqualTo(few.bitmaps().bytes()).isPositive();
    assertThat(few.cumulativeBytes()).isEqualTo(few.cumulative().bytes()).isPositive();
    assertThat(few.permutationBytes()).isZero();
    assertThat(few.bytes()).isEqualTo(few.bitmapBytes() + few.cumulativeBytes());
    assertThat(sorted.permutationBytes()).isEqualTo(sorted.permutation().bytes()).isPositive();
    assertThat(sorted.bytes()).isEqualTo(sorted.permutationBytes());
    assertThat(cold.cumulativeBytes()).isZero();
    assertThat(cold.bytes()).isEqualTo(cold.bitmapBytes());
  }

  @Test
  void presentCount_ofAnIndex_leavesAbsentRowsOut() {
    assertThat(index(WARM, BindingTest::gaps).presentCount()).isEqualTo(8100);
    assertThat(texts(new String[] {"alpha"}).presentCount()).isZero();
    assertThat(
            FieldIndex.ofConstant(WARM, PackedColumn.ofIntegers(new long[1], new long[1]), 70)
                .presentCount())
        .isZero();
    assertThat(
            FieldIndex.ofConstant(WARM, PackedColumn.ofIntegers(new long[] {5}, null), 70)
                .presentCount())
        .isEqualTo(70);
  }

  /** Compares every way in which a clause finds rows with the rows expected. */
  private static void assertAgrees(Clause clause, IntPredicate expected) {
    int[] accepted = IntStream.range(0, ROWS).filter(expected).toArray();
    long[] all = Bits.all(ROWS);
    clause.retain(all, all.length);
    int[] rows = IntStream.range(0, ROWS).toArray();
    int size = clause.filter(rows, ROWS);

    assertThat(all).isEqualTo(Bits.of(accepted, ROWS));
    assertThat(Arrays.copyOf(rows, size)).isEqualTo(accepted);
    assertThat(IntStream.range(0, ROWS).filter(clause::accepts).toArray()).isEqualTo(accepted);
    if (!clause.leavesSome()) {
      long[] narrowed = Bits.all(ROWS);
      clause.narrow(narrowed, 70, narrowed.length);
      clause.narrow(narrowed, 0, 70);
      assertThat(narrowed).isEqualTo(Bits.of(accepted, ROWS));
    }
    if (clause.isListed()) {
      List<Integer> listed = ListedRows.of(clause.batches());
      assertThat(listed.stream().mapToInt(row -> row).sorted().toArray()).isEqualTo(accepted);
      assertThat(clause.estimate()).isEqualTo(accepted.length);
    }
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

  /** Rows have the texts in turn, and every fifth one has none. */
  private static FieldIndex texts(String[] texts) {
    IntFunction<@Nullable String> inTurn = row -> row % 5 < texts.length ? texts[row % 5] : null;
    return FieldIndex.of(TEXT, SealedTexts.of(TEXT, ROWS, inTurn), ROWS);
  }
}
