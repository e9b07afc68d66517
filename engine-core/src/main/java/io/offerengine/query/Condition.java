package io.offerengine.query;

import io.offerengine.schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a query, as it was given.
 *
 * @param field the field
 * @param operator the comparison
 * @param value the value with which the field is compared, as it was given
 */
public record Condition(Field field, Operator operator, @Nullable Object value) {
  private static final int MAX_SHOWN = 200;

  @Override
  public String toString() {
    String shown = String.valueOf(value);
    String cut = shown.length() > MAX_SHOWN ? shown.substring(0, MAX_SHOWN) + "…" : shown;
    return field + " " + operator + " " + (value instanceof String ? "'" + cut + "'" : cut);
  }
}
