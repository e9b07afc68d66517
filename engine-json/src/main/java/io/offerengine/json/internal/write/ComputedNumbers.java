package io.offerengine.json.internal.write;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.ArrayList;
import java.util.List;

/**
 * The distinct formulas of the computed numbers among some fields, and the distinct stored fields
 * that these formulas read.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ComputedNumbers {
  private final List<Formula> formulas = new ArrayList<>();
  private final List<Field> inputs = new ArrayList<>();

  /** The indexes of a formula's inputs in {@link #inputs}, by the index of the formula. */
  private final int[][] inputsOf;

  ComputedNumbers(List<Field> fields) {
    for (Field field : fields) {
      Formula formula = field.formula();
      if (formula != null) {
        add(formula);
      }
      field.members().forEach(member -> add(member.formula()));
    }
    inputsOf = new int[formulas.size()][];
    for (int i = 0; i < inputsOf.length; i++) {
      inputsOf[i] =
          formulas.get(i).inputs().stream().mapToInt(in -> inputs.indexOf(in.field())).toArray();
    }
  }

  private void add(Formula formula) {
    if (formulas.contains(formula)) {
      return;
    }
    formulas.add(formula);
    for (Formula.Input input : formula.inputs()) {
      if (!inputs.contains(input.field())) {
        inputs.add(input.field());
      }
    }
  }

  /** Returns the number of formulas. */
  int size() {
    return formulas.size();
  }

  /** Returns the index of a formula. */
  int indexOf(Formula formula) {
    return formulas.indexOf(formula);
  }

  /** Returns the stored fields that the formulas read. */
  List<Field> inputs() {
    return inputs;
  }

  /** Returns an evaluation of the formulas under some arguments. */
  Evaluation evaluation(Arguments arguments) {
    return new Evaluation(this, arguments);
  }

  /**
   * Evaluates the formulas for one row after the other.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  static final class Evaluation {
    private final Formula[] formulas;
    private final int[][] inputsOf;
    private final double[][] inputs;
    private final Arguments arguments;

    private Evaluation(ComputedNumbers numbers, Arguments arguments) {
      this.formulas = numbers.formulas.toArray(Formula[]::new);
      this.inputsOf = numbers.inputsOf;
      this.inputs = new double[formulas.length][];
      for (int i = 0; i < formulas.length; i++) {
        inputs[i] = new double[inputsOf[i].length];
      }
      this.arguments = arguments;
    }

    /**
     * Returns the value of a formula for a row; NaN if the value is absent.
     *
     * @param row a row in the layout of {@link RowTemplate}, with its stored numbers set
     */
    double value(int formula, byte[] row) {
      int[] numbers = inputsOf[formula];
      double[] values = inputs[formula];
      for (int i = 0; i < values.length; i++) {
        values[i] = RowTemplate.stored(row, numbers[i]);
      }
      return formulas[formula].value(values, arguments);
    }
  }
}
