package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Columns read and filter a batch of rows as they do one row after the other. */
class ColumnBatchesTest {
  private static final int ROWS = 40;
  private static final long ABSENT = 17;

  /** What values are drawn from: integers of every width, decimals, and any doubles. */
  private enum Kind {
    FLAGS,
    BYTES,
    SHORTS,
    INTS,
    LONGS,
    EXTREMES,
    DECIMALS,
    LARGE_DECIMALS,
    DOUBLES
  }

  @Property
  void batch_isReadAndFilteredAsSingleRowsAre(@ForAll Kind kind, @ForAll long seed) {
    Random random = new Random(seed);
    for (NumericColumn column : columns(kind, random)) {
      int[] rows = random.ints(2 * ROWS, 0, ROWS).toArray();
      long[] keys = new long[rows.length];
      column.keysOr(rows, rows.length, ABSENT, keys);
      assertThat(keys)
          .isEqualTo(Arrays.stream(rows).mapToLong(row -> column.keyOr(row, ABSENT)).toArray());
      double[] numbers = new double[rows.length];
      column.numbers(rows, rows.length, numbers);
      assertThat(numbers).isEqualTo(Arrays.stream(rows).mapToDouble(column::number).toArray());
      for (int draw = 0; draw < 8; draw++) {
        NumericSet accepted = accepted(column, random);
        int[] left = rows.clone();
        int size = column.filter(left, left.length, accepted);
        assertThat(Arrays.copyOf(left, size))
            .as("%s of %s", accepted, kind)
            .isEqualTo(Arrays.stream(rows).filter(row -> column.matches(row, accepted)).toArray());
      }
    }
  }

  private static List<NumericColumn> columns(Kind kind, Random random) {
    boolean isOfDoubles = kind.compareTo(Kind.DECIMALS) >= 0;
    GrowingNumericColumn growing = new GrowingNumericColumn(isOfDoubles, ROWS, false);
    long[] integers = new long[ROWS];
    double[] numbers = new double[ROWS];
    long[] present = new long[1];
    int presentShare = random.nextInt(5);
    for (int row = 0; row < ROWS; row++) {
      boolean isPresent = random.nextInt(4) < presentShare;
      integers[row] = integer(kind, random);
      numbers[row] = isPresent ? number(kind, random) : Double.NaN;
      if (!isPresent) {
        growing.setAbsent(row);
      } else if (isOfDoubles) {
        growing.setNumber(row, numbers[row]);
      } else {
        growing.setInteger(row, integers[row]);
      }
      if (isPresent) {
        Bits.set(present, row);
      }
    }
    List<NumericColumn> columns = new ArrayList<>();
    columns.add(growing);
    columns.add(
        isOfDoubles ? PackedColumn.ofNumbers(numbers) : PackedColumn.ofIntegers(integers, present));
    if (kind == Kind.FLAGS) {
      columns.add(new AbsentAsFalseColumn(columns.get(1)));
    }
    return columns;
  }

  private static long integer(Kind kind, Random random) {
    return switch (kind) {
      case FLAGS -> random.nextInt(2);
      case BYTES -> (byte) random.nextInt();
      case SHORTS -> (short) random.nextInt();
      case INTS -> random.nextInt();
      case LONGS -> random.nextLong();
      default -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(2) : Long.MIN_VALUE;
    };
  }

  private static double number(Kind kind, Random random) {
    int whole = random.nextInt(random.nextBoolean() ? 100 : Integer.MAX_VALUE);
    double power = Math.pow(10, random.nextInt(10));
    return switch (kind) {
      case DECIMALS -> (random.nextInt(2000) - 1000) / 100.0;
      case LARGE_DECIMALS -> (random.nextBoolean() ? whole : -whole) / power;
      default ->
          List.of(0.0, -0.0, 1 / 3.0, -1e300, Double.MIN_VALUE, Double.POSITIVE_INFINITY)
              .get(random.nextInt(6));
    };
  }

  /** Returns a range whose ends are at keys of rows, beside them, or anywhere. */
  private static NumericSet accepted(NumericColumn column, Random random) {
    List<Long> ends = new ArrayList<>(List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L, 1L));
    IntStream.range(0, ROWS)
        .filter(column::isPresent)
        .mapToLong(column::key)
        .forEach(key -> ends.addAll(List.of(key, key - 1, key + 1)));
    ends.add(NumericKey.of(Double.NEGATIVE_INFINITY));
    ends.add(random.nextLong());
    long first = ends.get(random.nextInt(ends.size()));
    long second = ends.get(random.nextInt(ends.size()));
    NumericSet range = NumericSet.range(Math.min(first, second), Math.max(first, second));
    return range.withAbsent(random.nextInt(4) == 0);
  }
}
