package io.offerengine.internal.write;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.segment.MaterializedColumns;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.StoredRow;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a restored segment. They show whether the code of collations, derivations and
 * formulas gives what was saved; a {@linkplain io.offerengine.internal.file.SchemaFingerprint
 * fingerprint} has only their texts.
 *
 * <p>Two kinds of values are not compared. The value of a field that is {@linkplain
 * io.offerengine.schema.FieldBuilder#derivedUnlessGiven derived unless given} may have been given;
 * only its absence is compared. The texts of lists have their keys in an index only.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RestoredRows {
  private static final int ROWS = 64;

  private final SealedSegment segment;
  private final int[] rows;

  RestoredRows(SealedSegment segment) {
    this.segment = segment;
    this.rows = new int[Math.min(ROWS, segment.size())];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) ((long) segment.size() * i / rows.length);
    }
  }

  /** Returns a field with saved values that the schema's code does not give; null for none. */
  @Nullable Field changedField() {
    Field collated = changedCollation();
    Field derived = collated == null ? changedDerivation() : collated;
    return derived == null ? changedFormula() : derived;
  }

  private @Nullable Field changedCollation() {
    for (Field field : segment.schema().columns()) {
      for (int i = 0; i < rows.length && field.type().isText(); i++) {
        TextColumn column = segment.text(field);
        String text = column.text(rows[i]);
        if (text != null && !field.collation().key(text).equals(column.key(rows[i]))) {
          return field;
        }
      }
    }
    return null;
  }

  private @Nullable Field changedDerivation() {
    Schema schema = segment.schema();
    List<NewRow> read = new ArrayList<>();
    for (int row : rows) {
      read.add(new StoredRow(StoredOffers.read(segment, row)));
    }
    TailSegment now = TailSegment.buffer(schema, rows.length);
    now.append(read);
    for (Field field : schema.columns()) {
      for (int i = 0; i < rows.length && field.derivation() != null; i++) {
        if (!Objects.equals(value(segment.column(field), rows[i]), value(now.column(field), i))) {
          return field;
        }
      }
    }
    return null;
  }

  /** Returns the value of a row; null if it has none. */
  private static @Nullable Object value(Column column, int row) {
    if (!column.isPresent(row)) {
      return null;
    }
    if (column instanceof NumericColumn numbers) {
      return numbers.key(row);
    }
    return column instanceof TextColumn texts ? texts.text(row) : null;
  }

  private @Nullable Field changedFormula() {
    double[] saved = new double[rows.length];
    double[] now = new double[rows.length];
    for (Field field : MaterializedColumns.fields(segment.schema())) {
      for (MaterializedColumns.Materialized each : segment.materialized(field)) {
        each.index().numbers().numbers(rows, rows.length, saved);
        new SegmentReader(segment, each.arguments())
            .compute(Objects.requireNonNull(field.formula()))
            .numbers(rows, rows.length, now);
        for (int i = 0; i < rows.length; i++) {
          if (Double.compare(saved[i], now[i]) != 0) {
            return field;
          }
        }
      }
    }
    return null;
  }
}
