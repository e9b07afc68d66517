package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses, among the rows to be stored, the rows for which the formulas of a schema are compared
 * with their declarations.
 *
 * <p>A chosen row is compared with the row that was chosen before it. The choice depends on the
 * number and the order of the rows alone, so that a failure can be repeated.
 *
 * <p><b>Cost.</b> {@link #check} evaluates each formula once for each of its inputs and arguments:
 * about a hundred evaluations for the marketplace.
 *
 * <p><b>Threads.</b> Confined to one writer or one load.
 */
final class FormulaSampler {
  private final List<FormulaDeclaration> formulas = new ArrayList<>();

  /** The fields that formulas read. */
  private final Set<Field> inputs = new LinkedHashSet<>();

  private final int columns;
  private final Formula.Checks checks;
  private @Nullable Row previous;
  private long seen;

  /**
   * The inputs of all formulas in one row.
   *
   * @param id the identifier of its offer
   * @param values by slot of an input; NaN for an absent value
   */
  record Row(long id, @SuppressWarnings("ArrayRecordComponent") double[] values) {}

  FormulaSampler(Schema schema, Formula.Checks checks) {
    this.columns = schema.columns().size();
    this.checks = checks;
    Map<Formula, String> names = new LinkedHashMap<>();
    for (Field field : schema.fields()) {
      if (field.formula() != null) {
        names.putIfAbsent(field.formula(), field.name());
      }
      field
          .members()
          .forEach(member -> names.putIfAbsent(member.formula(), field + "." + member.name()));
    }
    names.forEach((formula, name) -> {
      formulas.add(new FormulaDeclaration(schema, name, formula));
      formula.inputs().forEach(input -> inputs.add(input.field()));
    });
  }

  /**
   * Compares the chosen rows of a batch. If a formula contradicts its declaration, the sampler goes
   * on as if the batch had never come.
   *
   * @param rows null for an offer that the batch deletes
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void checkBatch(Collection<? extends @Nullable NewRow> rows) {
    Row firstPrevious = previous;
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
    return checks.include(seen++) && !formulas.isEmpty();
  }

  /**
   * Compares a row with the row that was compared before it.
   *
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  void check(NewRow row) {
    double[] values = new double[columns];
    inputs.forEach(input -> values[input.slot()] = row.input(input));
    Row chosen = new Row(row.id(), values);
    Row from = previous == null ? chosen : previous;
    formulas.forEach(formula -> formula.check(from, chosen));
    previous = chosen;
  }
}
