package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sealed column of doubles.
 *
 * <p><b>Layout.</b> Exactly one of {@code decimals} and {@code doubles} is set. If every value is
 * an int divided by one common power of ten, exact to the last bit, the column stores the ints:
 * four bytes per row, and {@link #ABSENT} for a row without a value. Otherwise it stores the
 * doubles: eight bytes per row, and NaN for a row without a value.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class NumberColumn extends NumericColumn {
  private static final int ABSENT = Integer.MIN_VALUE;

  /** With more decimals than this, an int is too small for usual prices and scores. */
  private static final int MAX_DECIMALS = 9;

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  private final int @Nullable [] decimals;
  private final double divisor;
  private final double @Nullable [] doubles;

  private NumberColumn(int @Nullable [] decimals, double divisor, double @Nullable [] doubles) {
    this.decimals = decimals;
    this.divisor = divisor;
    this.doubles = doubles;
  }

  /**
   * Returns the column of the given values.
   *
   * @param values the value of each row; NaN if it has none. The column may use this array, so the
   *     caller must not change it afterwards.
   */
  public static NumberColumn of(double[] values) {
    int digits = digits(values);
    int[] decimals = digits <= MAX_DECIMALS ? toDecimals(values, POWERS[digits]) : null;
    return decimals == null
        ? new NumberColumn(null, 1, values)
        : new NumberColumn(decimals, POWERS[digits], null);
  }

  /** Returns the column of the given values: a constant one if all rows have the same bits. */
  public static NumericColumn orConstant(double[] values) {
    for (int row = 1; row < values.length; row++) {
      if (Double.doubleToRawLongBits(values[row]) != Double.doubleToRawLongBits(values[0])) {
        return of(values);
      }
    }
    return values.length == 0 || Double.isNaN(values[0])
        ? ConstantColumn.absent()
        : ConstantColumn.of(FieldType.NUMBER, Double.doubleToRawLongBits(values[0]));
  }

  void write(BlockWriter out) throws IOException {
    out.write(decimals);
    out.writeDouble(divisor);
    out.write(doubles);
  }

  static NumberColumn read(BlockReader in) throws IOException {
    return new NumberColumn(in.readInts(), in.readDouble(), in.readDoubles());
  }

  /**
   * Returns the least number of decimals that is enough for every value; more than {@link
   * #MAX_DECIMALS} if there is none.
   */
  private static int digits(double[] values) {
    int digits = 0;
    for (int row = 0; row < values.length && digits <= MAX_DECIMALS; row++) {
      double value = values[row];
      while (digits <= MAX_DECIMALS
          && !Double.isNaN(value)
          && decimal(value, POWERS[digits]) == ABSENT) {
        digits++;
      }
    }
    return digits;
  }

  /** Returns the values times a power of ten; null if one of the products does not fit an int. */
  private static int @Nullable [] toDecimals(double[] values, double power) {
    int[] decimals = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      double value = values[row];
      int decimal = Double.isNaN(value) ? ABSENT : decimal(value, power);
      if (decimal == ABSENT && !Double.isNaN(value)) {
        return null;
      }
      decimals[row] = decimal;
    }
    return decimals;
  }

  /**
   * Returns the int that gives the value when it is divided by a power of ten; {@link #ABSENT} if
   * there is none.
   */
  private static int decimal(double value, double power) {
    int decimal = (int) Math.rint(value * power);
    boolean exact =
        Double.doubleToRawLongBits(decimal / power) == Double.doubleToRawLongBits(value);
    return exact ? decimal : ABSENT;
  }

  /** Returns the column of a new segment, with decimals if all source columns have decimals. */
  static NumberColumn merge(List<NumericColumn> sources, RowMaps rows) {
    double power = 1;
    boolean fits = true;
    for (NumericColumn source : sources) {
      if (source instanceof NumberColumn numbers) {
        power = Math.max(power, numbers.divisor);
        fits &= numbers.decimals != null;
      }
    }
    int[] decimals = fits ? new int[rows.size()] : new int[0];
    for (int i = 0; i < sources.size() && fits; i++) {
      fits = moveDecimals(sources.get(i), rows.source(i), power, decimals);
    }
    if (fits) {
      return new NumberColumn(decimals, power, null);
    }
    double[] values = new double[rows.size()];
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof NumberColumn numbers && numbers.doubles != null) {
        rows.source(i).move(numbers.doubles, values);
      } else {
        rows.source(i).move(sources.get(i), values);
      }
    }
    return of(values);
  }

  /**
   * Writes the values of a source column as decimals, by a power of ten that is at least the
   * source's own. Multiplying dividend and divisor by ten does not change the rounded quotient, so
   * the values stay the same to the last bit.
   *
   * @return whether all decimals fit an int
   */
  private static boolean moveDecimals(
      NumericColumn source, RowMap map, double power, int[] target) {
    if (source instanceof NumberColumn numbers && numbers.decimals != null) {
      if (numbers.divisor == power) {
        map.move(numbers.decimals, target);
        return true;
      }
      return map.moveScaled(numbers.decimals, ABSENT, (long) (power / numbers.divisor), target);
    }
    int decimal = source.isPresent(0) ? decimal(source.number(0), power) : ABSENT;
    for (int newRow : map.newRows()) {
      target[newRow] = decimal;
    }
    return decimal != ABSENT || !source.isPresent(0);
  }

  @Override
  public boolean isPresent(int row) {
    return decimals == null ? !Double.isNaN(number(row)) : decimals[row] != ABSENT;
  }

  @Override
  public long key(int row) {
    return NumericKey.of(number(row));
  }

  @Override
  public long keyOr(int row, long absent) {
    double number = number(row);
    return Double.isNaN(number) ? absent : NumericKey.of(number);
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    double number = number(row);
    return Double.isNaN(number)
        ? accepted.includesAbsent()
        : accepted.contains(NumericKey.of(number));
  }

  @Override
  public double number(int row) {
    if (doubles != null) {
      return doubles[row];
    }
    int decimal = decimals == null ? ABSENT : decimals[row];
    return decimal == ABSENT ? Double.NaN : decimal / divisor;
  }

  @Override
  public long bytes() {
    long bytes = decimals == null ? 0 : Footprint.array(decimals.length, Integer.BYTES);
    bytes += doubles == null ? 0 : Footprint.array(doubles.length, Double.BYTES);
    return bytes + Footprint.object(2 * Footprint.REFERENCE + Double.BYTES);
  }
}
