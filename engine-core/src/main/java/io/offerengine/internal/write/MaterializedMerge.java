package io.offerengine.internal.write;

import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.IndexMerge;
import io.offerengine.internal.segment.MaterializedColumns.Materialized;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Merges the materialised values of a computed field of several sealed segments.
 *
 * <p>If a column is shared with the same other column in every source, the merged column is shared
 * in the same way.
 *
 * <p><b>Threads.</b> Confined to one merge.
 */
final class MaterializedMerge {
  private final Field field;
  private final List<SealedSegment> sources;
  private final RowMaps rows;
  private final FieldIndex[] stored;

  private MaterializedMerge(
      Field field, List<SealedSegment> sources, RowMaps rows, FieldIndex[] stored) {
    this.field = field;
    this.sources = sources;
    this.rows = rows;
    this.stored = stored;
  }

  /**
   * Returns the merged values of a {@linkplain
   * io.offerengine.internal.segment.MaterializedColumns#fields materialised field}. Returns null if
   * the values have to be computed: the sources share different columns, or fewer values are left.
   *
   * @param stored the indexes of the merged stored fields, by slot
   */
  static @Nullable List<Materialized> merge(
      Field field, List<SealedSegment> sources, RowMaps rows, FieldIndex[] stored) {
    return field.type() == FieldType.NUMBER
        ? new MaterializedMerge(field, sources, rows, stored).merge()
        : null;
  }

  private @Nullable List<Materialized> merge() {
    int count = sources.get(0).materialized(field).size();
    List<Materialized> merged = new ArrayList<>(count);
    for (int position = 0; position < count; position++) {
      FieldIndex index = shared(position, merged);
      boolean isShared = index != null;
      if (index == null && sharesEverywhere(position)) {
        return null;
      }
      index = index == null ? IndexMerge.merge(field, indexes(position), rows) : index;
      if (index == null) {
        return null;
      }
      merged.add(
          new Materialized(
              sources.get(0).materialized(field).get(position).arguments(), index, isShared));
    }
    return List.copyOf(merged);
  }

  private List<FieldIndex> indexes(int position) {
    List<FieldIndex> indexes = new ArrayList<>(sources.size());
    sources.forEach(source -> indexes.add(source.materialized(field).get(position).index()));
    return indexes;
  }

  /** Returns the merged index that shares its column in every source; null if there is none. */
  private @Nullable FieldIndex shared(int position, List<Materialized> merged) {
    for (int earlier = 0; earlier < position; earlier++) {
      if (areShared(position, indexes(earlier))) {
        return merged.get(earlier).index();
      }
    }
    for (Formula.Input input : Objects.requireNonNull(field.formula()).inputs()) {
      List<FieldIndex> indexes = new ArrayList<>(sources.size());
      sources.forEach(source -> indexes.add(source.index(input.field())));
      if (areShared(position, indexes)) {
        return stored[input.field().slot()].of(field);
      }
    }
    return null;
  }

  @SuppressWarnings("ReferenceEquality") // one column, not one like it
  private boolean areShared(int position, List<FieldIndex> others) {
    List<FieldIndex> own = indexes(position);
    for (int source = 0; source < own.size(); source++) {
      if (own.get(source).column() != others.get(source).column()) {
        return false;
      }
    }
    return true;
  }

  private boolean sharesEverywhere(int position) {
    for (SealedSegment source : sources) {
      if (!source.materialized(field).get(position).isShared()) {
        return false;
      }
    }
    return true;
  }
}
