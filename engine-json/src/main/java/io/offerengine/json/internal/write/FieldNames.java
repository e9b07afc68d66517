package io.offerengine.json.internal.write;

import io.offerengine.schema.Field;
import java.util.List;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/** Encodes the names of fields as JSON keys, so that each name is escaped once. */
public final class FieldNames {
  private FieldNames() {}

  /** Returns the keys of some fields. */
  public static SerializableString[] of(List<Field> fields) {
    return fields.stream()
        .map(field -> new SerializedString(field.name()))
        .toArray(SerializableString[]::new);
  }
}
