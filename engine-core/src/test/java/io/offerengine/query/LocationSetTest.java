package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The algebra of {@link LocationSet} against the place rule written out for every place. */
class LocationSetTest {
  private static final List<String> PLACES =
      parts(
          "Montana, US|Texas, US|, US|US|us|Montana|X,US|A, USA|"
              + ", us|Paris, FR|FR|France|Nowhere||, |A, B, US|É, DE");

  private static final List<String> TERMS =
      parts(
          "US|FR|DE|Montana, US|, US|Texas, US|"
              + "Paris, FR|us|Montana||Elsewhere, US|Elsewhere|USA");

  private static List<String> parts(String separatedByBars) {
    return List.of(separatedByBars.split("\\|", -1));
  }

  /** A set and the slow predicate that it must equal. */
  record Modelled(LocationSet set, Predicate<String> present, boolean absent) {}

  @Provide
  Arbitrary<Modelled> sets() {
    return Combinators.combine(leaves(), leaves(), leaves(), Arbitraries.integers().between(1, 3))
        .as((first, second, third, depth) -> {
          Modelled two = depth > 1 ? and(first, second) : first;
          return depth > 2 ? and(two, third) : two;
        })
        .withoutEdgeCases();
  }

  private static Arbitrary<Modelled> leaves() {
    Arbitrary<List<String>> terms = Arbitraries.of(TERMS).list().ofMaxSize(4);
    Arbitrary<Modelled> allowed =
        terms.map(
            list -> new Modelled(LocationSet.of(list), place -> matchesAny(list, place), false));
    Arbitrary<Modelled> excluded =
        terms.map(list ->
            new Modelled(LocationSet.notOf(list), place -> !matchesAny(list, place), false));
    Arbitrary<Modelled> constants =
        Arbitraries.of(
            new Modelled(LocationSet.present(), place -> true, false),
            new Modelled(LocationSet.absent(), place -> false, true));
    return Combinators.combine(
            Arbitraries.oneOf(allowed, excluded, constants), Arbitraries.of(true, false))
        .as((leaf, absent) -> new Modelled(leaf.set().withAbsent(absent), leaf.present(), absent));
  }

  /**
   * The rule: two upper-case letters match what ends in ", CC" or equals CC; others match whole.
   */
  private static boolean matchesAny(List<String> terms, String place) {
    return terms.stream()
        .anyMatch(term ->
            place.equals(term) || (term.matches("[A-Z]{2}") && place.endsWith(", " + term)));
  }

  private static Modelled and(Modelled left, Modelled right) {
    return new Modelled(
        left.set().and(right.set()),
        left.present().and(right.present()),
        left.absent() && right.absent());
  }

  @Property
  void contains_everyPlace_equalsPredicate(@ForAll("sets") Modelled of) {
    for (String place : PLACES) {
      assertThat(of.set().contains(place))
          .as("%s contains '%s'", of.set(), place)
          .isEqualTo(of.present().test(place));
    }
    assertThat(of.set().includesAbsent()).isEqualTo(of.absent());
  }

  @Property
  void and_anyThreeSets_isCommutativeAssociativeIdempotent(
      @ForAll("sets") Modelled a, @ForAll("sets") Modelled b, @ForAll("sets") Modelled c) {
    LocationSet left = a.set();
    LocationSet right = b.set();
    assertThat(left.and(right)).isEqualTo(right.and(left)).hasSameHashCodeAs(right.and(left));
    assertThat(left.and(left)).isEqualTo(left);
    LocationSet leftFirst = left.and(right).and(c.set());
    LocationSet rightFirst = left.and(right.and(c.set()));
    for (String place : PLACES) {
      assertThat(leftFirst.contains(place)).isEqualTo(rightFirst.contains(place));
    }
  }

  @Property
  void emptyAndAll_anySet_promiseNothingFalse(@ForAll("sets") Modelled of) {
    if (of.set().excludesPresent()) {
      assertThat(PLACES).as("%s", of.set()).noneMatch(of.present());
    }
    if (of.set().includesPresent()) {
      assertThat(PLACES).as("%s", of.set()).allMatch(of.present());
    }
    assertThat(of.set().isEmpty()).isEqualTo(of.set().excludesPresent() && !of.absent());
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
