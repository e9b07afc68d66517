package io.offerengine.json.internal.write;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;

/**
 * Writes a search response field by field: every shown field in the order of the schema, an absent
 * value as null, an integer without a fraction.
 *
 * <p>This writer is the oracle of {@link CachedResponseWriter} and the baseline of its benchmarks.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PlainResponseWriter {
  private final List<Field> fields;
  private final SerializableString[] names;

  /** The keys of the members, by the index of the field; empty for a field without members. */
  private final SerializableString[][] memberNames;

  /** Creates a writer of responses for offers of a schema. */
  public PlainResponseWriter(Schema schema) {
    this.fields = schema.shownFields();
    this.names = FieldNames.of(fields);
    this.memberNames =
        fields.stream().map(FieldNames::ofMembers).toArray(SerializableString[][]::new);
  }

  /** Writes a response. */
  public void write(Matches matches, OutputStream target) throws IOException {
    JsonOutput.write(target, out -> writeAll(matches, out));
  }

  private void writeAll(Matches matches, JsonGenerator out) {
    out.writeStartObject();
    out.writeName("offers");
    out.writeStartArray();
    for (Match match : matches) {
      writeRow(match, out);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void writeRow(Match row, JsonGenerator out) {
    out.writeStartObject();
    for (int i = 0; i < names.length; i++) {
      out.writeName(names[i]);
      writeValue(row, i, out);
    }
    out.writeEndObject();
  }

  private void writeValue(Match row, int index, JsonGenerator out) {
    Field field = fields.get(index);
    switch (field.type()) {
      case INTEGER -> {
        if (row.has(field)) {
          out.writeNumber(row.integer(field));
        } else {
          out.writeNull();
        }
      }
      case NUMBER -> JsonOutput.writeNumber(out, field, row.number(field));
      case BOOLEAN -> {
        if (row.has(field)) {
          out.writeBoolean(row.flag(field));
        } else {
          out.writeNull();
        }
      }
      case DATE, INSTANT -> {
        if (row.has(field)) {
          out.writeString(TimeKey.text(field.type(), row.integer(field)));
        } else {
          out.writeNull();
        }
      }
      case TEXT, VERSION, PLACE -> {
        String text = row.text(field);
        if (text == null) {
          out.writeNull();
        } else {
          JsonOutput.writeText(out, text);
        }
      }
      case INTEGER_LIST -> {
        long[] integers = row.integers(field);
        if (integers == null) {
          out.writeNull();
        } else {
          out.writeArray(integers, 0, integers.length);
        }
      }
      case TEXT_LIST -> {
        List<String> texts = row.texts(field);
        if (texts == null) {
          out.writeNull();
        } else {
          JsonOutput.writeTexts(out, texts);
        }
      }
      case OBJECT -> writeMembers(row, field, memberNames[index], out);
    }
  }

  private static void writeMembers(
      Match row, Field field, SerializableString[] memberNames, JsonGenerator out) {
    out.writeStartObject();
    for (int i = 0; i < memberNames.length; i++) {
      out.writeName(memberNames[i]);
      JsonOutput.writeNumber(out, field, row.member(field, i));
    }
    out.writeEndObject();
  }
}
