package io.offerengine.schema;

/**
 * A name by which conditions, orders and offers call a field: its own name or an alias.
 *
 * @param name the name
 * @param field the field
 * @param unit how many units of the field make one unit of this name: 1 for its own name, 1,000 for
 *     a name in GB of a field in MB
 * @param isLeast whether a value without an operator is the least that a request accepts, and not
 *     the only one; offers don't use such a name
 */
public record FieldName(String name, Field field, int unit, boolean isLeast) {
  /** Returns whether this is the field's own name. */
  public boolean isOwn() {
    return name.equals(field.name());
  }
}
