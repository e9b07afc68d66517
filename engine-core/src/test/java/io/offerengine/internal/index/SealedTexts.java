package io.offerengine.internal.index;

import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.DictionaryMerge;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.schema.Field;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sealed text columns of given texts. */
final class SealedTexts {
  private SealedTexts() {}

  /** Returns the sealed column whose rows have the texts of a function, null for absence. */
  static DictionaryColumn of(Field field, int rows, IntFunction<@Nullable String> texts) {
    GrowingTextColumn growing = GrowingTextColumn.ofBuffer(field.collation(), rows, 16);
    for (int row = 0; row < rows; row++) {
      growing.set(row, texts.apply(row));
    }
    int[] all = IntStream.range(0, rows).toArray();
    RowMaps same = new RowMaps(List.of(new RowMap(all, rows, all, rows)), rows);
    List<GrowingTextColumn> only = List.of(growing);
    return DictionaryColumn.merge(new DictionaryMerge(field.type(), only, same), only, same);
  }
}
