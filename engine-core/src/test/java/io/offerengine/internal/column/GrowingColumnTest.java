package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.NumericKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a column of a tail finds among many rows, held to a look at each of them. */
class GrowingColumnTest {
  private static final int CASES = 2000;
  private static final int MOST_ROWS = 200;

  /** NaN as a division makes it has its sign set on some processors. */
  private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xfff8_0000_0000_0000L);

  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    1.5,
    -1.5,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    NEGATIVE_NAN
  };
  private static final long[] INTEGERS = {
    0, 1, -1, 7, Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  /** The first two have one hash, and the empty text that of absence. */
  private static final String[] TEXTS = {"Aa", "BB", "", "Ab", "C"};

  @Test
  void filterAndListWithin_ofAnyNumbersAndRange_findTheRowsThatTheColumnHas() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      GrowingNumericColumn column =
          new GrowingNumericColumn(true, 1 + random.nextInt(rowCount), random.nextBoolean());
      for (int row = 0; row < rowCount; row++) {
        double number = NUMBERS[random.nextInt(NUMBERS.length)];
        column.setNumber(row, number);
        boolean isAbsent = Double.isNaN(number);
        assertThat(column.isPresent(row)).isEqualTo(!isAbsent);
        assertThat(Double.doubleToLongBits(column.number(row)))
            .isEqualTo(Double.doubleToLongBits(number));
        assertThat(column.keyOr(row, 77)).isEqualTo(isAbsent ? 77 : NumericKey.of(number));
      }
      long one = NumericKey.of(NUMBERS[random.nextInt(NUMBERS.length - 2)]);
      long other = NumericKey.of(NUMBERS[random.nextInt(NUMBERS.length - 2)]);
      assertFinds(column, rowCount, one, other, random);
    }
  }

  @Test
  void filterAndListWithin_ofAnyIntegersAndRange_findTheRowsThatTheColumnHas() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      GrowingNumericColumn column =
          new GrowingNumericColumn(false, 1 + random.nextInt(rowCount), random.nextBoolean());
      for (int row = 0; row < rowCount; row++) {
        long integer = INTEGERS[random.nextInt(INTEGERS.length)];
        column.setInteger(row, integer);
        assertThat(column.keyOr(row, 77)).isEqualTo(integer);
        assertThat(column.number(row)).isEqualTo((double) integer);
        if (random.nextInt(4) == 0) {
          column.setAbsent(row);
          assertThat(column.isPresent(row)).isFalse();
        }
      }
      long one = INTEGERS[random.nextInt(INTEGERS.length)];
      long other = INTEGERS[random.nextInt(INTEGERS.length)];
      assertFinds(column, rowCount, one, other, random);
    }
  }

  private static void assertFinds(
      NumericColumn column, int rowCount, long one, long other, Random random) {
    long low = random.nextInt(4) == 0 ? Long.MIN_VALUE : Math.min(one, other);
    long high = random.nextInt(4) == 0 ? Long.MAX_VALUE : Math.max(one, other);
    NumericSet range = NumericSet.range(low, high).withAbsent(random.nextBoolean());
    int[] rows = IntStream.range(0, rowCount).toArray();
    int kept = column.filter(rows, rowCount, range);
    assertThat(Arrays.copyOf(rows, kept))
        .as("%s", range)
        .containsExactly(
            IntStream.range(0, rowCount).filter(row -> column.matches(row, range)).toArray());

    int from = random.nextInt(rowCount);
    int size = column.listWithin(from, rowCount, low, high, rows);
    assertThat(Arrays.copyOf(rows, size))
        .as("from %s to %s", low, high)
        .containsExactly(
            IntStream.range(from, rowCount)
                .filter(row -> column.isPresent(row))
                .filter(row -> column.key(row) >= low && column.key(row) <= high)
                .toArray());
  }

  @Test
  void listWithin_ofRowsThatRise_passesThoseOfOtherZones() {
    for (int row = 0; row < MOST_ROWS; row++) {
      GrowingNumericColumn column = new GrowingNumericColumn(true, MOST_ROWS, true);
      for (int i = 0; i < MOST_ROWS; i++) {
        column.setNumber(i, i);
      }
      int[] rows = new int[MOST_ROWS];
      long key = NumericKey.of(row);
      assertThat(column.listWithin(0, MOST_ROWS, key, key, rows)).isEqualTo(1);
      assertThat(rows[0]).isEqualTo(row);
    }
  }

  @Test
  void keepHashedAndListHashed_anyTexts_findAllThatMayBeEqualAndNoneOfAnotherHash() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      GrowingTextColumn column = GrowingTextColumn.ofTail(Collation.EXACT, rowCount);
      for (int row = 0; row < rowCount; row++) {
        column.set(row, random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)]);
      }
      int hash = TEXTS[random.nextInt(TEXTS.length)].hashCode();
      int[] rows = IntStream.range(0, rowCount).toArray();
      int kept = column.keepHashed(rows, rowCount, hash);
      int from = random.nextInt(rowCount);
      int[] listed = new int[rowCount];
      int size = column.listHashed(from, rowCount, hash, listed);
      assertThat(present(column, rows, kept)).containsExactly(hashed(column, 0, rowCount, hash));
      assertThat(present(column, listed, size))
          .containsExactly(hashed(column, from, rowCount, hash));
    }
  }

  @Test
  void latestRow_andTheRowsBeforeIt_areThoseOfTheTextThatWerePublished() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      GrowingTextColumn column = GrowingTextColumn.ofTail(Collation.EXACT, rowCount);
      int chained = 0;
      while (chained < rowCount) {
        int end = chained + 1 + random.nextInt(rowCount - chained);
        for (int row = chained; row < end; row++) {
          column.set(row, random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)]);
        }
        column.chain(chained, end);
        chained = end;
      }
      int published = random.nextInt(rowCount + 1);
      for (String text : TEXTS) {
        int code = column.codeOf(text, 0, column.codeCount());
        List<Integer> rows = new ArrayList<>();
        int row =
            code < column.codeCount()
                ? column.latestRow(code, published)
                : GrowingTextColumn.NO_ROW;
        for (; row != GrowingTextColumn.NO_ROW; row = column.earlierRow(row)) {
          rows.add(0, row);
        }
        assertThat(rows)
            .as("seed %s, %s", seed, text)
            .isEqualTo(
                IntStream.range(0, published)
                    .filter(each -> column.isPresent(each))
                    .filter(each -> column.keyOf(column.code(each)).equals(text))
                    .boxed()
                    .toList());
      }
    }
  }

  private static int[] present(GrowingTextColumn column, int[] rows, int size) {
    return IntStream.of(Arrays.copyOf(rows, size)).filter(column::isPresent).toArray();
  }

  private static int[] hashed(GrowingTextColumn column, int from, int to, int hash) {
    return IntStream.range(from, to)
        .filter(column::isPresent)
        .filter(row -> column.keyOf(column.code(row)).hashCode() == hash)
        .toArray();
  }
}
