package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Packed columns read like the values that they were made of. */
final class PackedColumnTest {
  private static final int MOST_ROWS = 300;
  private static final int ROWS = 1024;

  private static final long[] EDGES = {
    -1,
    2,
    255,
    256,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    NumericColumn.RARE_KEY
  };
  private static final double[] ODD_NUMBERS = {
    0.0, -0.0, 0.1, 0.1 + 0.2, 1e-9, 1e-10, 1e300, -2147483648.0, 4e9, Double.MIN_VALUE
  };

  @Property
  void integers_readLikeTheirValues(@ForAll long seed) {
    @Nullable Long[] values = integers(new Random(seed));

    checkIntegers(values, ofIntegers(values));
  }

  @Property
  void numbers_readLikeTheirValues_toTheLastBit(@ForAll long seed) {
    double[] values = numbers(new Random(seed));

    checkNumbers(values, PackedColumn.ofNumbers(values));
  }

  @Property
  void mergedIntegers_readLikeTheirValues(@ForAll long seed) {
    Random random = new Random(seed);
    List<@Nullable Long[]> sources = some(random, () -> integers(random));
    List<int[]> origins = origins(random, sources.stream().map(each -> each.length).toList());
    @Nullable Long[] expected = new Long[origins.size()];
    Arrays.setAll(expected, row -> sources.get(origins.get(row)[0])[origins.get(row)[1]]);

    List<PackedColumn> columns = sources.stream().map(PackedColumnTest::ofIntegers).toList();

    checkIntegers(
        expected, PackedColumn.merge(FieldType.INTEGER, columns, maps(origins, sources.size())));
  }

  @Property
  void mergedNumbers_readLikeTheirValues_toTheLastBit(@ForAll long seed) {
    Random random = new Random(seed);
    List<double[]> sources = some(random, () -> numbers(random));
    List<int[]> origins = origins(random, sources.stream().map(each -> each.length).toList());
    double[] expected = new double[origins.size()];
    Arrays.setAll(expected, row -> sources.get(origins.get(row)[0])[origins.get(row)[1]]);

    List<PackedColumn> columns = sources.stream().map(PackedColumn::ofNumbers).toList();

    checkNumbers(
        expected, PackedColumn.merge(FieldType.NUMBER, columns, maps(origins, sources.size())));
  }

  @Property(tries = 50)
  void files_restoreColumns(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    @Nullable Long[] integers = integers(random);
    double[] numbers = numbers(random);

    checkIntegers(integers, restored(FieldType.INTEGER, ofIntegers(integers)));
    checkNumbers(numbers, restored(FieldType.NUMBER, PackedColumn.ofNumbers(numbers)));
  }

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

  @Test
  void mergedColumn_isAsNarrowAsTheValuesLeft() {
    PackedColumn wide = PackedColumn.ofIntegers(new long[] {1, Long.MAX_VALUE, 1}, null);
    RowMap withoutTheGreatest = new RowMap(new int[] {0, 2}, 3, new int[] {0, 1}, 2);

    PackedColumn merged =
        PackedColumn.merge(
            FieldType.INTEGER, List.of(wide), new RowMaps(List.of(withoutTheGreatest), 2));

    assertThat(merged.isConstant()).isTrue();
  }

  private static long bytes(long least, long greatest) {
    long[] values = new long[ROWS];
    Arrays.setAll(values, row -> row % 2 == 0 ? least : greatest);
    return PackedColumn.ofIntegers(values, null).bytes();
  }

  private static PackedColumn restored(FieldType type, PackedColumn column) throws IOException {
    return (PackedColumn) ColumnFile.read(type, out -> SealedColumns.write(column, out));
  }

  /** Draws integers of one range, none or some of them absent, and perhaps a few odd ones. */
  private static @Nullable Long[] integers(Random random) {
    @Nullable Long[] values = new Long[1 + random.nextInt(MOST_ROWS)];
    long bound = 1L << random.nextInt(40);
    double odd = random.nextInt(3) == 0 ? 0.3 : 0;
    double absent = random.nextInt(3) / 2.0;
    for (int row = 0; row < values.length; row++) {
      long value = random.nextLong() % bound;
      value = random.nextDouble() < odd ? EDGES[random.nextInt(EDGES.length)] : value;
      values[row] = random.nextDouble() < absent ? null : value;
    }
    return values;
  }

