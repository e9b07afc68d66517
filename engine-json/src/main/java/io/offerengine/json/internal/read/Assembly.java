package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Builds a record from its fields.
 *
 * @param <T> the type of a record
 */
public interface Assembly<T> extends FieldTarget {
  /** Returns the receiver of values that are not stored. */
  UnstoredValues unstored();

  /** Starts a new record. */
  void begin();

  /** Returns what receives the values of stored fields. */
  Offer.ValuesBuilder<?> builder();

  /** Returns whether the record has a value of a field, or makes it absent where that counts. */
  default boolean has(Field field) {
    return builder().has(field);
  }

  @Override
  default void set(Field field, long value) {
    builder().put(field, value);
  }

  @Override
  default void set(Field field, double value) {
    builder().put(field, value);
  }

  @Override
  default void set(Field field, boolean value) {
    builder().put(field, value);
  }

  @Override
  default void set(Field field, String value) {
    builder().put(field, value);
  }

  @Override
  default void set(Field field, long[] values) {
    builder().put(field, values);
  }

  @Override
  default void set(Field field, List<String> values) {
    builder().put(field, values);
  }

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

  /**
   * Completes the record and returns it.
   *
   * @param path returns the JSON Pointer of the record's last token
   * @param start the position where the record begins
   * @param unused receives the names of given values that say something and are not used
   */
  T end(Supplier<String> path, Position start, Consumer<String> unused);
}
