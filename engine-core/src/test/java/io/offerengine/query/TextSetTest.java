package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.TextSet.Cut;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The algebra of {@link TextSet} against predicates over every key that can matter. */
class TextSetTest {
  /** Keys in code point order, which is not the order of {@link String#compareTo}. */
  private static final List<String> POOL =
      List.of("", " ", "A", "RTX 4090", "a", "ab", "b", "é", "\uE000", "\uFFFF", "😀");

  /** Each key of the pool and the very next one, so that no gap goes unseen. */
  private static final List<String> PROBES =
      POOL.stream().flatMap(key -> java.util.stream.Stream.of(key, key + "\0")).toList();

  /** A set and the slow predicate that it must equal. */
  record Modelled(TextSet set, Predicate<String> present, boolean absent) {}

  @Provide
  Arbitrary<Modelled> sets() {
    return leaves()
        .flatMap(left ->
            leaves()
                .flatMap(right ->
                    Arbitraries.of(
                        left,
                        complement(left),
                        and(left, right),
                        and(complement(left), right),
                        complement(and(left, complement(right))))))
        .withoutEdgeCases();
  }

  private static Arbitrary<Modelled> leaves() {
    Arbitrary<Modelled> listed =
        Arbitraries.of(POOL)
            .list()
            .ofMaxSize(5)
            .map(keys -> new Modelled(TextSet.of(keys), Set.copyOf(keys)::contains, false));
    Arbitrary<Cut> cuts =
        Combinators.combine(Arbitraries.of(POOL), Arbitraries.of(true, false)).as(Cut::new);
    Arbitrary<Modelled> ranges =
        Combinators.combine(cuts, cuts)
            .as((first, second) ->
                new Modelled(
                    TextSet.between(first, second),
                    key -> isAfter(key, first) && !isAfter(key, second),
                    false));
    Arbitrary<Modelled> constants =
        Arbitraries.of(
            new Modelled(TextSet.present(), key -> true, false),
            new Modelled(TextSet.absent(), key -> false, true));
    return Combinators.combine(
            Arbitraries.oneOf(listed, ranges, constants), Arbitraries.of(true, false))
        .as((leaf, absent) -> new Modelled(leaf.set().withAbsent(absent), leaf.present(), absent));
  }

  private static boolean isAfter(String key, Cut cut) {
    int order = Arrays.compare(key.codePoints().toArray(), cut.key().codePoints().toArray());
    return cut.after() ? order > 0 : order >= 0;
  }

  private static Modelled complement(Modelled of) {
    return new Modelled(of.set().complement(), of.present().negate(), false);
  }

  private static Modelled and(Modelled left, Modelled right) {
    return new Modelled(
        (TextSet) left.set().and(right.set()),
        left.present().and(right.present()),
        left.absent() && right.absent());
  }

  @Property
  void contains_everyProbe_equalsPredicate(@ForAll("sets") Modelled of) {
    for (String key : PROBES) {
      assertThat(of.set().contains(key))
          .as("%s contains '%s'", of.set(), key)
          .isEqualTo(of.present().test(key));
    }
    assertThat(of.set().includesAbsent()).isEqualTo(of.absent());
  }

  @Property
  void cuts_ofAnySet_ascend(@ForAll("sets") Modelled of) {
    List<Cut> cuts = of.set().cuts();
    for (int i = 1; i < cuts.size(); i++) {
      assertThat(cuts.get(i - 1)).as("%s", of.set()).isLessThan(cuts.get(i));
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
    }
  }

  @Property
  void and_anyThreeSets_isABooleanAlgebra(
      @ForAll("sets") Modelled a, @ForAll("sets") Modelled b, @ForAll("sets") Modelled c) {
    TextSet left = a.set();
    TextSet right = b.set();
    assertThat(left.and(right)).isEqualTo(right.and(left));
    assertThat(left.and(right).and(c.set())).isEqualTo(left.and(right.and(c.set())));
    assertThat(left.and(left)).isEqualTo(left);
    assertThat(left.and(left.complement()).isEmpty()).isTrue();
    assertThat(left.complement().complement()).isEqualTo(left.withAbsent(false));
  }

  @Property
  void unionAndIsDisjoint_anySets_areThoseOfOrAndAnd(
      @ForAll("sets") Modelled a, @ForAll("sets") Modelled b, @ForAll("sets") Modelled c) {
    assertThat(TextSet.union(List.of(a.set(), b.set(), c.set())))
        .isEqualTo(a.set().or(b.set()).or(c.set()).withAbsent(false));
    assertThat(TextSet.union(List.of(a.set()))).isEqualTo(a.set().withAbsent(false));
    assertThat(TextSet.union(List.of()).isEmpty()).isTrue();
    assertThat(a.set().isDisjoint(b.set())).isEqualTo(a.set().and(b.set()).isEmpty());
  }

  @Property
  void emptyAndAll_anySet_meanWhatTheySay(@ForAll("sets") Modelled of) {
    boolean none = PROBES.stream().noneMatch(of.present());
    boolean all = PROBES.stream().allMatch(of.present());
    assertThat(of.set().excludesPresent()).isEqualTo(none);
    assertThat(of.set().includesPresent()).isEqualTo(all);
    assertThat(of.set().isEmpty()).isEqualTo(none && !of.absent());
    assertThat(of.set().isAll()).isEqualTo(all && of.absent());
  }

  @Test
  void emptyText_isAnOrdinaryKey_theLowest() {
    assertThat(TextSet.of(List.of("")).contains("")).isTrue();
    assertThat(TextSet.of(List.of("")).complement().contains("")).isFalse();
    assertThat(TextSet.of(List.of("")).complement().contains(" ")).isTrue();
    assertThat(TextSet.of(List.of("")).includesAbsent()).isFalse();
  }
}
