package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * The values that a formula gives for the rows of other columns and one search's arguments.
 *
 * <p>A value that is not finite is absent. The value of the row read last is kept.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ComputedColumn extends NumericColumn {
  private final Formula formula;
  private final NumericColumn[] inputs;
  private final Arguments arguments;
  private final double[] values;
  private int row = -1;
  private double number = Double.NaN;

  /** Room for the values of a batch of rows; null until it is needed. */
  private double @Nullable [][] batch;

  /**
   * Creates the column.
   *
   * @param inputs the columns of the formula's inputs, in order
   */
  public ComputedColumn(Formula formula, NumericColumn[] inputs, Arguments arguments) {
    this.formula = formula;
    this.inputs = inputs.clone();
    this.arguments = arguments;
    this.values = new double[inputs.length];
  }

  /** Computes a formula, NaN inputs replaced by their defaults; NaN when the value is absent. */
  public static double evaluate(Formula formula, double[] inputs, Arguments arguments) {
    return formula.value(inputs, arguments);
  }

  @Override
  public boolean isPresent(int wanted) {
    return !Double.isNaN(number(wanted));
  }

  @Override
  public long key(int wanted) {
    return NumericKey.of(number(wanted));
  }

  @Override
  public double number(int wanted) {
    if (wanted != row) {
      for (int i = 0; i < inputs.length; i++) {
        values[i] = inputs[i].number(wanted);
      }
      number = evaluate(formula, values, arguments);
      row = wanted;
    }
    return number;
  }

  @Override
  public void numbers(int[] rows, int size, double[] target) {
    double[][] read = room(size);
    for (int input = 0; input < inputs.length; input++) {
      inputs[input].numbers(rows, size, read[input]);
    }
    for (int i = 0; i < size; i++) {
      for (int input = 0; input < inputs.length; input++) {
        values[input] = read[input][i];
      }
      target[i] = evaluate(formula, values, arguments);
    }
    row = -1;
  }

  @Override
  public void keysOr(int[] rows, int size, long absent, long[] target) {
    double[] computed = room(size)[inputs.length];
    numbers(rows, size, computed);
    for (int i = 0; i < size; i++) {
      target[i] = Double.isNaN(computed[i]) ? absent : NumericKey.of(computed[i]);
    }
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    double[] computed = room(size)[inputs.length];
    numbers(rows, size, computed);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      rows[kept] = rows[i];
      boolean belongs =
          Double.isNaN(computed[i])
              ? accepted.includesAbsent()
              : accepted.contains(NumericKey.of(computed[i]));
      kept += belongs ? 1 : 0;
    }
    return kept;
  }

  /** Returns arrays for the values of some rows: one for each input, and one for the results. */
  private double[][] room(int size) {
    double[][] known = batch;
    if (known == null || known[0].length < size) {
      known = new double[inputs.length + 1][size];
      batch = known;
    }
    return known;
  }

  @Override
  public long bytes() {
    return 0;
  }
}
