package io.offerengine.schema;

import org.jspecify.annotations.Nullable;

/**
 * How a derived field follows from the values that an offer brings, once, when it is stored.
 *
 * <p><b>Threads.</b> Called by writers, one offer at a time; implementations hold no state.
 */
@FunctionalInterface
public interface Derivation {
  /**
   * Derives the value.
   *
   * @return a Long, Double, Boolean or String as the field's type asks; null when absent
   */
  @Nullable Object derive(Offer offer);
}
