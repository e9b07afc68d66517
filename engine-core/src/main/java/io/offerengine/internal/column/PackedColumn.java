package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sealed column of integers, booleans or doubles.
 *
 * <p><b>Layout.</b> Each row has a {@link Packed} number. The {@link Form} of the column says what
 * the numbers mean. A number that no row has stands for absence. In a column of integers or
 * decimals this number lies next to the least value, if there is room, so that it hardly widens the
 * column. Many fields of real offers are constant within a segment, and take no memory per row.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PackedColumn extends NumericColumn {
  /** With more decimals than this, 32 bits are too few for usual prices and scores. */
  private static final int MAX_DECIMALS = 9;

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  /** What {@link #decimal} returns for a value that is no decimal. */
  private static final long NO_DECIMAL = Long.MIN_VALUE;

  /** What the stored numbers mean. The names are part of the format of files. */
  private enum Form {
    /** The value itself, which is its key. */
    INTEGER,
    /** The value times a power of ten that all rows share, exact to the last bit. */
    DECIMAL,
    /** The key of a double; {@link #MINUS_ZERO} for -0.0. */
    KEY
  }

  private final Form form;
  private final Packed stored;
  private final long absent;
  private final double power;

  private PackedColumn(Form form, Packed stored, long absent, double power) {
    this.form = form;
    this.stored = stored;
    this.absent = absent;
    this.power = power;
  }

  /**
   * Returns the column of integers or booleans.
   *
   * @param values the value of each row; ignored for rows without a value
   * @param present a bitmap of the rows that have a value; null if all rows have one
   */
  public static PackedColumn ofIntegers(long[] values, long @Nullable [] present) {
    return pack(Form.INTEGER, 1, present == null ? values : values.clone(), present);
  }

  /** Returns the column of some numbers; overwrites those of rows without a value. */
  private static PackedColumn pack(
      Form form, double power, long[] numbers, long @Nullable [] present) {
    long unused = unused(numbers, present);
    for (int row = 0; row < numbers.length && present != null; row++) {
      numbers[row] = Bits.get(present, row) ? numbers[row] : unused;
    }
    return new PackedColumn(form, Packed.of(numbers), unused, power);
  }

  /**
   * Returns the column of doubles: decimals if every value is a whole number of 32 bits divided by
   * one common power of ten, to the last bit.
   *
   * @param values the value of each row; NaN if it has none
   */
  public static PackedColumn ofNumbers(double[] values) {
    double power = power(values);
    long[] numbers = new long[values.length];
    long[] present = new long[Bits.wordCount(values.length)];
    for (int row = 0; row < values.length && power > 0; row++) {
      if (!Double.isNaN(values[row])) {
        Bits.set(present, row);
        numbers[row] = decimal(values[row], power);
        power = numbers[row] == NO_DECIMAL ? 0 : power;
      }
    }
    if (power > 0) {
      return pack(Form.DECIMAL, power, numbers, present);
    }
    for (int row = 0; row < values.length; row++) {
      numbers[row] = Double.isNaN(values[row]) ? RARE_KEY : storedKey(values[row]);
    }
    return new PackedColumn(Form.KEY, Packed.of(numbers), RARE_KEY, 1);
  }

  /** Returns a number that no row has. */
  private static long unused(long[] values, long @Nullable [] present) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int row = 0; row < values.length; row++) {
      if (present == null || Bits.get(present, row)) {
        least = Math.min(least, values[row]);
        greatest = Math.max(greatest, values[row]);
      }
    }
    if (least > greatest) {
      return 0;
    }
    if (least > Long.MIN_VALUE) {
      return least - 1;
    }
    return greatest < Long.MAX_VALUE ? greatest + 1 : gap(values);
  }

  private static long gap(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int after = 1;
    while (sorted[after] - sorted[after - 1] == 0 || sorted[after] - sorted[after - 1] == 1) {
      after++;
    }
    return sorted[after] - 1;
  }

  /** Returns the least power of ten whose product with every value is whole; 0 if there is none. */
  private static double power(double[] values) {
    int digits = 0;
    for (double value : values) {
      while (!Double.isNaN(value) && decimal(value, POWERS[digits]) == NO_DECIMAL) {
        if (digits == MAX_DECIMALS) {
          return 0;
        }
        digits++;
      }
    }
    return POWERS[digits];
  }

  /**
   * Returns the whole number of 32 bits that gives the value when it is divided by a power of ten;
   * {@link #NO_DECIMAL} if there is none.
   */
  private static long decimal(double value, double power) {
    int decimal = (int) Math.rint(value * power);
    boolean exact =
        Double.doubleToRawLongBits(decimal / power) == Double.doubleToRawLongBits(value);
    return exact ? decimal : NO_DECIMAL;
  }

  /**
   * Returns the column of a new segment.
   *
   * @param sources the column of each source, sealed or not, in the order of {@code rows}
   * @param rows the rows that the new segment takes over
   */
  public static PackedColumn merge(
      FieldType type, List<? extends NumericColumn> sources, RowMaps rows) {
    if (sources.get(0) instanceof PackedColumn first
        && sources.stream().allMatch(first::hasSameConstant)) {
      return first;
    }
    if (type != FieldType.NUMBER) {
      return mergeKeys(sources, rows);
    }
    PackedColumn decimals = mergeDecimals(sources, rows);
    if (decimals != null) {
      return decimals;
    }
    double[] values = new double[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      rows.source(i).move(sources.get(i), values);
    }
    return ofNumbers(values);
  }

  private static PackedColumn mergeKeys(List<? extends NumericColumn> sources, RowMaps rows) {
    long[] values = new long[rows.size()];
    long[] present = Bits.all(rows.size());
    boolean everywhere = true;
    for (int source = 0; source < sources.size(); source++) {
      NumericColumn column = sources.get(source);
      RowMap map = rows.source(source);
      map.moveKeys(column, RARE_KEY, values);
      for (int i = 0; i < map.size(); i++) {
        int newRow = map.newRows()[i];
        if (values[newRow] == RARE_KEY && !column.isPresent(map.rows()[i])) {
          Bits.clear(present, newRow);
          everywhere = false;
        }
      }
    }
    return pack(Form.INTEGER, 1, values, everywhere ? null : present);
  }

  /** Returns whether all rows of both columns have one value, to the last bit, or none has one. */
  private boolean hasSameConstant(NumericColumn other) {
    return other instanceof PackedColumn column
        && isConstant()
        && column.isConstant()
        && form == column.form
        && power == column.power
        && isPresent(0) == column.isPresent(0)
        && (!isPresent(0) || stored.get(0) == column.stored.get(0));
  }

  /**
   * Merges columns of decimals by the greatest of their powers of ten. Multiplying dividend and
   * divisor by ten does not change the rounded quotient, so the values stay the same to the last
   * bit.
   *
   * @return null if a source has no decimals, or if a product has more than 32 bits
   */
  private static @Nullable PackedColumn mergeDecimals(
      List<? extends NumericColumn> sources, RowMaps rows) {
    double power = 1;
    for (NumericColumn source : sources) {
      if (!(source instanceof PackedColumn column) || column.form != Form.DECIMAL) {
        return null;
      }
      power = Math.max(power, column.power);
    }
    long[] values = new long[rows.size()];
    long[] present = new long[Bits.wordCount(rows.size())];
    for (int source = 0; source < sources.size(); source++) {
      PackedColumn column = (PackedColumn) sources.get(source);
      RowMap map = rows.source(source);
      long factor = (long) (power / column.power);
      for (int i = 0; i < map.size(); i++) {
        long number = column.stored.get(map.rows()[i]);
        if (number != column.absent) {
          long product = number * factor;
          if (product != (int) product) {
            return null;
          }
          values[map.newRows()[i]] = product;
          Bits.set(present, map.newRows()[i]);
        }
      }
    }
    return pack(Form.DECIMAL, power, values, present);
  }

  void write(BlockWriter out) throws IOException {
    out.writeText(form.name());
    stored.write(out);
    out.writeLong(absent);
    out.writeDouble(power);
  }

  static PackedColumn read(BlockReader in) throws IOException {
    return new PackedColumn(
        Form.valueOf(in.readText()), Packed.read(in), in.readLong(), in.readDouble());
  }

  /** Returns whether all rows have the same value, bit by bit, or no row has one. */
  public boolean isConstant() {
    return stored.isConstant();
  }

  /** Returns whether keys are those of doubles. */
  public boolean isOfDoubles() {
    return form != Form.INTEGER;
  }

  private long keyOf(long number) {
    if (form == Form.DECIMAL) {
      return NumericKey.of(number / power);
    }
    return form == Form.INTEGER ? number : keyOfStored(number);
  }

  private double numberOf(long number) {
    return form == Form.KEY ? NumericKey.toDouble(number) : number / power;
  }

  @Override
  public boolean isPresent(int row) {
    return stored.get(row) != absent;
  }

  @Override
  public long key(int row) {
    return keyOf(stored.get(row));
  }

  @Override
  public double number(int row) {
    long number = stored.get(row);
    return number == absent ? Double.NaN : numberOf(number);
  }

  @Override
  public long keyOr(int row, long ifAbsent) {
    long number = stored.get(row);
    return number == absent ? ifAbsent : keyOf(number);
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    long number = stored.get(row);
    return number == absent ? accepted.includesAbsent() : accepted.contains(keyOf(number));
  }

  @Override
  public long bytes() {
    return stored.bytes() + Footprint.object(2 * Footprint.REFERENCE + 2 * Long.BYTES);
  }
}
