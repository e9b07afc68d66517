package io.offerengine.bench.market;

/**
 * The rounding of prices by hosts. Because of it, many offers have the same price.
 *
 * <p>Steps grow with the price. About a third of the hosts round to tens of cents, half to cents or
 * five cents, the rest to tenths of a cent.
 */
final class Rounding {
  private static final double ROUNDEST = 0.35;
  private static final double ROUND = 0.85;

  // Steps per dollar, by the rounding of the host and by the size of the price.
  private static final double[] LIMITS = {0.1, 0.3, 1, 3};
  private static final double[] ROUNDEST_STEPS = {100, 50, 20, 10, 4};
  private static final double[] ROUND_STEPS = {200, 100, 50, 20, 10};
  private static final double[] FINE_STEPS = {1000, 1000, 1000, 200, 100};

  private Rounding() {}

  /** Returns a price as a host rounds it, at least one step. */
  static double of(double price, double rank) {
    int size = 0;
    while (size < LIMITS.length && price >= LIMITS[size]) {
      size++;
    }
    double[] steps = rank < ROUNDEST ? ROUNDEST_STEPS : rank < ROUND ? ROUND_STEPS : FINE_STEPS;
    return Math.max(1, Math.rint(price * steps[size])) / steps[size];
  }
}
