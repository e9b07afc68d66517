package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.Position;
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

  /**
   * Completes the record and returns it.
   *
   * @param path returns the JSON Pointer of the record's last token
   * @param start the position where the record begins
   * @param unused receives the names of given values that say something and are not used
   */
  T end(Supplier<String> path, Position start, Consumer<String> unused);
}
