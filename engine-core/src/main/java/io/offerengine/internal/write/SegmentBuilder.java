package io.offerengine.internal.write;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.UsualIndexes;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import java.util.List;
import java.util.function.Function;

/**
 * Builds a sealed segment field by field: takes the values of the rows from the sources, and
 * indexes them. If all sources are sealed, their orders of sorted fields are merged.
 *
 * <p><b>Threads.</b> Different threads may build different fields. Stored fields come before the
 * fields that are computed from them.
 */
final class SegmentBuilder {
  private final Schema schema;
  private final List<Segment> sources;
  private final RowMaps rows;
  private final FieldIndex[] indexes;

  /** The sources if all are sealed; empty otherwise. */
  private final List<SealedSegment> sealed;

  /**
   * Starts a segment.
   *
   * @param sources the segments that its rows come from, only those with rows
   * @param rows the map of each source
   */
  SegmentBuilder(Schema schema, List<Segment> sources, RowMaps rows) {
    this.schema = schema;
    this.sources = sources;
    this.rows = rows;
    boolean areSealed = sources.stream().allMatch(SealedSegment.class::isInstance);
    this.sealed = areSealed ? sources.stream().map(SealedSegment.class::cast).toList() : List.of();
    this.indexes = new FieldIndex[SealedSegment.columnCount(schema)];
  }

  /** Takes up the values of a field that has a column, and their index. */
  void store(Field field) {
    Column column =
        switch (field.type()) {
          case NUMBER, INTEGER, BOOLEAN, DATE, INSTANT ->
              PackedColumn.merge(field.type(), columns(source -> source.numeric(field)), rows);
          case TEXT, VERSION, PLACE ->
              DictionaryColumn.merge(columns(source -> source.text(field)), rows);
          case INTEGER_LIST, TEXT_LIST ->
              PackedListColumn.merge(field.type(), columns(source -> source.list(field)), rows);
          case OBJECT -> throw new IllegalStateException(field + " has no column");
        };
    List<FieldIndex> ofSources = sealed.stream().map(source -> source.index(field)).toList();
    indexes[field.slot()] = FieldIndex.merge(field, column, ofSources, rows);
  }

  private <C> List<C> columns(Function<Segment, C> column) {
    return sources.stream().map(column).toList();
  }

  /** Takes up the usual columns of a computed field, after all stored fields were stored. */
  void compute(Field field) {
    for (UsualColumn usual : schema.usualColumns(field)) {
      indexes[usual.slot()] =
          sealed.isEmpty()
              ? UsualIndexes.compute(schema, usual, rows, indexes)
              : UsualIndexes.merge(schema, usual, sealed, rows, indexes);
    }
  }

  /** Returns the segment, when all its fields are done. */
  SealedSegment build() {
    return new SealedSegment(schema, rows.size(), indexes, sealed);
  }
}
