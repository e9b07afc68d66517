package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * A sealed column of doubles.
 *
 * <p><b>Layout.</b> Four bytes a row where every value is a decimal of few digits (an int and a
 * common power of ten that give back the very bits of the double), eight otherwise; exactly one of
 * {@code decimals} and {@code doubles}. Absent is {@link #ABSENT} or NaN.
 */
public final class NumberColumn extends NumericColumn implements SealedColumn {
  private static final int ABSENT = Integer.MIN_VALUE;

  /** Beyond this power of ten no int holds a price or score of the usual size. */
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

  /** Returns the column of some values, NaN where absent. */
  public static NumberColumn of(double[] values) {
    for (int digits = 0; digits <= MAX_DECIMALS; digits++) {
      int[] decimals = toDecimals(values, POWERS[digits]);
      if (decimals != null) {
        return new NumberColumn(decimals, POWERS[digits], null);
      }
    }
    return new NumberColumn(null, 1, values.clone());
  }

  private static int @Nullable [] toDecimals(double[] values, double power) {
    int[] decimals = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      double value = values[row];
      int decimal = Double.isNaN(value) ? ABSENT : (int) Math.rint(value * power);
      boolean exact =
          Double.isNaN(value)
              || (decimal > ABSENT
                  && Double.doubleToRawLongBits(decimal / power)
                      == Double.doubleToRawLongBits(value));
      if (!exact) {
        return null;
      }
      decimals[row] = decimal;
    }
    return decimals;
  }

  @Override
  public NumberColumn select(KeptRows kept) {
    return new NumberColumn(
        decimals == null ? null : kept.select(decimals),
        divisor,
        doubles == null ? null : kept.select(doubles));
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
  public void keysOr(int[] rows, int size, long absent, long[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = keyOr(rows[i], absent);
    }
  }

  @Override
  public void numbers(int[] rows, int size, double[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = number(rows[i]);
    }
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += matches(row, accepted) ? 1 : 0;
    }
    return kept;
  }

  @Override
  public long bytes() {
    long bytes = decimals == null ? 0 : Footprint.array(decimals.length, Integer.BYTES);
    bytes += doubles == null ? 0 : Footprint.array(doubles.length, Double.BYTES);
    return bytes + Footprint.object(2 * Footprint.REFERENCE + Double.BYTES);
  }
}
