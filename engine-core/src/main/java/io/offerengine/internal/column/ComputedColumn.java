package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * A column whose values a formula computes from other columns and from the arguments of one search.
 *
 * <p>If the result is not finite, the row has no value. The column remembers the value of the last
 * row that was read, because a search often reads the same row several times.
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

  /** Scratch arrays for a batch of rows; null until the first batch is read. */
  private double @Nullable [][] batch;

  /**
   * Creates the column.
   *
   * @param inputs the columns of the formula's inputs, in order
   */
  public ComputedColumn(Formula formula, NumericColumn[] inputs, Arguments arguments) {
    this.formula = formula;
    this.inputs = inputs.clone();
    this.arguments = arguments.readBy(formula);
    this.values = new double[inputs.length];
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
      number = formula.value(values, arguments);
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
      target[i] = formula.value(values, arguments);
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
    int count = 0;
    for (int i = 0; i < size; i++) {
      rows[count] = rows[i];
      boolean belongs =
          Double.isNaN(computed[i])
              ? accepted.includesAbsent()
              : accepted.contains(NumericKey.of(computed[i]));
      count += belongs ? 1 : 0;
    }
    return count;
  }

  /** Returns scratch arrays of at least {@code size} values: one per input, one for results. */
  private double[][] room(int size) {
    double[][] known = batch;
    if (known == null || known[0].length < size) {
      known = new double[inputs.length + 1][size];
      batch = known;
    }
    return known;
  }
}
