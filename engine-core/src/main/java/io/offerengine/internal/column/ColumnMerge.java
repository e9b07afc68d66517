package io.offerengine.internal.column;

import io.offerengine.schema.FieldType;
import java.util.List;

/**
 * Merges the columns of a numeric field of several sealed segments, or filters the column of one
 * segment.
 *
 * <p>Values are copied in their stored form. The merged column is as wide as the widest value
 * needs.
 */
public final class ColumnMerge {
  private ColumnMerge() {}

  /**
   * Returns the column of a new segment.
   *
   * @param sources the column of each source segment, in the order of {@code rows}
   * @param rows the rows that the new segment takes over
   */
  public static NumericColumn merge(FieldType type, List<NumericColumn> sources, RowMaps rows) {
    if (sources.get(0) instanceof ConstantColumn first && areAll(first, sources)) {
      return first;
    }
    return type == FieldType.NUMBER
        ? NumberColumn.merge(sources, rows)
        : IntegerColumn.merge(sources, rows);
  }

  private static boolean areAll(ConstantColumn first, List<NumericColumn> sources) {
    for (NumericColumn source : sources) {
      if (!(source instanceof ConstantColumn other) || !first.isLike(other)) {
        return false;
      }
    }
    return true;
  }
}
