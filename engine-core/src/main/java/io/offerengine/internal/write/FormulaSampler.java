package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses, among the rows to be stored, the rows for which formulas are compared with their
 * declarations.
 *
 * <p>A chosen row is compared with the row that was chosen before it. The choice depends on the
 * number and the order of the rows alone, so that a failure can be repeated.
 *
 * <p><b>Threads.</b> Confined to one writer or one load.
 */
final class FormulaSampler {
  private final FormulaDeclarations declarations;
  private final Formula.Checks checks;
  private FormulaDeclarations.@Nullable Row previous;
  private long seen;

  FormulaSampler(FormulaDeclarations declarations, Formula.Checks checks) {
    this.declarations = declarations;
    this.checks = checks;
  }

  /**
   * Compares the chosen rows of a batch. If a formula contradicts its declaration, the sampler goes
   * on as if the batch had never come.
   *
   * @param rows null for an offer that the batch deletes
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void checkBatch(Collection<? extends @Nullable NewRow> rows) {
    FormulaDeclarations.Row firstPrevious = previous;
    long firstSeen = seen;
    try {
      for (NewRow row : rows) {
        if (row != null && choosesNext()) {
          check(row);
        }
      }
    } catch (Throwable e) {
      previous = firstPrevious;
      seen = firstSeen;
      throw e;
    }
  }

  /** Counts a row and returns whether it is chosen. */
  boolean choosesNext() {
    return checks.include(seen++) && !declarations.isEmpty();
  }

  /**
   * Compares a row with the row that was compared before it.
   *
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void check(NewRow row) {
    FormulaDeclarations.Row chosen = read(row);
    declarations.check(previous == null ? chosen : previous, chosen);
    previous = chosen;
  }

  private FormulaDeclarations.Row read(NewRow row) {
    List<Field> inputs = declarations.inputs();
    double[] values = new double[inputs.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.input(inputs.get(i));
    }
    return new FormulaDeclarations.Row(row.id(), values);
  }
}
