package io.offerengine.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field that a query accepts. They satisfy all conditions on the field.
 *
 * <p>A set contains present values, and may contain absence. {@link #and} intersects sets of one
 * field. If conditions contradict each other, their set is empty.
 *
 * <p><b>Threads.</b> Immutable.
 */
public sealed interface ValueSet permits NumericSet, TextSet, ListSet {
  /** Returns whether an offer without a value is accepted. */
  boolean includesAbsent();

  /** Returns whether no present value can be accepted. */
  boolean excludesPresent();

  /** Returns whether every present value is accepted. */
  boolean includesPresent();

  /** Returns a set with the same present values that includes or excludes absence. */
  ValueSet withAbsent(boolean included);

  /** Returns the intersection with another set of the same field. */
  ValueSet and(ValueSet other);

  /** Returns whether the {@linkplain #and intersection} with another set accepts nothing. */
  default boolean isDisjoint(ValueSet other) {
    return and(other).isEmpty();
  }

  /**
   * Returns the union with another set of the same field; null if no set of the class can state it.
   */
  @Nullable ValueSet or(ValueSet other);

  /** Returns sets of which at least one contains a value exactly if this set does not. */
  List<ValueSet> negation();

  /** Returns whether nothing at all is accepted. */
  default boolean isEmpty() {
    return excludesPresent() && !includesAbsent();
  }

  /** Returns whether everything is accepted. */
  default boolean isAll() {
    return includesPresent() && includesAbsent();
  }
}
