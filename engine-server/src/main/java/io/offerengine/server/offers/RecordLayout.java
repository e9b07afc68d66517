package io.offerengine.server.offers;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names and types of the fields of a record, in their order. A record has a bit for each field
 * that says whether the field has a value, and then the values.
 *
 * <p>The database has every layout that its records use, so that records outlive changes of the
 * schema.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RecordLayout {
  private final List<Entry> entries;

  /**
   * A field of a layout.
   *
   * @param field the field of the schema; null if the schema does not store a field of this name
   */
  private record Entry(String name, FieldType type, @Nullable Field field) {}

  private RecordLayout(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** Returns the layout of all stored fields of a schema. */
  static RecordLayout of(Schema schema) {
    List<Entry> entries = new ArrayList<>();
    for (Field field : schema.columns()) {
      if (field.isStored()) {
        entries.add(new Entry(field.name(), field.type(), field));
      }
    }
    return new RecordLayout(entries);
  }

  /**
   * Reads the text of a layout.
   *
   * @throws IllegalArgumentException if it is no text of a layout
   */
  static RecordLayout parse(String text, Schema schema) {
    List<Entry> entries = new ArrayList<>();
    for (String line : text.lines().toList()) {
      int space = line.indexOf(' ');
      FieldType type = FieldType.valueOf(line.substring(0, Math.max(space, 0)));
      String name = line.substring(space + 1);
      Field field = schema.field(name).filter(Field::isStored).orElse(null);
      entries.add(new Entry(name, type, field));
    }
    return new RecordLayout(entries);
  }

  /** Returns a line for each field: its type and its name. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      text.append(entry.type()).append(' ').append(entry.name()).append('\n');
    }
    return text.toString();
  }

  /** Returns the number of fields. */
  int size() {
    return entries.size();
  }

  /** Returns the field at a position of the layout of a schema. */
  Field field(int position) {
    return Objects.requireNonNull(entries.get(position).field());
  }

  /** Writes the value of a field that an offer has. */
  static void writeValue(Field field, Offer offer, RecordBytes out) {
    switch (field.type()) {
      case INTEGER -> out.writeLong(offer.integer(field));
      case NUMBER -> out.writeDouble(offer.number(field));
      case BOOLEAN -> out.writeByte(offer.flag(field) ? 1 : 0);
      case TEXT, VERSION, PLACE -> out.writeText(Objects.requireNonNull(offer.text(field)));
      case INTEGER_LIST -> {
        long[] values = Objects.requireNonNull(offer.integers(field));
        out.writeSize(values.length);
        for (long value : values) {
          out.writeLong(value);
        }
      }
      case TEXT_LIST -> {
        List<String> values = Objects.requireNonNull(offer.texts(field));
        out.writeSize(values.size());
        values.forEach(out::writeText);
      }
      case OBJECT -> throw new IllegalStateException(field + " is not stored");
    }
  }

  /**
   * Reads the value at a position into an offer.
   *
   * @param skipped counts the values of fields that the schema does not have
   * @throws IllegalArgumentException if the value does not fit the field of this name
   */
  void readValue(int position, RecordBytes in, Offer.Builder offer, Map<String, Long> skipped) {
    Entry entry = entries.get(position);
    Field field = entry.field();
    if (field == null) {
      skipped.merge(entry.name(), 1L, Long::sum);
      skip(entry.type(), in);
      return;
    }
    switch (entry.type()) {
      case INTEGER -> offer.set(field, in.readLong());
      case NUMBER -> offer.set(field, in.readDouble());
      case BOOLEAN -> offer.set(field, in.readByte() != 0);
      case TEXT, VERSION, PLACE -> offer.set(field, in.readText());
      case INTEGER_LIST -> offer.set(field, integers(in));
      case TEXT_LIST -> offer.set(field, texts(in));
      case OBJECT -> throw new IllegalArgumentException(field + " is not stored");
    }
  }

  private static void skip(FieldType type, RecordBytes in) {
    switch (type) {
      case INTEGER -> in.readLong();
      case NUMBER -> in.readDouble();
      case BOOLEAN -> in.readByte();
      case TEXT, VERSION, PLACE -> in.readText();
      case INTEGER_LIST -> integers(in);
      case TEXT_LIST -> texts(in);
      case OBJECT -> throw new IllegalArgumentException("a record has no objects");
    }
  }

  private static long[] integers(RecordBytes in) {
    long[] values = new long[in.readCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return values;
  }

  private static List<String> texts(RecordBytes in) {
    String[] values = new String[in.readCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readText();
    }
    return List.of(values);
  }
}
