package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The algebra of a kind of sets, against predicates over every key that can matter.
 *
 * @param <K> the keys
 * @param <S> the sets
 */
abstract class ValueSetContract<K, S extends ValueSet> {
  /** A set and the slow predicate that it must equal. */
  record Modelled<K, S>(S set, Predicate<K> present, boolean absent) {}

  private final Collection<K> probes;

  /** Takes every key at which sets can differ. */
  ValueSetContract(Collection<K> probes) {
    this.probes = probes;
  }

  /** Draws the sets of which others are made. */
  abstract Arbitrary<Modelled<K, S>> leaves();

  abstract boolean contains(S set, K key);

  /** Returns the keys that a set leaves out. */
  abstract S complement(S set);

  @Provide
  Arbitrary<Modelled<K, S>> sets() {
    Arbitrary<Modelled<K, S>> leaves =
        Combinators.combine(leaves(), Arbitraries.of(true, false))
            .as((leaf, orAbsent) ->
                new Modelled<>(cast(leaf.set().withAbsent(orAbsent)), leaf.present(), orAbsent));
    return Combinators.combine(leaves, leaves, leaves, Arbitraries.integers().between(0, 5))
        .as((first, second, third, kind) ->
            switch (kind) {
              case 0 -> first;
              case 1 -> complement(first);
              case 2 -> and(first, second);
              case 3 -> and(complement(first), second);
              case 4 -> complement(and(first, complement(second)));
              default -> and(and(first, second), third);
            })
        .withoutEdgeCases();
  }

  @SuppressWarnings("unchecked")
  private S cast(ValueSet set) {
    return (S) set;
  }

  private S and(S left, S right) {
    return cast(left.and(right));
  }

  private Modelled<K, S> and(Modelled<K, S> left, Modelled<K, S> right) {
    return new Modelled<>(
        and(left.set(), right.set()),
        left.present().and(right.present()),
        left.absent() && right.absent());
  }

  private Modelled<K, S> complement(Modelled<K, S> of) {
    return new Modelled<>(complement(of.set()), of.present().negate(), false);
  }

  @Property
  void contains_everyProbe_equalsPredicate(@ForAll("sets") Modelled<K, S> of) {
    for (K key : probes) {
      assertThat(contains(of.set(), key))
          .as("%s contains '%s'", of.set(), key)
          .isEqualTo(of.present().test(key));
    }
    assertThat(of.set().includesAbsent()).isEqualTo(of.absent());
  }

  @Property
  void equals_anyTwoSets_exactlyWhenNoProbeTellsThemApart(
      @ForAll("sets") Modelled<K, S> left, @ForAll("sets") Modelled<K, S> right) {
    boolean same =
        left.absent() == right.absent()
            && probes.stream()
                .allMatch(key -> left.present().test(key) == right.present().test(key));
    assertThat(left.set().equals(right.set()))
        .as("%s, %s", left.set(), right.set())
        .isEqualTo(same);
    if (same) {
      assertThat(left.set()).hasSameHashCodeAs(right.set()).hasToString(right.set().toString());
    }
  }

  @Property
  void and_anyThreeSets_isABooleanAlgebra(
      @ForAll("sets") Modelled<K, S> a,
      @ForAll("sets") Modelled<K, S> b,
      @ForAll("sets") Modelled<K, S> c) {
    S left = a.set();
    S right = b.set();
    assertThat(and(left, right)).isEqualTo(and(right, left));
    assertThat(and(left, left)).isEqualTo(left);
    assertThat(and(and(left, right), c.set())).isEqualTo(and(left, and(right, c.set())));
    assertThat(and(left, complement(left)).isEmpty()).isTrue();
    assertThat(complement(complement(left))).isEqualTo(left.withAbsent(false));
  }

  @Property
  void isDisjoint_anySets_isThatOfAnd(
      @ForAll("sets") Modelled<K, S> a, @ForAll("sets") Modelled<K, S> b) {
    assertThat(a.set().isDisjoint(b.set())).isEqualTo(and(a.set(), b.set()).isEmpty());
  }

  @Property
  void emptyAndAll_anySet_meanWhatTheySay(@ForAll("sets") Modelled<K, S> of) {
    S set = of.set();
    boolean none = probes.stream().noneMatch(of.present());
    boolean all = probes.stream().allMatch(of.present());
    assertThat(set.excludesPresent()).as("%s", set).isEqualTo(none);
    assertThat(set.includesPresent()).as("%s", set).isEqualTo(all);
    assertThat(set.isEmpty()).isEqualTo(set.excludesPresent() && !of.absent());
    assertThat(set.isAll()).isEqualTo(set.includesPresent() && of.absent());
  }
}
