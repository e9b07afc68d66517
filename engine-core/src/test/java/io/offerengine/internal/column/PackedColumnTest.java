package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.FieldType;
import java.util.Arrays;
import java.util.List;
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

  /** Numbers of one and of two bytes are numbered; wider ones and constants are not. */
  @Test
  void number_ofNarrowColumns_numbersTheValuesInTheirOrder() {
    assertNumbered(PackedColumn.ofIntegers(new long[] {7, -3, 7, 100, -3}, null));
    assertNumbered(PackedColumn.ofIntegers(new long[] {7, -3, 7, 0, -3}, new long[] {0b10111}));
    assertNumbered(PackedColumn.ofIntegers(new long[] {-30_000, 5, 30_000, 5, 0}, null));
    assertNumbered(PackedColumn.ofNumbers(new double[] {2.5, Double.NaN, -1, 2.5, 0.25}));
    assertNumbered(PackedColumn.ofIntegers(new long[] {-127, 126, -127, 0, 0}, new long[] {0b111}));

    // 0.0 and -0.0 are two stored numbers of one key.
    int[] values = new int[5];
    double least = Double.MIN_VALUE;
    assertThat(PackedColumn.ofNumbers(new double[] {0.0, -0.0, least, least, 0}).number(9, values))
        .isNull();
    assertThat(PackedColumn.ofIntegers(new long[] {1, 2, 3, 4, 40_000}, null).number(9, values))
        .isNull();
    assertThat(PackedColumn.ofIntegers(new long[] {8, 8, 8, 8, 8}, null).number(9, values))
        .isNull();
  }

  private static void assertNumbered(PackedColumn column) {
    int[] values = new int[5];
    long[] keys =
        IntStream.range(0, 5)
            .filter(column::isPresent)
            .mapToLong(column::key)
            .sorted()
            .distinct()
            .toArray();

    assertThat(column.number(keys.length, values)).isEqualTo(keys);
    for (int row = 0; row < values.length; row++) {
      int expected = column.isPresent(row) ? Arrays.binarySearch(keys, column.key(row)) : -1;
      assertThat(values[row]).as("row %s of %s", row, Arrays.toString(keys)).isEqualTo(expected);
    }
    assertThat(column.number(keys.length - 1, values)).isNull();
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

  /** 25 without decimals, and 2.5 with one. */
  @Test
  void merge_ofConstantsThatAreStoredAlike_keepsBoth() {
    List<PackedColumn> constants =
        List.of(
            PackedColumn.ofNumbers(new double[] {25}), PackedColumn.ofNumbers(new double[] {2.5}));
    RowMap first = new RowMap(new int[] {0}, 1, new int[] {0});
    RowMap second = new RowMap(new int[] {0}, 1, new int[] {1});

    PackedColumn merged =
        PackedColumn.merge(FieldType.NUMBER, constants, new RowMaps(List.of(first, second), 2));

    assertThat(merged.number(0)).isEqualTo(25);
    assertThat(merged.number(1)).isEqualTo(2.5);
  }
}
