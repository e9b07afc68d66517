package io.offerengine.query;

import io.offerengine.schema.Field;

/**
 * One key of an order.
 *
 * @param field the field whose values order the rows
 * @param direction which end comes first
 */
public record SortKey(Field field, Direction direction) {
  /** Returns whether the largest value comes first. */
  public boolean isDescending() {
    return direction == Direction.DESC;
  }

  @Override
  public String toString() {
    return field + " " + direction;
  }
}
