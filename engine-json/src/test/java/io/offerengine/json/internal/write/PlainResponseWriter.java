package io.offerengine.json.internal.write;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.TimeKey;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Writes a search response field by field: every shown field in the order of the schema, an absent
 * value as null, an integer without a fraction.
 *
 * <p>This writer is the oracle of {@link RowRenderer}.
 */
public final class PlainResponseWriter {
  private PlainResponseWriter() {}

  /** Returns a response. */
  public static byte[] write(Matches matches) {
    return JsonOutput.bytes(out -> {
      out.writeStartObject();
      out.writeName("offers");
      out.writeStartArray();
      for (Match match : matches) {
        out.writeStartObject();
        for (Field field : match.schema().shownFields()) {
          out.writeName(field.name());
          writeValue(match, field, out);
        }
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    });
  }

  private static void writeValue(Match row, Field field, JsonGenerator out) {
    switch (field.type()) {
      case NUMBER -> JsonOutput.writeNumber(out, field, row.number(field));
      case OBJECT -> {
        out.writeStartObject();
        for (int i = 0; i < field.members().size(); i++) {
          out.writeName(field.members().get(i).name());
          JsonOutput.writeNumber(out, field, row.member(field, i));
        }
        out.writeEndObject();
      }
      default -> {
        if (row.has(field)) {
          writePresent(row, field, out);
        } else {
          out.writeNull();
        }
      }
    }
  }

  private static void writePresent(Match row, Field field, JsonGenerator out) {
    switch (field.type()) {
      case INTEGER -> out.writeNumber(row.integer(field));
      case BOOLEAN -> out.writeBoolean(row.flag(field));
      case DATE, INSTANT -> out.writeString(TimeKey.text(field.type(), row.integer(field)));
      case INTEGER_LIST -> {
        long[] list = Objects.requireNonNull(row.integers(field));
        out.writeArray(list, 0, list.length);
      }
      case TEXT_LIST -> JsonOutput.writeTexts(out, Objects.requireNonNull(row.texts(field)));
      default -> JsonOutput.writeText(out, Objects.requireNonNull(row.text(field)));
    }
  }
}
