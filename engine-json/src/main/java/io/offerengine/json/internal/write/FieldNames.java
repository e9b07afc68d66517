package io.offerengine.json.internal.write;

import io.offerengine.schema.Field;
import java.util.List;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/** The names of fields as keys, escaped and encoded once. */
public final class FieldNames {
  private FieldNames() {}

  public static SerializableString[] of(List<Field> fields) {
    return fields.stream().map(field -> encode(field.name())).toArray(SerializableString[]::new);
  }

  static SerializableString[] ofMembers(Field field) {
    return field.members().stream()
        .map(member -> encode(member.name()))
        .toArray(SerializableString[]::new);
  }

  private static SerializableString encode(String name) {
    return new SerializedString(name);
  }
}
