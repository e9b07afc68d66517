package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The algebra of {@link NumericSet} against predicates over every key that can matter. */
class NumericSetTest {
  /** The keys that sets are made of: both ends of the range, and a crowd around zero. */
  private static final long[] POOL = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    Long.MIN_VALUE + 3,
    -2,
    -1,
    0,
    1,
    2,
    4,
    5,
    9,
    Long.MAX_VALUE - 3,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  /** The keys at which a set of the pool can differ from another: the pool and its neighbours. */
  private static final Set<Long> PROBES = probes();

  /** A set and the slow predicate that it must equal. */
  record Modelled(NumericSet set, LongPredicate present, boolean absent) {}

  private static Set<Long> probes() {
    Set<Long> probes = new TreeSet<>();
    for (long key : POOL) {
      probes.add(key);
      probes.add(key == Long.MIN_VALUE ? key : key - 1);
      probes.add(key == Long.MAX_VALUE ? key : key + 1);
    }
    return probes;
  }

  @Provide
  Arbitrary<Modelled> sets() {
    return leaves()
        .flatMap(left -> leaves().flatMap(right -> combined(left, right)))
        .withoutEdgeCases();
  }

  private static Arbitrary<Modelled> combined(Modelled left, Modelled right) {
    return Arbitraries.of(
        left,
        complement(left),
        and(left, right),
        and(complement(left), right),
        complement(and(left, complement(right))));
  }

  private static Arbitrary<Modelled> leaves() {
    Arbitrary<Long> keys = Arbitraries.of(java.util.Arrays.stream(POOL).boxed().toList());
    Arbitrary<Modelled> listed =
        keys.list()
            .ofMaxSize(6)
            .map(list ->
                new Modelled(
                    NumericSet.of(list.stream().mapToLong(Long::longValue).toArray()),
                    list::contains,
                    false));
    Arbitrary<Modelled> ranges =
        Combinators.combine(keys, keys)
            .as((low, high) ->
                new Modelled(NumericSet.range(low, high), key -> low <= key && key <= high, false));
    Arbitrary<Modelled> constants =
        Arbitraries.of(
            new Modelled(NumericSet.present(), key -> true, false),
            new Modelled(NumericSet.absent(), key -> false, true),
            new Modelled(NumericSet.none(), key -> false, false));
    return Combinators.combine(
            Arbitraries.oneOf(listed, ranges, constants), Arbitraries.of(true, false))
        .as((leaf, absent) -> new Modelled(leaf.set().withAbsent(absent), leaf.present(), absent));
  }

  private static Modelled complement(Modelled of) {
    return new Modelled(of.set().complement(), of.present().negate(), false);
  }

  private static Modelled and(Modelled left, Modelled right) {
    return new Modelled(
        left.set().and(right.set()),
        left.present().and(right.present()),
        left.absent() && right.absent());
  }

  @Property
  void contains_everyProbe_equalsPredicate(@ForAll("sets") Modelled of) {
    for (long key : PROBES) {
      assertThat(of.set().contains(key))
          .as("%s contains %d", of.set(), key)
          .isEqualTo(of.present().test(key));
    }
    assertThat(of.set().includesAbsent()).isEqualTo(of.absent());
  }

  @Property
  void bounds_ofAnySet_ascendWithGaps(@ForAll("sets") Modelled of) {
    NumericSet set = of.set();
    for (int range = 0; range < set.rangeCount(); range++) {
      assertThat(set.low(range)).as("%s", set).isLessThanOrEqualTo(set.high(range));
      if (range > 0) {
        assertThat(set.high(range - 1)).as("%s", set).isLessThan(Long.MAX_VALUE);
        assertThat(set.high(range - 1) + 1).as("%s", set).isLessThan(set.low(range));
      }
    }
  }

  @Property
  void equals_anyTwoSets_exactlyWhenNoProbeTellsThemApart(
      @ForAll("sets") Modelled left, @ForAll("sets") Modelled right) {
    boolean same =
        left.absent() == right.absent()
            && PROBES.stream()
                .allMatch(key -> left.present().test(key) == right.present().test(key));
    assertThat(left.set().equals(right.set()))
        .as("%s, %s", left.set(), right.set())
        .isEqualTo(same);
    if (same) {
      assertThat(left.set()).hasSameHashCodeAs(right.set());
      assertThat(left.set()).hasToString(right.set().toString());
    }
  }

  @Property
  void and_anyThreeSets_isABooleanAlgebra(
      @ForAll("sets") Modelled a, @ForAll("sets") Modelled b, @ForAll("sets") Modelled c) {
    NumericSet left = a.set();
    NumericSet right = b.set();
    assertThat(left.and(right)).isEqualTo(right.and(left));
    assertThat(left.and(right).and(c.set())).isEqualTo(left.and(right.and(c.set())));
    assertThat(left.and(left)).isEqualTo(left);
    assertThat(left.and(left.complement())).isEqualTo(NumericSet.none());
    assertThat(left.complement().complement()).isEqualTo(left.withAbsent(false));
  }

  @Property
  void isDisjoint_anySets_isThatOfAnd(@ForAll("sets") Modelled a, @ForAll("sets") Modelled b) {
    assertThat(a.set().isDisjoint(b.set())).isEqualTo(a.set().and(b.set()).isEmpty());
  }

  @Property
  void emptyAndAll_anySet_meanWhatTheySay(@ForAll("sets") Modelled of) {
    boolean none = PROBES.stream().noneMatch(of.present()::test);
    boolean all = PROBES.stream().allMatch(of.present()::test);
    assertThat(of.set().excludesPresent()).isEqualTo(none);
    assertThat(of.set().includesPresent()).isEqualTo(all);
    assertThat(of.set().isEmpty()).isEqualTo(none && !of.absent());
    assertThat(of.set().isAll()).isEqualTo(all && of.absent());
  }

  @Test
  void of_keysThatTouch_isOneRange() {
    NumericSet set = NumericSet.of(3, 1, 2, 2, 7);
    assertThat(set).hasToString("{1..3 7}");
    assertThat(set.rangeCount()).isEqualTo(2);
    assertThat(set.complement().withAbsent(true))
        .hasToString("{" + Long.MIN_VALUE + "..0 4..6 8.." + Long.MAX_VALUE + " absent}");
  }
}
