package io.offerengine.bench.market;

/**
 * The identifiers of offers and volumes: unique, ascending by position, and with gaps like the real
 * identifiers.
 *
 * <p>An offer that returns after a rental gets a new identifier, larger than all others.
 */
final class OfferIds {
  private static final long FIRST = 20_000_000;
  private static final long STRIDE = 12;
  private static final long SPREAD = 8;
  private static final long FIRST_RELISTED = 1_000_000_000;

  private OfferIds() {}

  /** Returns the identifier of the offer at a position in the order of machines. */
  static long ofPosition(long position) {
    return FIRST + STRIDE * position + (Draws.mix(position) >>> 1) % SPREAD;
  }

  /** Returns the identifier of the volume of the machine whose last offer is at a position. */
  static long ofVolume(long lastPosition) {
    return FIRST + STRIDE * lastPosition + SPREAD + 1;
  }

  /** Returns the identifier of the n-th offer that came back after a rental. */
  static long ofRelisted(long number) {
    return FIRST_RELISTED + number;
  }
}
