package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.SealedColumns;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.file.SavedSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values that the offers of a sealed segment brought, as the beginning of the segment's file
 * has them.
 *
 * <p><b>Layout.</b> The identifier of the segment, the number of rows, the number of stored fields,
 * and of each field, the identifier of offers first: its name, its type, its column, and a bitmap
 * of the rows whose offers gave the value, if the field is {@linkplain
 * io.offerengine.schema.FieldBuilder#derivedUnlessGiven derived unless given}. This form is frozen:
 * every later build reads it, whatever its schema and its indexes are.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param id the identifier of the segment
 * @param size the number of rows
 * @param fields the values of each stored field; the identifier of offers is the first
 */
public record StoredValues(UUID id, int size, List<Values> fields) {
  /**
   * The values of a field.
   *
   * @param given the rows whose offers gave the value; null if all did that have one
   */
  record Values(
      String name,
      Column column,
      @SuppressWarnings("ArrayRecordComponent") long @Nullable [] given) {
    boolean isGiven(int row) {
      return column.isPresent(row) && (given == null || Bits.get(given, row));
    }
  }

  /** Writes the values of a segment. */
  static void write(SealedSegment segment, BlockWriter out) throws IOException {
    out.writeLong(segment.id().getMostSignificantBits());
    out.writeLong(segment.id().getLeastSignificantBits());
    out.writeInt(segment.size());
    List<Field> fields = fields(segment.schema());
    out.writeInt(fields.size());
    for (Field field : fields) {
      out.writeText(field.name());
      out.writeText(field.type().name());
      SealedColumns.write(segment.column(field), out);
      out.write(GivenValues.rows(segment, field));
    }
  }

  /** Returns the stored fields of a schema; the identifier has the first slot. */
  private static List<Field> fields(Schema schema) {
    return schema.columns().stream().filter(Field::isStored).toList();
  }

  /** Reads values of any schema. */
  public static StoredValues read(BlockReader in) throws IOException {
    UUID id = new UUID(in.readLong(), in.readLong());
    int size = in.readInt();
    List<Values> fields = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readText();
      Column column = SealedColumns.read(SavedSchema.type(name, in), in);
      fields.add(new Values(name, column, in.readLongs()));
    }
    return new StoredValues(id, size, fields);
  }

  /** Reads the values of a segment that was saved under this schema. */
  public static StoredValues read(Schema schema, BlockReader in) throws IOException {
    StoredValues values = read(in);
    List<String> expected = fields(schema).stream().map(Field::name).toList();
    List<String> names = values.fields.stream().map(Values::name).toList();
    if (!names.equals(expected)) {
      throw in.damaged("has the fields " + names + ", but expected " + expected);
    }
    return values;
  }

  /** Returns the column of a stored field of the schema that these values were read for. */
  Column column(int position) {
    return fields.get(position).column;
  }

  /** Returns the identifier of the offer of a row. */
  public long offerId(int row) {
    return ((NumericColumn) fields.get(0).column).key(row);
  }

  /**
   * Returns by which names of a schema the values are taken up.
   *
   * @param names returns the name of a field of these values; null if its values are left out
   * @return by position of the field
   */
  public @Nullable FieldName[] targets(Function<String, @Nullable FieldName> names) {
    @Nullable FieldName[] targets = new FieldName[fields.size()];
    for (int i = 1; i < targets.length; i++) {
      targets[i] = names.apply(fields.get(i).name());
    }
    return targets;
  }

  /**
   * Starts an offer of a schema with the values that a row's offer gave.
   *
   * @param targets the names by which the values are taken up, of fields of the same types
   * @throws ArithmeticException if an integer is too large in the units of its field
   */
  public Offer.Builder offer(Schema schema, @Nullable FieldName[] targets, int row) {
    Offer.Builder values = Offer.builder(schema).set(schema.idField(), offerId(row));
    for (int i = 1; i < targets.length; i++) {
      FieldName target = targets[i];
      if (target != null && fields.get(i).isGiven(row)) {
        Column column = fields.get(i).column;
        StoredOffers.copy(column, row, target.field(), target.unit(), values);
      }
    }
    return values;
  }
}
