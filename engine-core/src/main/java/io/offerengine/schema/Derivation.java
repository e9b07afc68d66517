package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a derived field follows from the values that an offer brings, once, when it is stored.
 *
 * <p><b>Cost.</b> A derivation of {@linkplain #reading declared inputs} is asked again only when an
 * update changes one of them; any other is asked at every update, which takes several times as
 * long.
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

  /** Returns the only fields that it reads; null, as by default, when it may read any. */
  default @Nullable List<Field> inputs() {
    return null;
  }

  /**
   * Returns a derivation that reads some fields and no others.
   *
   * @param inputs the fields; a rule that reads another one may be given an offer without its value
   */
  static Derivation reading(List<Field> inputs, Derivation rule) {
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
