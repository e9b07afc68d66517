package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a schema's fields as they stand in a text, by the ordinal of the field.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FieldKeys {
  /** An object with more keys that the schema does not know is left to the tokeniser. */
  static final int MOST_UNKNOWN = 16;

  private final Schema schema;
  private final List<Field> fields;
  private final byte[][] withColon;
  private final boolean arePlain;

  FieldKeys(Schema schema, InputRules rules) {
    this.schema = schema;
    this.fields = schema.fields();
    this.arePlain = fields.stream().map(Field::name).allMatch(name -> isPlain(name, rules));
    this.withColon =
        fields.stream().map(field -> (field.name() + "\":").getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Returns whether every key stands in a text as it is, without escapes, and within limits. */
  boolean arePlain() {
    return arePlain;
  }

  private static boolean isPlain(String name, InputRules rules) {
    return name.length() <= rules.maxTextLength()
        && name.chars().noneMatch(c -> c < ' ' || c == '"' || c == '\\');
  }

  int size() {
    return withColon.length;
  }

  Field field(int ordinal) {
    return fields.get(ordinal);
  }

  /** Returns a key behind its first quotation mark: the name, the second mark and a colon. */
  byte[] withColon(int ordinal) {
    return withColon[ordinal];
  }

  @Nullable Field find(String name) {
    return schema.field(name).orElse(null);
  }
}
