package io.offerengine.internal.column;

import io.offerengine.schema.FieldType;
import java.util.List;

/**
 * Combines the columns that a numeric field has in several sealed segments, or filters that of one.
 *
 * <p>Values are moved as they are stored. A column that needs more room for some of its values
 * takes as much for all of them.
 */
public final class ColumnMerge {
  private ColumnMerge() {}

  /**
   * Returns the column of merged rows.
   *
   * @param sources the column of each source
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
