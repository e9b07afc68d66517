package io.offerengine.query;

import io.offerengine.schema.Field;

/**
 * One key of an order.
 *
 * @param field the field whose values order the rows
 * @param direction whether the least or the greatest values come first
 */
public record SortKey(Field field, Direction direction) {
  /** Returns whether the greatest value comes first. */
  public boolean isDescending() {
    return direction == Direction.DESC;
  }

  @Override
  public String toString() {
    return field + " " + direction;
  }
}
