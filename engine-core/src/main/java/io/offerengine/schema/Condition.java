package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a query, as it was given. The methods of typed fields, such as {@link
 * NumberField#gte}, create conditions whose values fit.
 *
 * @param field the field
 * @param operator the comparison
 * @param value the value with which the field is compared, as it was given
 */
public record Condition(Field field, Operator operator, @Nullable Object value)
    implements Criterion.Alternative {
  private static final int MAX_SHOWN = 200;

  @Override
  public List<Condition> conditions() {
    return List.of(this);
  }

  @Override
  public String toString() {
    String shown = String.valueOf(value);
    String cut = shown.length() > MAX_SHOWN ? shown.substring(0, MAX_SHOWN) + "…" : shown;
    return field + " " + operator + " " + (value instanceof String ? "'" + cut + "'" : cut);
  }
}
