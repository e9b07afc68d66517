package io.offerengine.internal.write;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.IntegerColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumberColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.segment.MaterializedColumns;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldPair;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a sealed segment field by field. If all sources are sealed, {@link SealedMerge} combines
 * their columns and indexes. Otherwise the builder reads the values of the rows.
 *
 * <p><b>Threads.</b> Different threads may build different fields. Stored fields come before the
 * fields that are computed from them.
 */
final class SegmentBuilder {
  private final Schema schema;
  private final RowReferences rows;
  private final Column[] columns;
  private final FieldIndex[] indexes;
  private final @Nullable List<MaterializedColumns.Materialized>[] materialized;

  /** Combines what sources know that are all sealed; null where some are not. */
  private final @Nullable SealedMerge merge;

  /** Starts the segment of a slice of rows. */
  SegmentBuilder(Schema schema, RowReferences rows) {
    this.schema = schema;
    this.rows = rows;
    this.columns = new Column[schema.columns().size()];
    this.indexes = new FieldIndex[columns.length];
    this.materialized = MaterializedColumns.none(schema.fields().size());
    this.merge = SealedMerge.of(rows);
  }

  /** Takes up the values of a field that has a column, and their index. */
  void store(Field field) {
    FieldIndex merged = merge == null ? null : merge.index(field);
    if (merged == null) {
      gather(field);
    } else {
      columns[field.slot()] = merged.column();
      indexes[field.slot()] = merged;
    }
  }

  private void gather(Field field) {
    Column column =
        switch (field.type()) {
          case NUMBER -> numbers(field);
          case INTEGER, BOOLEAN -> integers(field);
          case TEXT, VERSION, PLACE -> TextGathering.gather(rows, field);
          case INTEGER_LIST -> lists(field);
          case OBJECT -> throw new IllegalStateException(field + " has no column");
        };
    columns[field.slot()] = column;
    indexes[field.slot()] = FieldIndex.of(field, column, rows.size());
  }

  /** Computes what is kept of a computed field, when all stored fields are there. */
  void compute(Field field) {
    List<MaterializedColumns.Materialized> merged =
        merge == null ? null : merge.materialized(field, indexes);
    materialized[field.ordinal()] =
        merged == null
            ? MaterializedColumns.materialized(schema, field, rows.size(), columns, indexes)
            : merged;
  }

  /** Returns the segment, when all its fields are done. */
  SealedSegment build() {
    @Nullable CompositeIndex[] composites = new CompositeIndex[schema.pairs().size()];
    for (int i = 0; i < composites.length; i++) {
      FieldPair pair = schema.pairs().get(i);
      composites[i] =
          CompositeIndex.of(indexes[pair.first().slot()], indexes[pair.second().slot()]);
    }
    prune();
    return new SealedSegment(
        schema,
        rows.size(),
        columns,
        indexes,
        composites,
        new MaterializedColumns(materialized),
        merge == null ? List.of() : merge.sources());
  }

  private void prune() {
    for (FieldPair pair : schema.prunedPairs()) {
      FieldIndex first = index(pair.first());
      FieldIndex second = index(pair.second());
      if (first != null && second != null) {
        first.pruneWith(second);
        second.pruneWith(first);
      }
    }
  }

  /** Returns the index of a field's values, those under default arguments; null if it has none. */
  private @Nullable FieldIndex index(Field field) {
    if (field.slot() >= 0) {
      return indexes[field.slot()];
    }
    List<MaterializedColumns.Materialized> values = materialized[field.ordinal()];
    return values == null || values.isEmpty() ? null : values.get(0).index();
  }

  private Column numbers(Field field) {
    double[] values = rows.numbers(field);
    boolean constant = true;
    for (int i = 0; i < values.length; i++) {
      constant &= Double.doubleToRawLongBits(values[i]) == Double.doubleToRawLongBits(values[0]);
    }
    if (constant && values.length > 0) {
      return Double.isNaN(values[0])
          ? ConstantColumn.absent()
          : ConstantColumn.of(FieldType.NUMBER, Double.doubleToRawLongBits(values[0]));
    }
    return NumberColumn.of(values);
  }

  private Column integers(Field field) {
    long[] values = rows.keysOr(field, NumericColumn.RARE_KEY);
    long[] present = Bits.all(rows.size());
    int presentCount = values.length;
    boolean constant = true;
    for (int i = 0; i < values.length; i++) {
      constant &= values[i] == values[0];
      if (values[i] == NumericColumn.RARE_KEY
          && !rows.segment(i).numeric(field).isPresent(rows.row(i))) {
        values[i] = 0;
        Bits.clear(present, i);
        presentCount--;
      }
    }
    if (presentCount == 0) {
      return ConstantColumn.absent();
    }
    boolean everywhere = presentCount == values.length;
    return constant && everywhere
        ? ConstantColumn.of(field.type(), values[0])
        : IntegerColumn.of(values, everywhere ? null : present);
  }

  private Column lists(Field field) {
    ListColumn lists = new ListColumn(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      lists.set(i, rows.segment(i).list(field).list(rows.row(i)));
    }
    return lists;
  }
}
