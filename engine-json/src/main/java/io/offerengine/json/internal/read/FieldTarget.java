package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.token.JsonInput;
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

  /** Returns whether the object gave a field a value, or made it absent where that counts. */
  boolean has(Field field);

  /**
   * Receives the conditions of a change, unless the schema has a field with the name {@link
   * PreconditionReader#KEY}.
   *
   * @param in its current token is the first of the value
   */
  default void readPrecondition(JsonInput in) {
    throw in.refusal(
        INVALID_OFFER,
        PreconditionReader.KEY + " belongs to a change of an offer, not to a whole offer");
  }
}
