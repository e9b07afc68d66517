package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.schema.Field;
import io.offerengine.schema.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a segment by which rows rank and collapse.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class KeyColumns {
  /** By key; null for a text. */
  final @Nullable NumericColumn[] numbers;

  /** By key; null for a number. */
  final @Nullable TextColumn[] texts;

  final NumericColumn ids;

  /** The column of the fold values; null if the query does not collapse rows. */
  final @Nullable NumericColumn folds;

  KeyColumns(List<SortKey> order, @Nullable Field foldField, SegmentReader reader) {
    this.numbers = new NumericColumn[order.size()];
    this.texts = new TextColumn[order.size()];
    for (int key = 0; key < numbers.length; key++) {
      Field field = order.get(key).field();
      if (field.type().isText()) {
        texts[key] = reader.segment().text(field);
      } else {
        numbers[key] = reader.numeric(field);
      }
    }
    this.ids = reader.segment().numeric(reader.segment().schema().idField());
    this.folds = foldField == null ? null : reader.segment().numeric(foldField);
  }
}
