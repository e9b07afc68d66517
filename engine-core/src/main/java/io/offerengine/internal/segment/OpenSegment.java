package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.GrowingNumericColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;

/**
 * A segment that rows are appended to: the tail of the engine, or the buffer of a bulk load.
 *
 * <p><b>Cost.</b> {@link #append} is O(columns). Searches look at every row.
 *
 * <p><b>Threads.</b> One writer. A reader may look at the rows below a count that was published to
 * it, as long as the segment is not appended to beyond the capacity that it was created with: from
 * there on its arrays move.
 */
public final class OpenSegment extends Segment {
  private final int capacity;
  private int size;

  /** Creates an empty segment with room for some rows. */
  public OpenSegment(Schema schema, int capacity) {
    super(schema, columns(schema, capacity));
    this.capacity = capacity;
  }

  private static Column[] columns(Schema schema, int capacity) {
    Column[] columns = new Column[schema.columns().size()];
    for (Field field : schema.columns()) {
      columns[field.slot()] =
          switch (field.type()) {
            case INTEGER, NUMBER, BOOLEAN -> new GrowingNumericColumn(field.type(), capacity);
            case TEXT, VERSION, PLACE -> new GrowingTextColumn(field.type(), capacity);
            case INTEGER_LIST -> new ListColumn(capacity);
            case OBJECT -> throw new IllegalStateException(field + " has no column");
          };
    }
    return columns;
  }

  /** Returns the number of rows appended. */
  public int size() {
    return size;
  }

  @Override
  int capacity() {
    return capacity;
  }

  /** Appends an offer; returns its row. */
  public int append(StoredRow offer) {
    int row = size;
    for (Field field : schema().columns()) {
      set(row, field, offer);
    }
    size = row + 1;
    return row;
  }

  private void set(int row, Field field, StoredRow offer) {
    Column column = column(field);
    if (column instanceof GrowingNumericColumn numbers) {
      if (!offer.has(field)) {
        numbers.setAbsent(row);
        return;
      }
      switch (field.type()) {
        case INTEGER -> numbers.set(row, offer.integer(field));
        case NUMBER -> numbers.set(row, offer.number(field));
        default -> numbers.set(row, offer.flag(field) ? 1L : 0L);
      }
    } else if (column instanceof GrowingTextColumn texts) {
      texts.set(row, offer.text(field));
    } else if (column instanceof ListColumn lists) {
      lists.set(row, offer.integers(field));
    }
  }
}
