package io.offerengine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/**
 * Properties whose cases follow from one number each, which a failure names.
 *
 * <p>{@code mvn test -Dtest=TheTest -Dseed=NUMBER} replays one case, {@code -Dcases=NUMBER} sets
 * how many are tried, {@code -DfixedSeeds=NUMBER} tries the numbers from one up to it and no
 * others: the same cases every time, for mutation tests.
 */
abstract class SeededProperties {
  @Provide
  Arbitrary<Long> seeds() {
    Long given = Long.getLong("seed");
    if (given != null) {
      return Arbitraries.just(given);
    }
    Integer fixed = Integer.getInteger("fixedSeeds");
    return fixed == null
        ? Arbitraries.randomValue(random -> random.nextLong())
        : Arbitraries.longs().between(1, fixed);
  }
}
