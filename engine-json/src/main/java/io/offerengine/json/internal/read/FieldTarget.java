package io.offerengine.json.internal.read;

import io.offerengine.schema.Field;
import java.util.List;

/** Receives the values of an object's fields in the order of the text. */
interface FieldTarget {
  void set(Field field, long value);

  void set(Field field, double value);

  void set(Field field, boolean value);

  void set(Field field, String value);

  void set(Field field, long[] values);

  void set(Field field, List<String> values);

  /** Receives an explicit null. */
  void clear(Field field);
}
