package io.offerengine.internal.segment;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.SealedColumns;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import io.offerengine.schema.Tier;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * The indexes of {@linkplain UsualColumn usual columns} of a sealed segment.
 *
 * <p>If a column equals the column of an input, or an earlier usual column of the field, in every
 * row, both share one column.
 */
public final class UsualIndexes {
  private UsualIndexes() {}

  /** Returns the fields with usual columns. */
  public static List<Field> fields(Schema schema) {
    return schema.usualColumns().stream().map(UsualColumn::field).distinct().toList();
  }

  /**
   * Computes the values of a usual column, and indexes them.
   *
   * @param indexes the indexes of the segment by slot; those of the inputs and of earlier usual
   *     columns of the field are set
   */
  public static FieldIndex compute(
      Schema schema, UsualColumn usual, RowMaps rows, FieldIndex[] indexes) {
    PackedColumn column = PackedColumn.ofNumbers(values(usual, rows.size(), indexes));
    return index(schema, usual, column, List.of(), rows, indexes);
  }

  /**
   * Merges a usual column of several sealed segments. If it is one column with the same other field
   * in each of them, it is so in the new segment, and no values are compared.
   *
   * @param indexes the indexes of the new segment, as for {@link #compute}
   */
  public static FieldIndex merge(
      Schema schema,
      UsualColumn usual,
      List<SealedSegment> segments,
      RowMaps rows,
      FieldIndex[] indexes) {
    int shared =
        sharableSlot(
            schema,
            usual,
            slot ->
                segments.stream()
                    .allMatch(one -> isShared(one.index(usual.slot()), one.index(slot))));
    if (shared != Segment.NO_SLOT) {
      return indexes[shared].of(usual.field());
    }
    List<FieldIndex> sources =
        segments.stream().map(segment -> segment.index(usual.slot())).toList();
    List<PackedColumn> columns = sources.stream().map(FieldIndex::numbers).toList();
    PackedColumn column = PackedColumn.merge(usual.field().type(), columns, rows);
    return index(schema, usual, column, sources, rows, indexes);
  }

  /** Returns the index of a usual column, or that of an equal column. */
  private static FieldIndex index(
      Schema schema,
      UsualColumn usual,
      PackedColumn column,
      List<FieldIndex> sources,
      RowMaps rows,
      FieldIndex[] indexes) {
    int equal =
        sharableSlot(schema, usual, slot -> equal(column, indexes[slot].numbers(), rows.size()));
    return equal == Segment.NO_SLOT
        ? FieldIndex.merge(usual.field(), column, sources, rows)
        : indexes[equal].of(usual.field());
  }

  private static double[] values(UsualColumn usual, int size, FieldIndex[] indexes) {
    List<Formula.Input> inputs = formula(usual).inputs();
    NumericColumn[] columns = new NumericColumn[inputs.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = indexes[inputs.get(i).field().slot()].numbers();
    }
    ComputedColumn computed = new ComputedColumn(formula(usual), columns, usual.arguments());
    double[] values = new double[size];
    int[] rows = new int[Scratch.BATCH];
    double[] batch = new double[Scratch.BATCH];
    RowBatches all = RowBatches.all(size);
    for (int count = all.next(rows); count > 0; count = all.next(rows)) {
      computed.numbers(rows, count, batch);
      System.arraycopy(batch, 0, values, rows[0], count);
    }
    return values;
  }

  private static Formula formula(UsualColumn usual) {
    return Objects.requireNonNull(usual.field().formula());
  }

  private static boolean equal(NumericColumn column, NumericColumn other, int size) {
    for (int row = 0; row < size; row++) {
      if (Double.doubleToRawLongBits(column.number(row))
          != Double.doubleToRawLongBits(other.number(row))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the first slot of a column that a usual column may share, and that is shared; {@link
   * Segment#NO_SLOT} if none is.
   */
  private static int sharableSlot(Schema schema, UsualColumn usual, IntPredicate isShared) {
    for (UsualColumn earlier : schema.usualColumns(usual.field())) {
      if (earlier.slot() < usual.slot() && isShared.test(earlier.slot())) {
        return earlier.slot();
      }
    }
    for (Formula.Input input : formula(usual).inputs()) {
      Field field = input.field();
      boolean isSharable = field.type() == usual.field().type() && field.tier() == Tier.HOT;
      if (isSharable && isShared.test(field.slot())) {
        return field.slot();
      }
    }
    return Segment.NO_SLOT;
  }

  @SuppressWarnings("ReferenceEquality") // one column, not one like it
  private static boolean isShared(FieldIndex index, FieldIndex other) {
    return index.column() == other.column();
  }

  /** Writes the usual columns with their indexes; a shared column is written once. */
  static void write(Schema schema, FieldIndex[] indexes, BlockWriter out) throws IOException {
    for (UsualColumn usual : schema.usualColumns()) {
      int shared =
          sharableSlot(schema, usual, slot -> isShared(indexes[usual.slot()], indexes[slot]));
      out.writeInt(shared);
      if (shared == Segment.NO_SLOT) {
        FieldIndex index = indexes[usual.slot()];
        SealedColumns.write(index.column(), out);
        index.write(out);
      }
    }
  }

  /** Reads the usual columns with their indexes behind those of all fields. */
  static void read(Schema schema, FieldIndex[] indexes, BlockReader in) throws IOException {
    for (UsualColumn usual : schema.usualColumns()) {
      Field field = usual.field();
      int shared = in.readInt();
      indexes[usual.slot()] =
          shared == Segment.NO_SLOT
              ? FieldIndex.read(field, SealedColumns.read(field.type(), in), in)
              : indexes[shared].of(field);
    }
  }
}
