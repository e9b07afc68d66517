package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LocationSetTest extends ValueSetContract<String, LocationSet> {
  private static final List<String> PLACES =
      parts(
          "Montana, US|Texas, US|, US|US|us|Montana|X,US|A, USA|"
              + ", us|Paris, FR|FR|France|Nowhere||, |A, B, US|É, DE");
  private static final List<String> TERMS =
      parts(
          "US|FR|DE|Montana, US|, US|Texas, US|"
              + "Paris, FR|us|Montana||Elsewhere, US|Elsewhere|USA");

  LocationSetTest() {
    super(PLACES);
  }

  private static List<String> parts(String separatedByBars) {
    return List.of(separatedByBars.split("\\|", -1));
  }

  @Override
  Arbitrary<Modelled<String, LocationSet>> leaves() {
    Arbitrary<List<String>> terms = Arbitraries.of(TERMS).list().ofMaxSize(4);
    Arbitrary<Modelled<String, LocationSet>> allowed =
        terms.map(
            list -> new Modelled<>(LocationSet.of(list), place -> matchesAny(list, place), false));
    Arbitrary<Modelled<String, LocationSet>> excluded =
        terms.map(list ->
            new Modelled<>(LocationSet.notOf(list), place -> !matchesAny(list, place), false));
    Arbitrary<Modelled<String, LocationSet>> constants =
        Arbitraries.of(
            new Modelled<>(LocationSet.present(), place -> true, false),
            new Modelled<>(LocationSet.absent(), place -> false, true));
    return Arbitraries.oneOf(allowed, excluded, constants);
  }

  /**
   * The rule: two upper-case letters match what ends in ", CC" or equals CC; others match whole.
   */
  private static boolean matchesAny(List<String> terms, String place) {
    return terms.stream()
        .anyMatch(term ->
            place.equals(term) || (term.matches("[A-Z]{2}") && place.endsWith(", " + term)));
  }

  @Override
  boolean contains(LocationSet set, String key) {
    return set.contains(key);
  }

  @Override
  @Nullable LocationSet complement(LocationSet set) {
    return null;
  }

  @Test
  void and_countryAndItsNegation_isAContradiction() {
    LocationSet none = LocationSet.of(List.of("US")).and(LocationSet.notOf(List.of("US")));
    assertThat(none.isEmpty()).isTrue();
    assertThat(LocationSet.of(List.of("US")).and(LocationSet.of(List.of("FR"))).isEmpty()).isTrue();
    assertThat(
            LocationSet.of(List.of("Montana, US")).and(LocationSet.notOf(List.of("US"))).isEmpty())
        .isTrue();
  }
}
