package io.offerengine.internal.write;

import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.Texts;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.StoredValues;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import io.offerengine.schema.Schema.UsualColumn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a restored segment. They show whether the code of collations, derivations and
 * formulas gives what was saved; a {@linkplain io.offerengine.internal.file.SchemaFingerprint
 * fingerprint} has only their texts.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RestoredRows {
  private static final int ROWS = 64;

  private final SealedSegment segment;
  private final StoredValues values;
  private final int[] rows;

  /**
   * Creates a comparison.
   *
   * @param values the values that the offers of the segment brought
   */
  RestoredRows(SealedSegment segment, StoredValues values) {
    this.segment = segment;
    this.values = values;
    this.rows = new int[Math.min(ROWS, segment.size())];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) ((long) segment.size() * i / rows.length);
    }
  }

  /** Returns the fields with saved values that the schema's code does not give. */
  Set<Field> changedFields() {
    Set<Field> changed = new LinkedHashSet<>();
    for (Field field : segment.schema().columns()) {
      if (segment.column(field) instanceof CodedTexts coded
          && hasOtherKeys(field, coded.dictionary())) {
        changed.add(field);
      }
    }
    addDerived(changed);
    for (UsualColumn usual : segment.schema().usualColumns()) {
      if (hasOtherNumbers(usual)) {
        changed.add(usual.field());
      }
    }
    return changed;
  }

  private static boolean hasOtherKeys(Field field, Texts texts) {
    int count = texts.size();
    int compared = Math.min(ROWS, count);
    for (int i = 0; i < compared; i++) {
      int code = (int) ((long) count * i / compared);
      if (!field.collation().key(texts.text(code)).equals(texts.key(code))) {
        return true;
      }
    }
    return false;
  }

  private void addDerived(Set<Field> changed) {
    Schema schema = segment.schema();
    @Nullable FieldName[] names = values.targets(name -> ownName(schema, name));
    List<NewRow> read = new ArrayList<>();
    for (int row : rows) {
      read.add(new NewRow(values.offer(schema, names, row).buildPart()));
    }
    TailSegment now = TailSegment.buffer(schema, rows.length);
    now.append(read);
    for (Field field : schema.columns()) {
      for (int i = 0; i < rows.length && field.derivation() != null; i++) {
        Object saved = value(segment.column(field), rows[i], field);
        if (!Objects.equals(saved, value(now.column(field), i, field))) {
          changed.add(field);
          break;
        }
      }
    }
  }

  private static @Nullable FieldName ownName(Schema schema, String name) {
    return schema.field(name).map(field -> new FieldName(name, field, 1, false)).orElse(null);
  }

  /** Returns the value of a row; null if it has none. */
  private static @Nullable Object value(Column column, int row, Field field) {
    return column.isPresent(row) ? StoredOffers.value(column, row, field) : null;
  }

  private boolean hasOtherNumbers(UsualColumn usual) {
    double[] saved = new double[rows.length];
    double[] now = new double[rows.length];
    segment.index(usual.slot()).numbers().numbers(rows, rows.length, saved);
    new SegmentReader(segment, usual.arguments())
        .compute(Objects.requireNonNull(usual.field().formula()))
        .numbers(rows, rows.length, now);
    for (int i = 0; i < rows.length; i++) {
      if (Double.compare(saved[i], now[i]) != 0) {
        return true;
      }
    }
    return false;
  }
}
