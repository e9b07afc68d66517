package io.offerengine.query;

/**
 * The values of one field that a query accepts, by all its conditions on the field together.
 *
 * <p>A set contains present values, and may contain absence. {@link #and} intersects sets of one
 * field. If conditions contradict each other, their set is empty.
 *
 * <p><b>Threads.</b> Immutable.
 */
public sealed interface ValueSet permits NumericSet, TextualSet {
  /** Returns whether an offer without a value is accepted. */
  boolean includesAbsent();

  /** Returns whether no present value can be accepted. */
  boolean excludesPresent();

  /** Returns whether every present value is accepted. */
  boolean includesPresent();

  /** Returns the same present values with absence accepted or not. */
  ValueSet withAbsent(boolean included);

  /** Returns the values that both accept; the other set must be of the same kind. */
  ValueSet and(ValueSet other);

  /** Returns whether nothing at all is accepted. */
  default boolean isEmpty() {
    return excludesPresent() && !includesAbsent();
  }

  /** Returns whether everything is accepted. */
  default boolean isAll() {
    return includesPresent() && includesAbsent();
  }
}
