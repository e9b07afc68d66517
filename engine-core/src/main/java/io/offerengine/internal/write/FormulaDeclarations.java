package io.offerengine.internal.write;

import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * What the formulas of a schema declare, ready to be compared with the values that they give for
 * two rows.
 *
 * <p><b>Cost.</b> {@link #check} evaluates each formula once for each of its inputs and arguments:
 * about a hundred evaluations for the marketplace.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FormulaDeclarations {
  /**
   * The inputs of all formulas in one row.
   *
   * @param id the identifier of its offer
   * @param values by index in {@link #inputs}; NaN for an absent value
   */
  record Row(long id, @SuppressWarnings("ArrayRecordComponent") double[] values) {}

  private final List<FormulaDeclaration> formulas = new ArrayList<>();
  private final List<Field> inputs = new ArrayList<>();

  FormulaDeclarations(Schema schema) {
    List<Formula> known = new ArrayList<>();
    for (Field field : schema.fields()) {
      if (field.formula() != null) {
        add(schema, field.name(), field.formula(), known);
      }
      for (Field.Member member : field.members()) {
        add(schema, field + "." + member.name(), member.formula(), known);
      }
    }
  }

  private void add(Schema schema, String name, Formula formula, List<Formula> known) {
    if (known.contains(formula)) {
      return;
    }
    known.add(formula);
    int[] indexes = new int[formula.inputs().size()];
    for (int i = 0; i < indexes.length; i++) {
      Field input = formula.inputs().get(i).field();
      if (!inputs.contains(input)) {
        inputs.add(input);
      }
      indexes[i] = inputs.indexOf(input);
    }
    formulas.add(new FormulaDeclaration(schema, name, formula, indexes));
  }

  /** Returns whether there is no formula. */
  boolean isEmpty() {
    return formulas.isEmpty();
  }

  /** Returns the fields that formulas read. */
  List<Field> inputs() {
    return inputs;
  }

  /**
   * Compares every formula with its declaration.
   *
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void check(Row from, Row to) {
    for (FormulaDeclaration formula : formulas) {
      formula.check(from, to);
    }
  }
}
