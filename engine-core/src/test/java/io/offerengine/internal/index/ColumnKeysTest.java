package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.testing.Seeds;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Columns of all kinds of values, held to what is plain to see of them row by row. */
class ColumnKeysTest {
  private static final int CASES = Seeds.cases(400);
  private static final int MAX_ROWS = 700;
  private static final int MAX_KEYS = 64;

  @Test
  void read_ofRandomColumns_agreesWithTheRows() {
    for (int seed = 0; seed < CASES; seed++) {
      NumericColumn column = column(new Random(seed));
      int rowCount = new Random(seed).nextInt(MAX_ROWS);
      ColumnKeys keys = ColumnKeys.read(column, rowCount);
      List<Integer> present =
          IntStream.range(0, rowCount).filter(column::isPresent).boxed().toList();
      List<Long> distinct = present.stream().map(column::key).distinct().sorted().toList();
      List<Integer> sorted =
          IntStream.range(0, rowCount)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingInt(row -> column.isPresent(row) ? 0 : 1)
                      .thenComparingLong(row -> column.isPresent(row) ? column.key(row) : 0))
              .toList();

      assertThat(keys.statistics().present()).as("seed %s", seed).isEqualTo(present.size());
      if (!distinct.isEmpty()) {
        assertThat(keys.statistics().low()).as("seed %s", seed).isEqualTo(distinct.get(0));
        assertThat(keys.statistics().high())
            .as("seed %s", seed)
            .isEqualTo(distinct.get(distinct.size() - 1));
      }
      agrees(keys.number(MAX_KEYS), distinct, column, rowCount, seed);
      int[] rows = keys.sortedRows();
      assertThat(rows == null ? IntStream.range(0, rowCount).boxed().toList() : boxed(rows))
          .as("seed %s", seed)
          .isEqualTo(sorted);
    }
  }

  private static void agrees(
      ColumnKeys.Numbered numbered,
      List<Long> distinct,
      NumericColumn column,
      int rowCount,
      int seed) {
    if (distinct.size() > MAX_KEYS) {
      assertThat(numbered).as("seed %s", seed).isNull();
      return;
    }
    assertThat(numbered.keys()).as("seed %s", seed).containsExactly(array(distinct));
    for (int row = 0; row < rowCount; row++) {
      int value = column.isPresent(row) ? distinct.indexOf(column.key(row)) : -1;
      assertThat(numbered.values()[row]).as("seed %s row %s", seed, row).isEqualTo(value);
    }
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(value -> value).toArray();
  }

  private static List<Integer> boxed(int[] rows) {
    return IntStream.of(rows).boxed().toList();
  }

  /** Few values or many, near each other or the farthest apart, in order or not. */
  private static NumericColumn column(Random random) {
    random.nextInt(MAX_ROWS);
    int kind = random.nextInt(4);
    int values = 1 + random.nextInt(random.nextBoolean() ? MAX_KEYS + 2 : 1000);
    int absent = random.nextInt(3);
    boolean ascending = random.nextInt(8) == 0;
    long[] present = new long[Bits.wordCount(MAX_ROWS)];
    long[] integers = new long[MAX_ROWS];
    double[] numbers = new double[MAX_ROWS];
    for (int row = 0; row < MAX_ROWS; row++) {
      boolean has = random.nextInt(4) >= absent;
      long value = ascending ? row : random.nextInt(values) - values / 2;
      integers[row] = kind == 0 ? value : new Random(value).nextLong();
      integers[row] = kind == 0 && value == 0 ? Long.MIN_VALUE : integers[row];
      numbers[row] = kind == 2 ? value / 100.0 : new Random(value).nextGaussian();
      numbers[row] = has ? numbers[row] : Double.NaN;
      if (has) {
        Bits.set(present, row);
      }
    }
    return kind < 2 ? PackedColumn.ofIntegers(integers, present) : PackedColumn.ofNumbers(numbers);
  }
}