  /** Draws decimals, none or some of them absent, and perhaps numbers that are no decimals. */
  private static double[] numbers(Random random) {
    double[] values = new double[1 + random.nextInt(MOST_ROWS)];
    double power = Math.pow(10, random.nextInt(6));
    int bound = 1 << random.nextInt(31);
    double odd = random.nextInt(3) == 0 ? 0.1 : 0;
    double absent = random.nextInt(3) / 2.0;
    for (int row = 0; row < values.length; row++) {
      double value = (random.nextInt(bound) - bound / 2) / power;
      value = random.nextDouble() < odd ? ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)] : value;
      values[row] = random.nextDouble() < absent ? Double.NaN : value;
    }
    return values;
  }

  private static <T> List<T> some(Random random, Supplier<T> drawn) {
    List<T> some = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      some.add(drawn.get());
    }
    return some;
  }

  /** Draws which rows survive a merge, and in which order; each as its source and its row there. */
  private static List<int[]> origins(Random random, List<Integer> sizes) {
    int[] next = new int[sizes.size()];
    List<int[]> origins = new ArrayList<>();
    int left = sizes.stream().mapToInt(Integer::intValue).sum();
    while (left > 0) {
      int source = random.nextInt(next.length);
      if (next[source] < sizes.get(source)) {
        if (random.nextInt(4) > 0) {
          origins.add(new int[] {source, next[source]});
        }
        next[source]++;
        left--;
      }
    }
    return origins;
  }

  private static RowMaps maps(List<int[]> origins, int sources) {
    List<RowMap> maps = new ArrayList<>();
    for (int source = 0; source < sources; source++) {
      List<Integer> newRows = new ArrayList<>();
      for (int newRow = 0; newRow < origins.size(); newRow++) {
        if (origins.get(newRow)[0] == source) {
          newRows.add(newRow);
        }
      }
      int[] from = newRows.stream().mapToInt(newRow -> origins.get(newRow)[1]).toArray();
      int[] to = newRows.stream().mapToInt(Integer::intValue).toArray();
      maps.add(new RowMap(from, MOST_ROWS, to, origins.size()));
    }
    return new RowMaps(maps, origins.size());
  }

  private static PackedColumn ofIntegers(@Nullable Long[] values) {
    long[] numbers = new long[values.length];
    long[] present = new long[Bits.wordCount(values.length)];
    for (int row = 0; row < values.length; row++) {
      Long value = values[row];
      if (value != null) {
        numbers[row] = value;
        Bits.set(present, row);
      }
    }
    boolean everywhere = Arrays.stream(values).allMatch(value -> value != null);
    return PackedColumn.ofIntegers(numbers, everywhere ? null : present);
  }

  private static void checkIntegers(@Nullable Long[] values, PackedColumn column) {
    for (int row = 0; row < values.length; row++) {
      Long value = values[row];
      assertThat(column.isPresent(row)).isEqualTo(value != null);
      assertThat(column.number(row))
          .isEqualTo(Double.valueOf(value == null ? Double.NaN : (double) value));
      assertThat(column.keyOr(row, 77)).isEqualTo(value == null ? 77 : value);
    }
    checkBatches(column, values.length);
  }

  private static void checkNumbers(double[] values, PackedColumn column) {
    for (int row = 0; row < values.length; row++) {
      double value = values[row];
      assertThat(column.isPresent(row)).isEqualTo(!Double.isNaN(value));
      assertThat(Double.doubleToRawLongBits(column.number(row)))
          .isEqualTo(Double.doubleToRawLongBits(value));
      assertThat(column.keyOr(row, 77)).isEqualTo(Double.isNaN(value) ? 77 : NumericKey.of(value));
    }
    checkBatches(column, values.length);
  }

  /** Batches of rows read like single rows. */
  private static void checkBatches(PackedColumn column, int size) {
    int[] rows = new int[size];
    Arrays.setAll(rows, i -> size - 1 - i);
    long[] keys = new long[size];
    double[] numbers = new double[size];
    column.keysOr(rows, size, 77, keys);
    column.numbers(rows, size, numbers);
    NumericSet accepted = NumericSet.of(size == 0 ? 0 : keys[size / 2]).withAbsent(size % 2 == 0);
    List<Integer> matching = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      assertThat(keys[i]).isEqualTo(column.keyOr(rows[i], 77));
      assertThat(numbers[i]).isEqualTo(Double.valueOf(column.number(rows[i])));
      boolean isPresent = column.isPresent(rows[i]);
      boolean isWanted = isPresent && accepted.contains(column.key(rows[i]));
      if (isWanted || (!isPresent && accepted.includesAbsent())) {
        matching.add(rows[i]);
      }
    }
    int[] kept = Arrays.copyOf(rows, column.filter(rows, size, accepted));
    assertThat(kept).isEqualTo(matching.stream().mapToInt(Integer::intValue).toArray());
  }
}
