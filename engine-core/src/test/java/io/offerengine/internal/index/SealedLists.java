package io.offerengine.internal.index;

import io.offerengine.internal.column.DictionaryMerge;
import io.offerengine.internal.column.GrowingListColumn;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.schema.IntegerListField;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes sealed columns of lists. */
final class SealedLists {
  private SealedLists() {}

  /** Returns a column with the given list of each row; null for none. */
  static PackedListColumn of(
      IntegerListField field, int rows, IntFunction<long @Nullable []> lists) {
    GrowingListColumn growing = new GrowingListColumn(field.type(), field.collation(), rows);
    for (int row = 0; row < rows; row++) {
      growing.set(row, lists.apply(row));
    }
    int[] all = IntStream.range(0, rows).toArray();
    List<GrowingListColumn> only = List.of(growing);
    RowMaps maps = new RowMaps(List.of(new RowMap(all, rows, all, rows)), rows);
    return PackedListColumn.merge(
        field.type(), new DictionaryMerge(field.type(), only, maps), only, maps);
  }
}
