package io.offerengine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/**
 * Properties whose cases follow from one number each, which a failure names.
 *
 * <p>{@code mvn test -Dtest=TheTest -Dseed=NUMBER} replays one case, {@code -Dcases=NUMBER} sets
 * how many are tried.
 */
abstract class SeededProperties {
  @Provide
  Arbitrary<Long> seeds() {
    Long given = Long.getLong("seed");
    return given == null
        ? Arbitraries.randomValue(random -> random.nextLong())
        : Arbitraries.just(given);
  }
}
