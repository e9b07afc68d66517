package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sealed column of integers, booleans or doubles.
 *
 * <p><b>Layout.</b> Each row has a {@link Packed} number. The {@link Form} of the column says what
 * the numbers mean. A number that no row has stands for absence; it is less than all others if
 * there is room, and does not widen a column that has room for it. Many fields of real offers are
 * constant within a segment, and take no memory per row.
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

  /** The numbers of a new column while they are collected: each row is put once. */
  private static final class Numbers {
    private final long[] numbers;
    private final long[] absent;
    private boolean someAbsent;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    Numbers(int size) {
      this.numbers = new long[size];
      this.absent = new long[Bits.wordCount(size)];
    }

    void put(int row, long number) {
      numbers[row] = number;
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    }

    void putAbsent(int row) {
      Bits.set(absent, row);
      someAbsent = true;
    }

    /** Returns the column, when all rows were put. */
    PackedColumn pack(Form form, double power) {
      long unused = unused();
      if (someAbsent) {
        for (int row = 0; row < numbers.length; row++) {
          numbers[row] = Bits.get(absent, row) ? unused : numbers[row];
        }
        least = Math.min(least, unused);
        greatest = Math.max(greatest, unused);
      }
      return new PackedColumn(form, Packed.of(numbers, least, greatest), unused, power);
    }

    /** Returns a number that no row has. */
    private long unused() {
      if (least > greatest) {
        return 0;
      }
      if (least > Long.MIN_VALUE) {
        return least - 1;
      }
      return greatest < Long.MAX_VALUE ? greatest + 1 : gap();
    }

    private long gap() {
      long[] sorted = numbers.clone();
      Arrays.sort(sorted);
      int after = 1;
      while (sorted[after] - sorted[after - 1] == 0 || sorted[after] - sorted[after - 1] == 1) {
        after++;
      }
      return sorted[after] - 1;
    }
  }

  /**
   * Returns the column of integers or booleans.
   *
   * @param values the value of each row; ignored for rows without a value
   * @param present a bitmap of the rows that have a value; null if all rows have one
   */
  public static PackedColumn ofIntegers(long[] values, long @Nullable [] present) {
    Numbers numbers = new Numbers(values.length);
    for (int row = 0; row < values.length; row++) {
      if (present == null || Bits.get(present, row)) {
        numbers.put(row, values[row]);
      } else {
        numbers.putAbsent(row);
      }
    }
    return numbers.pack(Form.INTEGER, 1);
  }

  /**
   * Returns the column of doubles: decimals if every value is a whole number of 32 bits divided by
   * one common power of ten, to the last bit.
   *
   * @param values the value of each row; NaN if it has none
   */
  public static PackedColumn ofNumbers(double[] values) {
    double power = power(values);
    PackedColumn decimals = power == 0 ? null : of(Form.DECIMAL, power, values);
    return decimals == null ? Objects.requireNonNull(of(Form.KEY, 1, values)) : decimals;
  }

  /** Returns null if a value is no decimal. */
  private static @Nullable PackedColumn of(Form form, double power, double[] values) {
    Numbers numbers = new Numbers(values.length);
    for (int row = 0; row < values.length; row++) {
      if (Double.isNaN(values[row])) {
        numbers.putAbsent(row);
        continue;
      }
      long number = form == Form.KEY ? storedKey(values[row]) : decimal(values[row], power);
      if (number == NO_DECIMAL && form == Form.DECIMAL) {
        return null;
      }
      numbers.put(row, number);
    }
    return numbers.pack(form, power);
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
    PackedColumn merged = StoredMerge.merge(sources, rows);
    if (merged != null) {
      return merged;
    }
    if (type != FieldType.NUMBER) {
      return mergeKeys(sources, rows);
    }
    double[] values = new double[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      rows.source(i).move(sources.get(i), values);
    }
    return ofNumbers(values);
  }

  private static PackedColumn mergeKeys(List<? extends NumericColumn> sources, RowMaps rows) {
    Numbers merged = new Numbers(rows.size());
    for (int source = 0; source < sources.size(); source++) {
      NumericColumn column = sources.get(source);
      RowMap map = rows.source(source);
      long[] keys = new long[map.size()];
      column.keysOr(map.rows(), map.size(), RARE_KEY, keys);
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] != RARE_KEY || column.isPresent(map.rows()[i])) {
          merged.put(map.newRows()[i], keys[i]);
        } else {
          merged.putAbsent(map.newRows()[i]);
        }
      }
    }
    return merged.pack(Form.INTEGER, 1);
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
   * A merge of stored numbers; of decimals by the greatest of their powers of ten. Multiplying
   * dividend and divisor by ten does not change the rounded quotient, so the values stay the same
   * to the last bit.
   */
  private static final class StoredMerge {
    /** The rows that are copied at a time. */
    private static final int BLOCK = 256;

    private final Form form;
    private final double power;
    private final Packed merged;
    private final long absent;
    private boolean someAbsent;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    private StoredMerge(List<PackedColumn> sources, double power, int size) {
      long lower = Long.MAX_VALUE;
      long upper = Long.MIN_VALUE;
      long leastAbsent = Long.MAX_VALUE;
      for (PackedColumn source : sources) {
        long factor = (long) (power / source.power);
        if (!source.isConstant() || source.isPresent(0)) {
          lower = Math.min(lower, scaled(source.stored.lower(), factor));
          upper = Math.max(upper, scaled(source.stored.upper(), factor));
        }
        leastAbsent = Math.min(leastAbsent, source.absent);
      }
      this.form = sources.get(0).form;
      this.power = power;
      this.merged = new Packed(lower, upper, size);
      this.absent = Math.max(leastAbsent, lower);
    }

    /**
     * Returns a multiple of a bound of decimals, which have 32 bits; any bound for the factor 1.
     */
    private static long scaled(long bound, long factor) {
      return factor == 1
          ? bound
          : Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, bound * factor));
    }

    /**
     * Returns the merged column; null if the sources have no common form, or if the numbers that
     * are left do not fit, or need fewer bytes.
     */
    static @Nullable PackedColumn merge(List<? extends NumericColumn> sources, RowMaps rows) {
      List<PackedColumn> columns = new ArrayList<>();
      double power = 1;
      for (NumericColumn source : sources) {
        if (!(source instanceof PackedColumn column)
            || (!columns.isEmpty() && column.form != columns.get(0).form)) {
          return null;
        }
        columns.add(column);
        power = Math.max(power, column.power);
      }
      StoredMerge merge = new StoredMerge(columns, power, rows.size());
      for (int source = 0; source < columns.size(); source++) {
        merge.add(columns.get(source), rows.source(source));
      }
      return merge.column();
    }

    private void add(PackedColumn source, RowMap map) {
      long[] block = new long[Math.min(BLOCK, map.size())];
      long factor = (long) (power / source.power);
      for (int from = 0; from < map.size(); from += BLOCK) {
        int to = Math.min(map.size(), from + BLOCK);
        source.stored.get(map.rows(), from, to, block);
        scale(block, to - from, source.absent, factor);
        merged.set(map.newRows(), from, to, block);
      }
    }

    private void scale(long[] block, int size, long sourceAbsent, long factor) {
      long low = least;
      long high = greatest;
      for (int i = 0; i < size; i++) {
        if (block[i] == sourceAbsent) {
          block[i] = absent;
          someAbsent = true;
        } else {
          block[i] *= factor;
          low = Math.min(low, block[i]);
          high = Math.max(high, block[i]);
        }
      }
      least = low;
      greatest = high;
    }

    private @Nullable PackedColumn column() {
      boolean isAny = Long.MIN_VALUE < least && least <= greatest;
      boolean isDecimal =
          form != Form.DECIMAL || (least == (int) least && greatest == (int) greatest);
      if (!isAny || !isDecimal || (someAbsent && absent >= least)) {
        return null;
      }
      int width = Packed.width(someAbsent ? least - 1 : least, greatest);
      return width == merged.width()
          ? new PackedColumn(form, merged, someAbsent ? absent : least - 1, power)
          : null;
    }
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

  /** Numbers the different keys of the rows; null if there are more than {@code most}. */
  public @Nullable Numbered number(int most, int rowCount) {
    return Numbered.of(stored, rowCount, absent, most, this::keyOf);
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

  /**
   * The least and the greatest key of some rows, and how many of the rows have one. If no row has a
   * value, the least key is {@link Long#MAX_VALUE} and the greatest one is {@link Long#MIN_VALUE}.
   */
  public record Extremes(long least, long greatest, int present) {}

  /**
   * Returns the extremes of the first ones of some rows. Stored numbers are in the order of their
   * keys, so that only two of them have to be decoded.
   */
  public Extremes extremes(int[] rows, int size) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    int present = 0;
    for (int i = 0; i < size; i++) {
      long number = stored.get(rows[i]);
      if (number != absent) {
        least = Math.min(least, number);
        greatest = Math.max(greatest, number);
        present++;
      }
    }
    return present == 0
        ? new Extremes(least, greatest, present)
        : new Extremes(keyOf(least), keyOf(greatest), present);
  }

  @Override
  long storedKeyOf(int row) {
    long number = stored.get(row);
    if (number == absent) {
      return RARE_KEY;
    }
    return form == Form.DECIMAL ? NumericKey.of(number / power) : number;
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    long number = stored.get(row);
    return number == absent ? accepted.includesAbsent() : accepted.contains(keyOf(number));
  }
}
