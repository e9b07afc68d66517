package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ConstantColumn;
import io.offerengine.internal.column.IntegerColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumberColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies rows of other segments into sealed ones.
 *
 * <p>The rows are laid in the order of the schema's cluster field, absent last, and then of
 * identifiers; where they exceed one segment, each next one holds the rows that follow.
 *
 * <p><b>Cost.</b> O(rows x columns), and a sort for the rows' order and for each sorted field.
 */
final class SegmentSealer {
  private final Schema schema;
  private final int maxRows;

  SegmentSealer(Schema schema, int maxRows) {
    this.schema = schema;
    this.maxRows = maxRows;
  }

  /** Returns sealed segments of some rows that were not sealed before. */
  List<SealedSegment> seal(RowReferences rows) {
    SealEvent event = new SealEvent();
    event.begin();
    List<SealedSegment> segments = copy(rows);
    event.end();
    if (event.shouldCommit()) {
      event.rows = rows.size();
      event.segments = segments.size();
      event.commit();
    }
    return segments;
  }

  /**
   * Returns sealed segments of some rows, at most {@code maxRows} each and of nearly equal size.
   */
  List<SealedSegment> copy(RowReferences rows) {
    sort(rows);
    int count = (rows.size() + maxRows - 1) / maxRows;
    List<SealedSegment> sealed = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) rows.size() * i / count);
      int to = (int) ((long) rows.size() * (i + 1) / count);
      sealed.add(build(rows.slice(from, to)));
    }
    return sealed;
  }

  private void sort(RowReferences rows) {
    long[] cluster = new long[rows.size()];
    long[] ids = new long[rows.size()];
    Field clusterField = schema.clusterField();
    for (int i = 0; i < ids.length; i++) {
      Segment segment = rows.segment(i);
      ids[i] = segment.id(rows.row(i));
      if (clusterField != null) {
        NumericColumn column = segment.numeric(clusterField);
        boolean present = column.isPresent(rows.row(i));
        cluster[i] = present ? column.key(rows.row(i)) : Long.MAX_VALUE;
      }
    }
    rows.sort(cluster, ids);
  }

  private SealedSegment build(RowReferences rows) {
    Column[] columns = new Column[schema.columns().size()];
    for (Field field : schema.columns()) {
      columns[field.slot()] =
          switch (field.type()) {
            case NUMBER -> numbers(rows, field);
            case INTEGER, BOOLEAN -> integers(rows, field);
            case TEXT, VERSION, PLACE -> TextGathering.gather(rows, field);
            case INTEGER_LIST -> lists(rows, field);
            case OBJECT -> throw new IllegalStateException(field + " has no column");
          };
    }
    return new SealedSegment(schema, rows.size(), columns);
  }

  private static Column numbers(RowReferences rows, Field field) {
    double[] values = rows.numbers(field);
    boolean constant = true;
    for (int i = 0; i < values.length; i++) {
      constant &= Double.doubleToRawLongBits(values[i]) == Double.doubleToRawLongBits(values[0]);
    }
    if (constant && values.length > 0) {
      return Double.isNaN(values[0])
          ? ConstantColumn.absent()
          : ConstantColumn.of(FieldType.NUMBER, Double.doubleToRawLongBits(values[0]));
    }
    return NumberColumn.of(values);
  }

  private static Column integers(RowReferences rows, Field field) {
    long[] values = rows.keysOr(field, 0);
    long[] others = rows.keysOr(field, 1);
    long[] present = new long[Bits.wordCount(rows.size())];
    int presentCount = 0;
    boolean constant = true;
    for (int i = 0; i < values.length; i++) {
      if (values[i] == others[i]) {
        Bits.set(present, i);
        presentCount++;
      }
      constant &= values[i] == values[0];
    }
    if (presentCount == 0) {
      return ConstantColumn.absent();
    }
    boolean everywhere = presentCount == values.length;
    return constant && everywhere
        ? ConstantColumn.of(field.type(), values[0])
        : IntegerColumn.of(values, everywhere ? null : present);
  }

  private static Column lists(RowReferences rows, Field field) {
    ListColumn lists = new ListColumn(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      lists.set(i, rows.segment(i).list(field).list(rows.row(i)));
    }
    return lists;
  }
}
