package io.offerengine.internal.segment;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.io.IOException;
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
  /** The source of a column that is not shared. */
  private static final int OWN = -1;

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
   * @param stored the indexes of the segment's columns, by slot
   */
  public static List<Materialized> materialized(
      Schema schema, Field field, int size, FieldIndex[] stored) {
    Formula formula = Objects.requireNonNull(field.formula());
    List<Materialized> columns = new ArrayList<>();
    for (Arguments arguments : arguments(schema, formula)) {
      double[] values = values(formula, arguments, size, stored);
      columns.add(indexed(field, formula, arguments, values, columns, stored));
    }
    return List.copyOf(columns);
  }

  private static Materialized indexed(
      Field field,
      Formula formula,
      Arguments arguments,
      double[] values,
      List<Materialized> columns,
      FieldIndex[] stored) {
    for (Materialized earlier : columns) {
      if (equal(values, earlier.index().numbers())) {
        return new Materialized(arguments, earlier.index(), true);
      }
    }
    for (Formula.Input input : formula.inputs()) {
      FieldIndex index = stored[input.field().slot()];
      boolean isAlike = input.field().type() == field.type() && input.field().tier() == Tier.HOT;
      if (isAlike && equal(values, index.numbers())) {
        return new Materialized(arguments, index.of(field), true);
      }
    }
    return new Materialized(
        arguments, FieldIndex.of(field, PackedColumn.ofNumbers(values), values.length), false);
  }

  private static double[] values(
      Formula formula, Arguments arguments, int size, FieldIndex[] stored) {
    NumericColumn[] inputs = new NumericColumn[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = stored[formula.inputs().get(i).field().slot()].numbers();
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

  /** Writes the columns; a shared column is written once. */
  void write(Schema schema, FieldIndex[] stored, BlockWriter out) throws IOException {
    for (Field field : fields(schema)) {
      List<Materialized> columns = of(field);
      for (int position = 0; position < columns.size(); position++) {
        Materialized each = columns.get(position);
        int source = OWN;
        if (each.isShared()) {
          source = source(each, sources(field, columns.subList(0, position), stored));
        }
        out.writeInt(source);
        if (source == OWN) {
          each.index().write(out);
        }
      }
    }
  }

  static MaterializedColumns read(Schema schema, FieldIndex[] stored, BlockReader in)
      throws IOException {
    @Nullable List<Materialized>[] byField = none(schema.fields().size());
    for (Field field : fields(schema)) {
      List<Materialized> columns = new ArrayList<>();
      for (Arguments arguments : arguments(schema, Objects.requireNonNull(field.formula()))) {
        int source = in.readInt();
        if (source == OWN) {
          columns.add(new Materialized(arguments, FieldIndex.read(field, in), false));
        } else {
          FieldIndex shared = sources(field, columns, stored).get(source);
          boolean isOfField = source < columns.size();
          columns.add(new Materialized(arguments, isOfField ? shared : shared.of(field), true));
        }
      }
      byField[field.ordinal()] = List.copyOf(columns);
    }
    return new MaterializedColumns(byField);
  }

  /** Returns the indexes whose columns a field may share: its earlier ones, and of its inputs. */
  private static List<FieldIndex> sources(
      Field field, List<Materialized> earlier, FieldIndex[] stored) {
    List<FieldIndex> sources = new ArrayList<>();
    earlier.forEach(each -> sources.add(each.index()));
    for (Formula.Input input : Objects.requireNonNull(field.formula()).inputs()) {
      sources.add(stored[input.field().slot()]);
    }
    return sources;
  }

  @SuppressWarnings("ReferenceEquality") // one column, not one like it
  private static int source(Materialized shared, List<FieldIndex> sources) {
    int source = 0;
    while (sources.get(source).column() != shared.index().column()) {
      source++;
    }
    return source;
  }

  /** Returns the values of a field, a column per arguments; none if it is not materialised. */
  List<Materialized> of(Field field) {
    List<Materialized> columns = byField[field.ordinal()];
    return columns == null ? List.of() : columns;
  }

  /** Returns the index of a field under some arguments; null if it is not materialised. */
  @Nullable FieldIndex index(Field field, MaterializedLookup arguments) {
    Materialized found = arguments.find(field, byField);
    return found == null ? null : found.index();
  }

  /** Returns the memory of a field's columns and indexes, without shared ones. */
  long bytes(Field field) {
    long bytes = 0;
    for (Materialized each : of(field)) {
      bytes += each.isShared() ? 0 : each.index().numbers().bytes() + each.index().bytes();
    }
    return bytes;
  }
}
