package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NumericSetTest extends ValueSetContract<Long, NumericSet> {
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

  NumericSetTest() {
    super(probes());
  }

  /** The pool and its neighbours. */
  private static Set<Long> probes() {
    Set<Long> probes = new TreeSet<>();
    for (long key : POOL) {
      probes.add(key);
      probes.add(key == Long.MIN_VALUE ? key : key - 1);
      probes.add(key == Long.MAX_VALUE ? key : key + 1);
    }
    return probes;
  }

  @Override
  Arbitrary<Modelled<Long, NumericSet>> leaves() {
    Arbitrary<Long> keys = Arbitraries.of(Arrays.stream(POOL).boxed().toList());
    Arbitrary<Modelled<Long, NumericSet>> listed =
        keys.list()
            .ofMaxSize(6)
            .map(list ->
                new Modelled<>(
                    NumericSet.of(list.stream().mapToLong(Long::longValue).toArray()),
                    list::contains,
                    false));
    Arbitrary<Modelled<Long, NumericSet>> ranges =
        Combinators.combine(keys, keys)
            .as((low, high) ->
                new Modelled<>(
                    NumericSet.range(low, high), key -> low <= key && key <= high, false));
    Arbitrary<Modelled<Long, NumericSet>> constants =
        Arbitraries.of(
            new Modelled<>(NumericSet.present(), key -> true, false),
            new Modelled<>(NumericSet.absent(), key -> false, true),
            new Modelled<>(NumericSet.none(), key -> false, false));
    return Arbitraries.oneOf(listed, ranges, constants);
  }

  @Override
  boolean contains(NumericSet set, Long key) {
    return set.contains(key);
  }

  @Override
  NumericSet complement(NumericSet set) {
    return set.complement();
  }

  @Property
  void bounds_ofAnySet_ascendWithGaps(@ForAll("sets") Modelled<Long, NumericSet> of) {
    NumericSet set = of.set();
    for (int range = 0; range < set.rangeCount(); range++) {
      assertThat(set.low(range)).as("%s", set).isLessThanOrEqualTo(set.high(range));
      if (range > 0) {
        assertThat(set.high(range - 1)).as("%s", set).isLessThan(Long.MAX_VALUE);
        assertThat(set.high(range - 1) + 1).as("%s", set).isLessThan(set.low(range));
      }
    }
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
