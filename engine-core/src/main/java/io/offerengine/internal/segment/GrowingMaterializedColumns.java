package io.offerengine.internal.segment;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.GrowingNumericColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of hot computed fields under {@linkplain Arguments#usual usual arguments}, for the
 * rows of a tail. Sealed segments have {@link MaterializedColumns} instead.
 *
 * <p>A search checks every row of a tail, and computing a value takes several times as long as
 * reading it.
 *
 * <p><b>Threads.</b> One writer; readers read the rows that were published to them.
 */
final class GrowingMaterializedColumns {
  /** By ordinal of the field; null for a field that is not materialised. */
  private final @Nullable List<Entry>[] byField;

  /** A field's values under some arguments. */
  private record Entry(Arguments arguments, ComputedColumn computed, GrowingNumericColumn column)
      implements MaterializedLookup.Entry {}

  /** Creates the columns of a tail without rows. */
  GrowingMaterializedColumns(Schema schema, Segment segment, int capacity) {
    this.byField = none(schema.fields().size());
    for (Field field : MaterializedColumns.fields(schema)) {
      Formula formula = Objects.requireNonNull(field.formula());
      List<Entry> kept = new ArrayList<>();
      for (Arguments arguments : MaterializedColumns.arguments(schema, formula)) {
        ComputedColumn computed = new SegmentReader(segment, arguments).compute(formula);
        kept.add(new Entry(arguments, computed, new GrowingNumericColumn(true, capacity, true)));
      }
      byField[field.ordinal()] = kept;
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private static @Nullable List<Entry>[] none(int fieldCount) {
    return new List[fieldCount];
  }

  /**
   * Computes the values of rows that were written but are not published yet. If a formula throws,
   * this throws the same: an offer whose values no search could compute is not stored.
   */
  void append(int from, int to) {
    int[] rows = new int[Math.min(Scratch.BATCH, to - from)];
    double[] numbers = new double[rows.length];
    RowBatches batches = RowBatches.range(from, to);
    for (int size = batches.next(rows); size > 0; size = batches.next(rows)) {
      for (List<Entry> kept : byField) {
        for (int i = 0; kept != null && i < kept.size(); i++) {
          compute(kept.get(i), rows, size, numbers);
        }
      }
    }
  }

  private void compute(Entry each, int[] rows, int size, double[] numbers) {
    each.computed().numbers(rows, size, numbers);
    for (int i = 0; i < size; i++) {
      each.column().setNumber(rows[i], numbers[i]);
    }
  }

  /** Returns the column of a field under some arguments; null if it is not materialised. */
  @Nullable NumericColumn column(Field field, MaterializedLookup arguments) {
    Entry found = arguments.find(field, byField);
    return found == null ? null : found.column();
  }

  /** Returns the memory of a field's values, in bytes. */
  long bytes(Field field) {
    long bytes = 0;
    List<Entry> kept = byField[field.ordinal()];
    for (Entry each : kept == null ? List.<Entry>of() : kept) {
      bytes += each.column().bytes();
    }
    return bytes;
  }
}
