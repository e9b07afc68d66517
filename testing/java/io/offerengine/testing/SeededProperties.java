package io.offerengine.testing;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/**
 * Properties whose cases follow from one number each, which a failure names.
 *
 * <p>{@code mvn test -Dtest=TheTest -Dseed=NUMBER} draws one case, {@code -Dcases=NUMBER} sets how
 * many are drawn. {@link Seeds} says when the cases are new.
 */
public abstract class SeededProperties {
  /** Returns the given seed, or any. */
  @Provide
  protected Arbitrary<Long> seeds() {
    Long given = Long.getLong("seed");
    return given == null
        ? Arbitraries.randomValue(random -> random.nextLong())
        : Arbitraries.just(given);
  }
}
