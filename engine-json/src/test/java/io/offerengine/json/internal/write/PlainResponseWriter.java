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

/**
 * Writes a search response field by field: every shown field in the order of the schema, an absent
 * value as null, an integer without a fraction.
 *
 * <p>This writer is the oracle of {@link RowWriter}.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PlainResponseWriter {
  private final List<Field> fields;

  /** Creates a writer of responses for offers of a schema. */
  public PlainResponseWriter(Schema schema) {
    this.fields = schema.shownFields();
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
    for (Field field : fields) {
      out.writeName(field.name());
      writeValue(row, field, out);
    }
    out.writeEndObject();
  }

  private static void writeValue(Match row, Field field, JsonGenerator out) {
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
      case OBJECT -> writeMembers(row, field, out);
    }
  }

  private static void writeMembers(Match row, Field field, JsonGenerator out) {
    out.writeStartObject();
    for (int i = 0; i < field.members().size(); i++) {
      out.writeName(field.members().get(i).name());
      JsonOutput.writeNumber(out, field, row.member(field, i));
    }
    out.writeEndObject();
  }
}
