package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.TextSet.Cut;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TextSetTest extends ValueSetContract<String, TextSet> {
  /** Keys in code point order, which is not the order of {@link String#compareTo}. */
  private static final List<String> POOL =
      List.of("", " ", "A", "RTX 4090", "a", "ab", "b", "é", "\uE000", "\uFFFF", "😀");

  /** Takes each key of the pool and the very next one, so that no gap goes unseen. */
  TextSetTest() {
    super(POOL.stream().flatMap(key -> Stream.of(key, key + "\0")).toList());
  }

  @Override
  Arbitrary<Modelled<String, TextSet>> leaves() {
    Arbitrary<Modelled<String, TextSet>> listed =
        Arbitraries.of(POOL)
            .list()
            .ofMaxSize(5)
            .map(keys -> new Modelled<>(TextSet.of(keys), Set.copyOf(keys)::contains, false));
    Arbitrary<Cut> cuts =
        Combinators.combine(Arbitraries.of(POOL), Arbitraries.of(true, false)).as(Cut::new);
    Arbitrary<Modelled<String, TextSet>> ranges =
        Combinators.combine(cuts, cuts)
            .as((first, second) ->
                new Modelled<>(
                    TextSet.between(first, second),
                    key -> isAfter(key, first) && !isAfter(key, second),
                    false));
    Arbitrary<Modelled<String, TextSet>> constants =
        Arbitraries.of(
            new Modelled<>(TextSet.present(), key -> true, false),
            new Modelled<>(TextSet.of(List.of()).withAbsent(true), key -> false, true));
    return Arbitraries.oneOf(listed, ranges, constants);
  }

  private static boolean isAfter(String key, Cut cut) {
    int order = Arrays.compare(key.codePoints().toArray(), cut.key().codePoints().toArray());
    return cut.after() ? order > 0 : order >= 0;
  }

  @Override
  boolean contains(TextSet set, String key) {
    return set.contains(key);
  }

  @Override
  TextSet complement(TextSet set) {
    return set.complement();
  }

  @Property
  void onlyKey_ofAnySet_isAllThatItContains(@ForAll("sets") Modelled<String, TextSet> of) {
    String only = of.set().onlyKey();
    boolean isOfOne =
        POOL.stream().anyMatch(key -> of.set().equals(TextSet.of(List.of(key)).withAbsent(false)));
    assertThat(only != null).isEqualTo(isOfOne);
    if (only != null) {
      assertThat(of.set()).isEqualTo(TextSet.of(List.of(only)).withAbsent(false));
      assertThat(of.set().withAbsent(true).onlyKey()).isNull();
    }
  }

  @Property
  void cuts_ofAnySet_ascend(@ForAll("sets") Modelled<String, TextSet> of) {
    List<Cut> cuts = of.set().cuts();
    for (int i = 1; i < cuts.size(); i++) {
      assertThat(cuts.get(i - 1)).as("%s", of.set()).isLessThan(cuts.get(i));
    }
  }

  @Property
  void union_anySets_isThatOfOr(
      @ForAll("sets") Modelled<String, TextSet> a,
      @ForAll("sets") Modelled<String, TextSet> b,
      @ForAll("sets") Modelled<String, TextSet> c) {
    assertThat(TextSet.union(List.of(a.set(), b.set(), c.set())))
        .isEqualTo(a.set().or(b.set()).or(c.set()).withAbsent(false));
    assertThat(TextSet.union(List.of(a.set()))).isEqualTo(a.set().withAbsent(false));
    assertThat(TextSet.union(List.of()).isEmpty()).isTrue();
  }
}
