package io.offerengine.bench.jmh;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.schema.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Search responses that are written field by field, as a program without the codec would: the
 * baseline of what the codec writes from cached texts. The bytes are the same.
 */
final class PlainResponses {
  private PlainResponses() {}

  /** Returns a response. */
  static byte[] of(Matches matches) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    JsonOutput.write(
        bytes,
        out -> {
          out.writeStartObject();
          out.writeName("offers");
          out.writeStartArray();
          for (Match match : matches) {
            write(match, out);
          }
          out.writeEndArray();
          out.writeEndObject();
        });
    return bytes.toByteArray();
  }

  private static void write(Match row, JsonGenerator out) {
    List<Field> fields = row.schema().shownFields();
    out.writeStartObject();
    for (Field field : fields) {
      out.writeName(field.name());
      writeValue(row, field, out);
    }
    out.writeEndObject();
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
        if (!row.has(field)) {
          out.writeNull();
          return;
        }
        switch (field.type()) {
          case INTEGER -> out.writeNumber(row.integer(field));
          case BOOLEAN -> out.writeBoolean(row.flag(field));
          case INTEGER_LIST -> {
            long[] list = Objects.requireNonNull(row.integers(field));
            out.writeArray(list, 0, list.length);
          }
          case TEXT_LIST -> JsonOutput.writeTexts(out, Objects.requireNonNull(row.texts(field)));
          default -> JsonOutput.writeText(out, Objects.requireNonNull(row.text(field)));
        }
      }
    }
  }
}
