package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.NumberColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The values that hot computed fields of a sealed segment have under the parameters' defaults, and
 * an index of each.
 *
 * <p>A search that gives no other arguments sees such a field as if it were stored. A field that is
 * both stored and computed shares its stored column where the two agree in every row.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class StandingColumns {
  private final @Nullable FieldIndex[] indexes;

  private StandingColumns(@Nullable FieldIndex[] indexes) {
    this.indexes = indexes;
  }

  /**
   * Computes the columns of a segment.
   *
   * @param stored its columns, by slot
   * @param storedIndexes their indexes, by slot
   */
  static StandingColumns of(Schema schema, int size, Column[] stored, FieldIndex[] storedIndexes) {
    Arguments defaults = Arguments.defaults(schema);
    FieldIndex[] indexes = new FieldIndex[schema.fields().size()];
    for (Field field : schema.fields()) {
      Formula formula = field.formula();
      if (formula != null && field.tier() == Tier.HOT && formula.standsUnder(defaults)) {
        double[] values = values(formula, defaults, size, stored);
        boolean same = field.isStored() && equal(values, (NumericColumn) stored[field.slot()]);
        indexes[field.ordinal()] =
            same ? storedIndexes[field.slot()] : FieldIndex.of(field, column(values), size);
      }
    }
    return new StandingColumns(indexes);
  }

  private static double[] values(Formula formula, Arguments defaults, int size, Column[] stored) {
    NumericColumn[] inputs = new NumericColumn[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = (NumericColumn) stored[formula.inputs().get(i).field().slot()];
    }
    ComputedColumn computed = new ComputedColumn(formula, inputs, defaults);
    double[] values = new double[size];
    for (int row = 0; row < size; row++) {
      values[row] = computed.number(row);
    }
    return values;
  }

  private static boolean equal(double[] values, NumericColumn column) {
    for (int row = 0; row < values.length; row++) {
      if (Double.doubleToRawLongBits(values[row])
          != Double.doubleToRawLongBits(column.number(row))) {
        return false;
      }
    }
    return true;
  }

  private static NumericColumn column(double[] values) {
    for (int row = 1; row < values.length; row++) {
      if (Double.doubleToRawLongBits(values[row]) != Double.doubleToRawLongBits(values[0])) {
        return NumberColumn.of(values);
      }
    }
    return values.length == 0 || Double.isNaN(values[0])
        ? ConstantColumn.absent()
        : ConstantColumn.of(FieldType.NUMBER, Double.doubleToRawLongBits(values[0]));
  }

  /** Returns the index of a field's values; null where none are kept. */
  @Nullable FieldIndex index(Field field) {
    return indexes[field.ordinal()];
  }
}
