package io.offerengine.query;

import static io.offerengine.marketplace.MarketplaceSchema.GEOLOCATION;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** The sets of places that countries and places name. */
class PlacesTest extends ValueSetContract<String, TextSet> {
  private static final List<String> PLACES =
      parts(
          "Montana, US|Texas, US|, US|US|us|Montana|X,US|A, USA|"
              + ", us|Paris, FR|FR|France|Nowhere||, |A, B, US|É, DE|\0US|\0");

  private static final List<String> TERMS =
      parts(
          "US|FR|DE|Montana, US|, US|Texas, US|"
              + "Paris, FR|us|Montana||Elsewhere, US|Elsewhere|USA|\0");

  /** Takes the terms too, and places of each country that no term names alone. */
  PlacesTest() {
    super(Stream.concat(PLACES.stream(), TERMS.stream()).toList());
  }

  private static List<String> parts(String separatedByBars) {
    return List.of(separatedByBars.split("\\|", -1));
  }

  @Override
  Arbitrary<Modelled<String, TextSet>> leaves() {
    Arbitrary<List<String>> terms = Arbitraries.of(TERMS).list().ofMaxSize(4);
    return terms.map(list ->
        new Modelled<>(
            TextSet.ofPlaces(list.stream().map(GEOLOCATION.collation()::key).toList()),
            place -> matchesAny(list, place),
            false));
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
  boolean contains(TextSet set, String place) {
    return set.contains(GEOLOCATION.collation().key(place));
  }

  @Override
  TextSet complement(TextSet set) {
    return set.complement();
  }
}
