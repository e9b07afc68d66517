package io.offerengine.internal.write;

import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.IndexMerge;
import io.offerengine.internal.segment.MaterializedColumns;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of sealed segments that become one segment, and what their segments know of them.
 *
 * <p><b>Threads.</b> Different fields may be asked for by different threads.
 */
final class SealedMerge {
  private final List<SealedSegment> sources;
  private final RowMaps rows;

  private SealedMerge(List<SealedSegment> sources, RowMaps rows) {
    this.sources = sources;
    this.rows = rows;
  }

  /**
   * Returns the merge of a slice of rows, which lie in their segments as they do in the slice; null
   * where one of the segments is not sealed, or there is no row.
   */
  static @Nullable SealedMerge of(RowReferences slice) {
    List<SealedSegment> sources = new ArrayList<>();
    List<RowMap> kept = new ArrayList<>();
    for (int segment = 0; segment < slice.segmentCount(); segment++) {
      int[] rows = slice.rows(segment);
      if (rows.length > 0) {
        if (!(slice.source(segment) instanceof SealedSegment source)) {
          return null;
        }
        sources.add(source);
        kept.add(new RowMap(rows, source.size(), slice.places(segment), slice.size()));
      }
    }
    return sources.isEmpty() ? null : new SealedMerge(sources, new RowMaps(kept, slice.size()));
  }

  /** Returns the segments that the rows come from. */
  List<SealedSegment> sources() {
    return sources;
  }

  /** Returns the index of a stored field; null where it has to be built from values. */
  @Nullable FieldIndex index(Field field) {
    List<FieldIndex> indexes = new ArrayList<>(sources.size());
    sources.forEach(source -> indexes.add(source.index(field)));
    return IndexMerge.merge(field, indexes, rows);
  }

  /**
   * Returns what is kept of a computed field; null where it has to be computed.
   *
   * @param stored the indexes of the merged stored fields, by slot
   */
  @Nullable List<MaterializedColumns.Materialized> materialized(Field field, FieldIndex[] stored) {
    return MaterializedMerge.merge(field, sources, rows, stored);
  }
}
