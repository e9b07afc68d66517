package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of a schema's fields as bytes, by the ordinal of the field.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FieldKeys {
  /** The largest number of unknown keys in an object that is read without a tokeniser. */
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

  /** Returns whether every name needs no escapes and is within the limits. */
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

  /** Returns the bytes of a name, the closing quotation mark and the colon. */
  byte[] withColon(int ordinal) {
    return withColon[ordinal];
  }

  /** Returns whether a name that is no field's own stands for a field. */
  boolean isAlias(String name) {
    return schema.queryName(name).filter(alias -> !alias.isLeast()).isPresent();
  }

  @Nullable Field find(String name) {
    return schema.field(name).orElse(null);
  }
}
