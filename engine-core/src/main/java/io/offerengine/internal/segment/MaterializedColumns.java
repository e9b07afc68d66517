package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.NumberColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of hot computed fields under {@linkplain Arguments#usual usual arguments}, for the
 * rows of a sealed segment, with an index for each column.
 *
 * <p>If a search brings such arguments, it reads the field as if it were stored. If a column equals
 * an earlier column of the field, or the column of an input, in every row, that column is shared.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class MaterializedColumns {
  /** By ordinal of the field; null for a field that is not materialised. */
  private final @Nullable List<Materialized>[] byField;

  /** The index of a field under some arguments, and whether another index shares the column. */
  public record Materialized(Arguments arguments, FieldIndex index, boolean isShared)
      implements MaterializedLookup.Entry {}

  /**
   * Creates the columns of a segment.
   *
   * @param byField by ordinal of the field; null for a field that is not materialised
   */
  public MaterializedColumns(@Nullable List<Materialized>[] byField) {
    this.byField = byField;
  }

  /** Returns the computed fields that are materialised. */
  public static List<Field> fields(Schema schema) {
    return schema.fields().stream().filter(MaterializedColumns::isMaterialized).toList();
  }

  private static boolean isMaterialized(Field field) {
    Formula formula = field.formula();
    return formula != null && formula.parameters() != null && field.tier() == Tier.HOT;
  }

  /** Returns the usual arguments; if a formula has the same values under several, the first. */
  static List<Arguments> arguments(Schema schema, Formula formula) {
    List<Arguments> distinct = new ArrayList<>();
    for (Arguments arguments : Arguments.usual(schema)) {
      boolean isKnown = !formula.agreesUnder(arguments, arguments);
      for (Arguments earlier : distinct) {
        isKnown |= formula.agreesUnder(arguments, earlier);
      }
      if (!isKnown) {
        distinct.add(arguments);
      }
    }
    return distinct;
  }

  /** Returns a list for each field, by ordinal, none set. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  public static @Nullable List<Materialized>[] none(int fieldCount) {
    return new List[fieldCount];
  }

  /**
   * Computes the columns of one of the {@linkplain #fields fields}.
   *
   * @param stored the segment's columns, by slot
   * @param storedIndexes their indexes, by slot
   */
  public static List<Materialized> materialized(
      Schema schema, Field field, int size, Column[] stored, FieldIndex[] storedIndexes) {
    Formula formula = Objects.requireNonNull(field.formula());
    List<Materialized> columns = new ArrayList<>();
    for (Arguments arguments : arguments(schema, formula)) {
      double[] values = values(formula, arguments, size, stored);
      columns.add(indexed(field, formula, arguments, values, columns, storedIndexes));
    }
    return List.copyOf(columns);
  }

  private static Materialized indexed(
      Field field,
      Formula formula,
      Arguments arguments,
      double[] values,
      List<Materialized> columns,
      FieldIndex[] storedIndexes) {
    for (Materialized earlier : columns) {
      if (equal(values, earlier.index().numbers())) {
        return new Materialized(arguments, earlier.index(), true);
      }
    }
    for (Formula.Input input : formula.inputs()) {
      FieldIndex index = storedIndexes[input.field().slot()];
      boolean isAlike = input.field().type() == field.type() && input.field().tier() == Tier.HOT;
      if (isAlike && equal(values, index.numbers())) {
        return new Materialized(arguments, index.of(field), true);
      }
    }
    return new Materialized(arguments, FieldIndex.of(field, column(values), values.length), false);
  }

  private static double[] values(Formula formula, Arguments arguments, int size, Column[] stored) {
    NumericColumn[] inputs = new NumericColumn[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = (NumericColumn) stored[formula.inputs().get(i).field().slot()];
    }
    ComputedColumn computed = new ComputedColumn(formula, inputs, arguments);
    double[] values = new double[size];
    int[] rows = new int[Scratch.BATCH];
    double[] batch = new double[Scratch.BATCH];
    RowBatches all = RowBatches.all(size);
    for (int count = all.next(rows); count > 0; count = all.next(rows)) {
      computed.numbers(rows, count, batch);
      System.arraycopy(batch, 0, values, rows[0], count);
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

  /** Returns the values of one of the {@linkplain #fields fields}, a column per arguments. */
  List<Materialized> of(Field field) {
    return Objects.requireNonNull(byField[field.ordinal()]);
  }

  /** Returns the index of a field under some arguments; null if it is not materialised. */
  @Nullable FieldIndex index(Field field, MaterializedLookup arguments) {
    Materialized found = arguments.find(field, byField);
    return found == null ? null : found.index();
  }

  /** Returns the memory of a field's columns and indexes, without shared ones. */
  long bytes(Field field) {
    List<Materialized> columns = byField[field.ordinal()];
    long bytes = 0;
    for (Materialized each : columns == null ? List.<Materialized>of() : columns) {
      bytes += each.isShared() ? 0 : each.index().numbers().bytes() + each.index().bytes();
    }
    return bytes;
  }
}
