package io.offerengine.json.internal.write;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The formulas behind all computed numbers that a response shows, each once, and the stored numbers
 * that they read, each once.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ComputedNumbers {
  private final List<Formula> formulas = new ArrayList<>();
  private final List<Field> inputs = new ArrayList<>();

  /** By formula: the numbers of its inputs among all. */
  private final int[][] inputsOf;

  ComputedNumbers(Schema schema) {
    for (Field field : schema.shownFields()) {
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

  /** Returns a formula's number. */
  int indexOf(Formula formula) {
    return formulas.indexOf(formula);
  }

  /** Returns the stored numbers that the formulas read. */
  List<Field> inputs() {
    return inputs;
  }

  /** Returns what evaluates them for one response. */
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
     * Returns the value of a formula; NaN when absent.
     *
     * @param row as {@link RowTemplate} keeps it, with its stored numbers set
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
