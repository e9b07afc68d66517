package io.offerengine.schema;

import org.jspecify.annotations.Nullable;

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

  /**
   * Compares the order values of two rows as a {@link io.offerengine.query.Cursor} holds them:
   * negative if the row of the first one ranks first, 0 if this key does not decide. Values compare
   * in the direction of this key. Texts that are no version rank after all versions, and absent
   * values last, in both directions.
   *
   * @param left a Long or a String, as the type of the field asks; null if it is absent
   * @param right like {@code left}
   */
  public int compareValues(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left == null, right == null);
    }
    if (field.type() == FieldType.VERSION) {
      boolean isVersion = Collation.isReadableVersion((String) left);
      if (isVersion != Collation.isReadableVersion((String) right)) {
        return isVersion ? -1 : 1;
      }
    }
    int ascending =
        left instanceof Long number
            ? Long.compare(number, (Long) right)
            : field.collation().order((String) left, (String) right);
    return isDescending() ? -ascending : ascending;
  }

  @Override
  public String toString() {
    return field + " " + direction;
  }
}
