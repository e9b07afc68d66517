package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run of rows, stored column by column. Rows are appended to a {@link TailSegment}; a {@link
 * SealedSegment} never changes.
 *
 * <p>A row never changes. If an offer changes, it gets a new row, and its old row dies ({@link
 * LiveRows}).
 */
public abstract sealed class Segment permits TailSegment, SealedSegment {
  /** The slot of values that no column has. */
  static final int NO_SLOT = -1;

  private final Schema schema;
  private final Column[] columns;
  private final NumericColumn ids;

  /** By maker; never changed, but replaced. */
  private volatile Map<Object, RowCache> attached = Map.of();

  Segment(Schema schema, Column[] columns) {
    this.schema = schema;
    this.columns = columns;
    this.ids = (NumericColumn) columns[schema.idField().slot()];
  }

  /** Returns the schema. */
  public final Schema schema() {
    return schema;
  }

  /** Returns the number of rows. */
  public abstract int size();

  /** Returns the column of a field that has one. */
  public final Column column(Field field) {
    return columns[field.slot()];
  }

  /** Returns the column of a slot. */
  public final Column column(int slot) {
    return columns[slot];
  }

  /** Returns the column of an integer, number or boolean field that has one. */
  public final NumericColumn numeric(Field field) {
    return (NumericColumn) columns[field.slot()];
  }

  /**
   * Returns the column of a numeric field under the arguments of a search; null if its values have
   * to be computed. Not for buffers, which have no usual columns.
   */
  public final @Nullable NumericColumn numeric(Field field, Arguments arguments) {
    int slot = slot(field, arguments);
    return slot == NO_SLOT ? null : (NumericColumn) columns[slot];
  }

  /**
   * Returns the slot of the column that has the values of a field under the arguments of a search;
   * {@link #NO_SLOT} if they have to be computed.
   */
  final int slot(Field field, Arguments arguments) {
    Formula formula = field.formula();
    if (formula == null) {
      return field.slot();
    }
    List<UsualColumn> usual = schema.usualColumns(field);
    for (int i = 0; i < usual.size(); i++) {
      if (formula.agreesUnder(arguments, usual.get(i).arguments())) {
        return usual.get(i).slot();
      }
    }
    return NO_SLOT;
  }

  /** Returns the column of a text, version or place field. */
  public final TextColumn text(Field field) {
    return (TextColumn) columns[field.slot()];
  }

  /** Returns the column of a list field. */
  public final ListColumn list(Field field) {
    return (ListColumn) columns[field.slot()];
  }

  /** Replaces the column of a field. No reader may see the segment yet. */
  final void replace(Field field, Column column) {
    columns[field.slot()] = column;
  }

  /** Returns the identifier of a row's offer. */
  public final long id(int row) {
    return ids.key(row);
  }

  /** Returns the rows of each fold value; null if the schema has no fold field. */
  public abstract @Nullable KeyChains foldRows();

  /**
   * Returns the memory of what finds the rows of fold values, in bytes.
   *
   * @param footprint leaves segments out, and has counted their columns
   */
  public long foldBytes(Footprint footprint) {
    return footprint.of(foldRows());
  }

  /** Returns a number that is greater than every row that readers see. */
  abstract int capacity();

  /** Returns what a maker attached to rows; null if it attached nothing. */
  public final @Nullable RowCache attached(Object maker) {
    return attached.get(maker);
  }

  /** Returns a new table for a maker that has none yet, under the lock of the budget. */
  final RowCache attach(Object maker) {
    RowCache table = new RowCache(capacity());
    Map<Object, RowCache> tables = new HashMap<>(attached);
    tables.put(maker, table);
    attached = Map.copyOf(tables);
    return table;
  }

  /** Returns the memory of all that is attached to rows, in bytes. */
  public final long attachedBytes() {
    return attached.values().stream().mapToLong(table -> table.bytes().get()).sum();
  }
}
