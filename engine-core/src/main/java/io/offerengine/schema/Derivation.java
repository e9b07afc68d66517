package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a derived field gets its value from stored values of the same offer. The engine
 * calls it when the offer is stored.
 *
 * <p><b>Cost.</b> If a derivation {@linkplain #reading declares its inputs}, the engine calls it
 * again only for updates that change an input. Otherwise the engine calls it for every update and
 * reads the whole offer for it, which takes several times as long.
 *
 * <p><b>Threads.</b> Several threads may call a derivation at once; it must have no state.
 */
@FunctionalInterface
public interface Derivation {
  /**
   * Derives the value.
   *
   * @return a Long, Double, Boolean, String, LocalDate or Instant, by the type of the field; null
   *     if absent
   */
  @Nullable Object derive(Offer offer);

  /** Returns the fields that the rule reads; null, the default, if it may read any field. */
  default @Nullable List<Field> inputs() {
    return null;
  }

  /**
   * Returns a derivation that declares its inputs.
   *
   * @param inputs the fields that the rule reads; the offer may lack the values of other fields
   */
  static Derivation reading(List<? extends Field> inputs, Derivation rule) {
    List<Field> declared = List.copyOf(inputs);
    return new Derivation() {
      @Override
      public @Nullable Object derive(Offer offer) {
        return rule.derive(offer);
      }

      @Override
      public List<Field> inputs() {
        return declared;
      }
    };
  }
}
