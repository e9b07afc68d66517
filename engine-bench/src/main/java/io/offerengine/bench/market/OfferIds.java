package io.offerengine.bench.market;

/**
 * The identifiers of offers and volumes: unique, ascending by place, with gaps like real ones.
 *
 * <p>Offers that come back after a rental get new ones, above all others.
 */
final class OfferIds {
  private static final long FIRST = 20_000_000;
  private static final long STRIDE = 12;
  private static final long SPREAD = 8;
  private static final long FIRST_RELISTED = 1_000_000_000;

  private OfferIds() {}

  /** Returns the identifier of the offer at a place in the order of machines. */
  static long ofPlace(long place) {
    return FIRST + STRIDE * place + (Draws.mix(place) >>> 1) % SPREAD;
  }

  /** Returns the identifier of the volume of the machine whose last offer is at a place. */
  static long ofVolume(long lastPlace) {
    return FIRST + STRIDE * lastPlace + SPREAD + 1;
  }

  /** Returns the identifier of the n-th offer that came back after a rental. */
  static long ofRelisted(long number) {
    return FIRST_RELISTED + number;
  }
}
