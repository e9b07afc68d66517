package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.FieldType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The memory of packed columns, and merges that hardly occur. {@code ColumnBatchesTest} compares
 * what columns return, also merged ones, with the values that they were made of.
 */
final class PackedColumnTest {
  private static final int ROWS = 1024;

  @Test
  void widths_areTheLeastThatHoldAllValues() {
    long constant = bytes(7, 7);
    assertThat(bytes(-128, 127) - constant).as("bytes").isEqualTo(arrayBytes(1));
    assertThat(bytes(-128, 128) - constant).as("shorts").isEqualTo(arrayBytes(2));
    assertThat(bytes(-32768, 32768) - constant).as("ints").isEqualTo(arrayBytes(4));
    assertThat(bytes(0, 1L << 31) - constant).as("longs").isEqualTo(arrayBytes(8));
    assertThat(bytes(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(bytes(0, 1L << 31));
  }

  private static long arrayBytes(int elementBytes) {
    return Footprint.array(ROWS, elementBytes);
  }

  private static long bytes(long least, long greatest) {
    long[] values = new long[ROWS];
    Arrays.setAll(values, row -> row % 2 == 0 ? least : greatest);
    return new Footprint().of(PackedColumn.ofIntegers(values, null));
  }

  /** Values of lists are stored around their middle, wherever that is. */
  @Test
  void lists_ofValuesThatDifferBy255_takeAByteForEachValue() {
    long constant = listBytes(7, 7);
    for (long least : new long[] {0, 1, -1, 1000, -70_001, Long.MIN_VALUE, Long.MAX_VALUE - 256}) {
      assertThat(listBytes(least, least + 255) - constant)
          .as("from %s", least)
          .isEqualTo(arrayBytes(1));
      assertThat(listBytes(least, least + 256) - constant)
          .as("from %s", least)
          .isEqualTo(arrayBytes(2));
    }
  }

  private static long listBytes(long least, long greatest) {
    long[] lengths = {ROWS};
    long[] values = new long[ROWS];
    Arrays.setAll(values, at -> at % 2 == 0 ? least : greatest);
    Dictionary none = new Dictionary(new String[0], new String[0]);
    PackedListColumn column =
        PackedListColumn.of(FieldType.INTEGER_LIST, none, lengths, values.clone());
    assertThat(column.integers(0)).isEqualTo(values);
    return new Footprint().of(column);
  }

  /** Absence needs a number between the values if both ends of the range of a long are values. */
  @Test
  void ofIntegers_withAbsenceBesideBothExtremes_keepsEveryValue() {
    long least = Long.MIN_VALUE;
    long[][] cases = {
      {least, Long.MAX_VALUE},
      {least, least, Long.MAX_VALUE},
      {least, least + 1, least + 2, Long.MAX_VALUE},
      {least + 1, least, least, least + 3, least + 1, Long.MAX_VALUE},
      {Long.MAX_VALUE, Long.MAX_VALUE - 1, least},
    };
    for (long[] values : cases) {
      int absent = values.length;
      long[] present = Bits.all(absent);
      PackedColumn column = PackedColumn.ofIntegers(Arrays.copyOf(values, absent + 1), present);
      for (int row = 0; row < absent; row++) {
        assertThat(column.isPresent(row)).as("%s of %s", row, Arrays.toString(values)).isTrue();
        assertThat(column.key(row)).isEqualTo(values[row]);
      }
      assertThat(column.isPresent(absent)).isFalse();
    }
  }

  @Test
  void number_ofAnyWidth_numbersTheKeysInTheirOrder() {
    assertNumbered(PackedColumn.ofIntegers(new long[] {7, -3, 7, 100, -3}, null), 5);
    assertNumbered(PackedColumn.ofIntegers(new long[] {7, -3, 7, 0, -3}, new long[] {0b10111}), 5);
    assertNumbered(PackedColumn.ofIntegers(new long[] {-30_000, 5, 30_000, 5, 0}, null), 5);
    assertNumbered(PackedColumn.ofIntegers(new long[] {1, 2, 3, 40_000, 1L << 40}, null), 5);
    assertNumbered(PackedColumn.ofNumbers(new double[] {2.5, Double.NaN, -1, 2.5, 0.25}), 5);
    assertNumbered(PackedColumn.ofIntegers(new long[] {8, 8, 8, 8, 8}, null), 5);
    // 0.0 and -0.0 are two stored numbers of one key.
    assertNumbered(PackedColumn.ofNumbers(new double[] {0, -0.0, Double.MIN_VALUE, 1, -0.0}), 5);
  }

  /** Many rows have one value; the others come late. */
  @Test
  void number_ofManyRows_numbersTheKeysInTheirOrder() {
    Random random = new Random(3);
    for (int spread : new int[] {2, 60, 5_000, 1 << 30}) {
      long[] pool = random.longs(60, -spread, spread).toArray();
      long[] values = new long[ROWS];
      for (int row = 0; row < ROWS; row++) {
        values[row] = pool[random.nextInt(row < ROWS - 100 ? 3 : pool.length)];
      }
      assertNumbered(PackedColumn.ofIntegers(values, random.longs(ROWS / 64).toArray()), ROWS);
    }
  }

  private static void assertNumbered(PackedColumn column, int rows) {
    long[] keys =
        IntStream.range(0, rows)
            .filter(column::isPresent)
            .mapToLong(column::key)
            .sorted()
            .distinct()
            .toArray();

    Numbered numbered = Objects.requireNonNull(column.number(keys.length, rows));

    assertThat(numbered.keys()).isEqualTo(keys);
    assertThat(numbered.values()).hasSize(rows);
    for (int row = 0; row < rows; row++) {
      int expected = column.isPresent(row) ? Arrays.binarySearch(keys, column.key(row)) : -1;
      assertThat(numbered.values()[row]).as("row %s", row).isEqualTo(expected);
    }
    assertThat(column.number(keys.length - 1, rows)).isNull();
  }

  @Test
  void mergedColumn_isAsNarrowAsTheValuesLeft() {
    PackedColumn wide = PackedColumn.ofIntegers(new long[] {1, Long.MAX_VALUE, 1}, null);
    RowMap withoutTheGreatest = new RowMap(new int[] {0, 2}, 3, new int[] {0, 1});

    PackedColumn merged =
        PackedColumn.merge(
            FieldType.INTEGER, List.of(wide), new RowMaps(List.of(withoutTheGreatest), 2));

    assertThat(merged.isConstant()).isTrue();
  }

  /**
   * 25 and 2.5, which are 25 without and with a decimal; 1 and the least double, of key 1; and no
   * value, which is stored as any number.
   */
  @Test
  void merge_ofConstants_keepsEachAndReadsEqualOnesNotAtAll() {
    double[] values = {25, 2.5, 1, Double.MIN_VALUE, Double.NaN, 0, -0.0};
    for (double first : values) {
      for (double second : values) {
        PackedColumn left = PackedColumn.ofNumbers(new double[] {first});
        PackedColumn right = PackedColumn.ofNumbers(new double[] {second});

        PackedColumn merged = merged(FieldType.NUMBER, left, right);

        assertThat(merged.number(0)).isEqualTo(Double.valueOf(first));
        assertThat(merged.number(1)).isEqualTo(Double.valueOf(second));
        boolean areEqual = Double.valueOf(first).equals(second);
        assertThat(merged == left).as("%s and %s", first, second).isEqualTo(areEqual);
      }
    }
  }

  /** -15 is the number -150 of the merged column, and so is absence of the second source. */
  @Test
  void merge_ofAValueThatIsAbsenceElsewhere_keepsBoth() {
    PackedColumn whole = PackedColumn.ofNumbers(new double[] {-15, Double.NaN});
    PackedColumn tenths = PackedColumn.ofNumbers(new double[] {-14.9, 3.1});
    RowMap first = new RowMap(new int[] {0, 1}, 2, new int[] {0, 1});
    RowMap second = new RowMap(new int[] {0, 1}, 2, new int[] {2, 3});

    PackedColumn merged =
        PackedColumn.merge(
            FieldType.NUMBER, List.of(whole, tenths), new RowMaps(List.of(first, second), 4));

    assertThat(IntStream.range(0, 4).mapToDouble(merged::number))
        .containsExactly(-15.0, Double.NaN, -14.9, 3.1);
  }

  /** Returns the column of the first row of each of two columns. */
  private static PackedColumn merged(FieldType type, PackedColumn left, PackedColumn right) {
    RowMap first = new RowMap(new int[] {0}, 1, new int[] {0});
    RowMap second = new RowMap(new int[] {0}, 1, new int[] {1});
    return PackedColumn.merge(type, List.of(left, right), new RowMaps(List.of(first, second), 2));
  }
}
