package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Columns return the values that they were made of, row by row and by batches. */
class ColumnBatchesTest {
  private static final int ROWS = 40;
  private static final long ABSENT = 17;

  private static final long[] EXTREMES = {
    Long.MIN_VALUE, NumericColumn.RARE_KEY, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1 / 3.0,
    -1e300,
    1e-10,
    4e9,
    Double.MIN_VALUE,
    Double.NEGATIVE_INFINITY,
    Double.POSITIVE_INFINITY
  };

  /** Whole numbers of 32 bits, which a power of ten may divide. */
  private static final int[] WHOLE = {
    Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1, 0, 1, 255, 256, Integer.MAX_VALUE
  };

  /** What values are drawn from: integers of every width, decimals, and any doubles. */
  enum Kind {
    FLAGS,
    BYTES,
    SHORTS,
    INTS,
    LONGS,
    EXTREMES,
    DECIMALS,
    DOUBLES;

    boolean isOfDoubles() {
      return compareTo(DECIMALS) >= 0;
    }
  }

  @Property
  void batches_areReadAndFilteredAsTheValuesSay(@ForAll Kind kind, @ForAll long seed) {
    Random random = new Random(seed);
    Double[] values = values(kind, random);
    long[] integers = integers(kind, random);
    boolean[] present = new boolean[ROWS];
    int presentShare = random.nextInt(5);
    for (int row = 0; row < ROWS; row++) {
      present[row] = random.nextInt(4) < presentShare;
    }
    int[] rows = random.ints(2 * ROWS, 0, ROWS).toArray();
    for (NumericColumn column : columns(kind, values, integers, present, random)) {
      long[] keys = new long[rows.length];
      double[] numbers = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        int row = rows[i];
        long key = kind.isOfDoubles() ? NumericKey.of(values[row]) : integers[row];
        double number = kind.isOfDoubles() ? values[row] : integers[row];
        keys[i] = present[row] ? key : ABSENT;
        numbers[i] = present[row] ? number : Double.NaN;
        assertThat(column.keyOr(row, ABSENT)).isEqualTo(keys[i]);
        assertThat(Double.valueOf(column.number(row))).isEqualTo(Double.valueOf(numbers[i]));
      }
      assertBatches(column, rows, keys, numbers);
      for (int draw = 0; draw < 8; draw++) {
        assertFiltered(column, rows, accepted(column, random));
      }
    }
  }

  /** Sources of other powers of ten, of other widths, and with rows that no offer has any more. */
  @Property
  void merge_ofAnySealedColumns_hasTheValuesThatAreLeft(@ForAll Kind kind, @ForAll long seed) {
    Random random = new Random(seed);
    FieldType type = kind.isOfDoubles() ? FieldType.NUMBER : FieldType.INTEGER;
    List<NumericColumn> sources = new ArrayList<>();
    List<RowMap> maps = new ArrayList<>();
    List<Double> numbers = new ArrayList<>();
    List<Long> keys = new ArrayList<>();
    for (int source = 1 + random.nextInt(3); source > 0; source--) {
      PackedColumn column = sealed(kind, random);
      int[] left = IntStream.range(0, ROWS).filter(row -> random.nextInt(3) > 0).toArray();
      int begin = keys.size();
      for (int row : left) {
        numbers.add(column.number(row));
        keys.add(column.keyOr(row, ABSENT));
      }
      sources.add(column);
      maps.add(new RowMap(left, ROWS, IntStream.range(begin, keys.size()).toArray()));
    }
    PackedColumn merged = PackedColumn.merge(type, sources, new RowMaps(maps, keys.size()));
    for (int row = 0; row < keys.size(); row++) {
      assertThat(merged.keyOr(row, ABSENT)).isEqualTo(keys.get(row));
      assertThat(Double.valueOf(merged.number(row))).isEqualTo(numbers.get(row));
    }
  }

  /** Returns a column of few values, or of one. */
  private static PackedColumn sealed(Kind kind, Random random) {
    long[] integers = integers(kind, random);
    Double[] values = values(kind, random);
    if (random.nextBoolean()) {
      // Near zero, absence is stored by a number that another source may have.
      double power = random.nextBoolean() ? 10 : 1;
      int range = random.nextBoolean() ? 20 : 200;
      Arrays.setAll(values, row -> (random.nextInt(range) - range / 2) / power);
    }
    int absentShare = random.nextInt(4);
    double[] numbers = new double[ROWS];
    long[] present = new long[Bits.wordCount(ROWS)];
    for (int row = 0; row < ROWS; row++) {
      boolean isPresent = random.nextInt(4) >= absentShare;
      numbers[row] = isPresent ? values[row] : Double.NaN;
      if (isPresent) {
        Bits.set(present, row);
      }
    }
    return kind.isOfDoubles()
        ? PackedColumn.ofNumbers(numbers)
        : PackedColumn.ofIntegers(integers, present);
  }

  /** As are the rows of a batch that was given up. */
  @Test
  void growingColumn_whoseRowIsSetAgain_hasTheLastValueAlone() {
    List<@Nullable Long> values = Arrays.asList(null, 5L, NumericColumn.RARE_KEY, Long.MIN_VALUE);
    for (@Nullable Long first : values) {
      for (@Nullable Long last : values) {
        PackedColumn source = sealed(last);
        for (int row : new int[] {0, ROWS}) {
          GrowingNumericColumn column = new GrowingNumericColumn(false, ROWS, false);
          set(column, row, first);
          set(column, row, last);
          assertValue(column, row, last);
          set(column, row, first);
          column.copy(row, source, 0);
          assertValue(column, row, last);
        }
      }
    }
  }

  private static PackedColumn sealed(@Nullable Long value) {
    return value == null
        ? PackedColumn.ofIntegers(new long[1], new long[1])
        : PackedColumn.ofIntegers(new long[] {value}, null);
  }

  private static void set(GrowingNumericColumn column, int row, @Nullable Long value) {
    if (value == null) {
      column.setAbsent(row);
    } else {
      column.setInteger(row, value);
    }
  }

  private static void assertValue(NumericColumn column, int row, @Nullable Long value) {
    assertThat(column.isPresent(row)).isEqualTo(value != null);
    assertThat(column.keyOr(row, ABSENT)).isEqualTo(value == null ? ABSENT : value);
  }

  private static void assertBatches(
      NumericColumn column, int[] rows, long[] keys, double[] numbers) {
    long[] readKeys = new long[rows.length];
    column.keysOr(rows, rows.length, ABSENT, readKeys);
    assertThat(readKeys).isEqualTo(keys);
    // Orders by flags read an absent value as false.
    column.keysOr(rows, rows.length, 0, readKeys);
    for (int i = 0; i < rows.length; i++) {
      assertThat(readKeys[i]).isEqualTo(column.isPresent(rows[i]) ? keys[i] : 0);
    }
    double[] readNumbers = new double[rows.length];
    column.numbers(rows, rows.length, readNumbers);
    assertThat(readNumbers).isEqualTo(numbers);
  }

  private static void assertFiltered(NumericColumn column, int[] rows, NumericSet accepted) {
    for (int size : new int[] {1, rows.length}) {
      int[] left = Arrays.copyOf(rows, size);
      int kept = column.filter(left, size, accepted);
      assertThat(Arrays.copyOf(left, kept))
          .as("%s", accepted)
          .isEqualTo(
              Arrays.stream(rows, 0, size).filter(row -> column.matches(row, accepted)).toArray());
    }
  }

  /** Makes a column that grows, a sealed one, a merge of both, and a view of flags. */
  private static List<NumericColumn> columns(
      Kind kind, Double[] values, long[] integers, boolean[] present, Random random) {
    GrowingNumericColumn growing = new GrowingNumericColumn(kind.isOfDoubles(), ROWS, false);
    double[] numbers = new double[ROWS];
    long[] bits = new long[Bits.wordCount(ROWS)];
    for (int row = 0; row < ROWS; row++) {
      numbers[row] = present[row] ? values[row] : Double.NaN;
      if (!present[row]) {
        growing.setAbsent(row);
      } else if (kind.isOfDoubles()) {
        growing.setNumber(row, values[row]);
        Bits.set(bits, row);
      } else {
        growing.setInteger(row, integers[row]);
        Bits.set(bits, row);
      }
    }
    PackedColumn sealed =
        kind.isOfDoubles()
            ? PackedColumn.ofNumbers(numbers)
            : PackedColumn.ofIntegers(integers, bits);
    List<NumericColumn> columns = new ArrayList<>(List.of(growing, sealed));
    FieldType type = kind.isOfDoubles() ? FieldType.NUMBER : FieldType.INTEGER;
    int cut = 1 + random.nextInt(ROWS - 1);
    NumericColumn first = columns.get(random.nextInt(2));
    columns.add(PackedColumn.merge(type, List.of(first, sealed), halves(cut)));
    return columns;
  }

  /** The first rows come from the first source, and all others from the second one. */
  private static RowMaps halves(int cut) {
    int[] first = IntStream.range(0, cut).toArray();
    int[] second = IntStream.range(cut, ROWS).toArray();
    return new RowMaps(
        List.of(new RowMap(first, ROWS, first), new RowMap(second, ROWS, second)), ROWS);
  }

  private static long[] integers(Kind kind, Random random) {
    long[] few = new long[1 + random.nextInt(12)];
    Arrays.setAll(
        few,
        i ->
            switch (kind) {
              case FLAGS -> random.nextInt(2);
              case BYTES -> (byte) random.nextInt();
              case SHORTS -> (short) random.nextInt();
              case INTS -> random.nextInt();
              case EXTREMES -> EXTREMES[random.nextInt(EXTREMES.length)];
              default -> random.nextLong();
            });
    return random.ints(ROWS, 0, few.length).mapToLong(i -> few[i]).toArray();
  }

  private static Double[] values(Kind kind, Random random) {
    double power = Math.pow(10, random.nextInt(10));
    Double[] few = new Double[1 + random.nextInt(12)];
    Arrays.setAll(
        few,
        i -> {
          boolean isUsual = random.nextBoolean();
          int whole = isUsual ? random.nextInt(4000) - 2000 : WHOLE[random.nextInt(WHOLE.length)];
          return kind == Kind.DECIMALS ? whole / power : DOUBLES[random.nextInt(DOUBLES.length)];
        });
    return random.ints(ROWS, 0, few.length).mapToObj(i -> few[i]).toArray(Double[]::new);
  }

  /** Returns one or two ranges whose ends are keys of rows, lie beside them, or anywhere. */
  private static NumericSet accepted(NumericColumn column, Random random) {
    List<Long> ends = new ArrayList<>(List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L, 1L));
    IntStream.range(0, ROWS)
        .filter(column::isPresent)
        .mapToLong(column::key)
        .forEach(key -> ends.addAll(List.of(key, key - 1, key + 1)));
    ends.add(NumericKey.of(Double.NEGATIVE_INFINITY));
    ends.add(random.nextLong());
    NumericSet range = range(ends, random);
    boolean isOne = random.nextInt(4) > 0;
    NumericSet accepted = isOne ? range : range.complement().withAbsent(false);
    return accepted.withAbsent(random.nextInt(4) == 0);
  }

  private static NumericSet range(List<Long> ends, Random random) {
    long first = ends.get(random.nextInt(ends.size()));
    long second = ends.get(random.nextInt(ends.size()));
    return NumericSet.range(Math.min(first, second), Math.max(first, second));
  }
}
