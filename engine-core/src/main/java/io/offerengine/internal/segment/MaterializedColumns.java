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
 * The values that hot computed fields of a sealed segment have under {@linkplain Arguments#usual
 * usual arguments}, and an index of each.
 *
 * <p>A search that brings such arguments sees the field as if it were stored. A column that equals
 * another of the field's, or that of one of its inputs, in every row is that column.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class MaterializedColumns {
  /** By ordinal of the field; null for a field of which nothing is kept. */
  private final @Nullable List<Materialized>[] byField;

  /** The index of a field's values under some arguments, and whether it is a stored field's too. */
  public record Materialized(Arguments arguments, FieldIndex index, boolean isShared)
      implements MaterializedLookup.Entry {}

  /**
   * Creates the columns of a segment.
   *
   * @param byField by ordinal of the field; null for a field of which nothing is kept
   */
  public MaterializedColumns(@Nullable List<Materialized>[] byField) {
    this.byField = byField;
  }

  /** Returns the computed fields of which values are kept. */
  public static List<Field> fields(Schema schema) {
    return schema.fields().stream().filter(MaterializedColumns::isKept).toList();
  }

  private static boolean isKept(Field field) {
    Formula formula = field.formula();
    return formula != null && formula.parameters() != null && field.tier() == Tier.HOT;
  }

  /** Returns the usual arguments, one of those under which a formula's values are the same. */
  static List<Arguments> arguments(Schema schema, Formula formula) {
    List<Arguments> kept = new ArrayList<>();
    for (Arguments arguments : Arguments.usual(schema)) {
      boolean isKnown = !formula.agreesUnder(arguments, arguments);
      for (Arguments earlier : kept) {
        isKnown |= formula.agreesUnder(arguments, earlier);
      }
      if (!isKnown) {
        kept.add(arguments);
      }
    }
    return kept;
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
    List<Materialized> kept = new ArrayList<>();
    for (Arguments arguments : arguments(schema, formula)) {
      double[] values = values(formula, arguments, size, stored);
      kept.add(indexed(field, formula, arguments, values, kept, storedIndexes));
    }
    return List.copyOf(kept);
  }

  private static Materialized indexed(
      Field field,
      Formula formula,
      Arguments arguments,
      double[] values,
      List<Materialized> kept,
      FieldIndex[] storedIndexes) {
    for (Materialized earlier : kept) {
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

  /** Returns what is kept of one of the {@linkplain #fields fields}. */
  List<Materialized> of(Field field) {
    return Objects.requireNonNull(byField[field.ordinal()]);
  }

  /** Returns the index of a field's values under some arguments; null where none are kept. */
  @Nullable FieldIndex index(Field field, MaterializedLookup arguments) {
    Materialized found = arguments.find(field, byField);
    return found == null ? null : found.index();
  }

  /** Returns the memory of a field's columns with their indexes, those of stored fields aside. */
  long bytes(Field field) {
    List<Materialized> kept = byField[field.ordinal()];
    long bytes = 0;
    for (Materialized each : kept == null ? List.<Materialized>of() : kept) {
      bytes += each.isShared() ? 0 : each.index().numbers().bytes() + each.index().bytes();
    }
    return bytes;
  }
}
