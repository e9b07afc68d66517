package io.offerengine.bench.market;

import java.util.List;

/**
 * The listed prices of a host for traffic.
 *
 * @param weight its share among hosts
 * @param up $/TB
 * @param down $/TB
 */
record TrafficPrice(double weight, double up, double down) {
  private static final double GIGABYTES_PER_TERABYTE = 1024;

  /** From 48 H100 offers (2026). */
  private static final Shares<TrafficPrice> DATACENTER =
      Shares.of(
          List.of(
              new TrafficPrice(60, 4, 8 / 3.0),
              new TrafficPrice(10, 0.0004 / 0.3, 0.0004 / 0.3),
              new TrafficPrice(9, 0.4, 0.4),
              new TrafficPrice(7, 0.2, 0.2),
              new TrafficPrice(4, 0.4 / 3, 0.4 / 3),
              new TrafficPrice(4, 0.032 / 3, 0.032 / 3),
              new TrafficPrice(4, 8.192, 4.096),
              new TrafficPrice(2, 0.004, 0.008 / 3)),
          TrafficPrice::weight);

  /** From 27 offers of many models (2026). */
  private static final Shares<TrafficPrice> OTHERS =
      Shares.of(
          List.of(
              new TrafficPrice(56, 4, 8 / 3.0),
              new TrafficPrice(9, 1.2, 1.2),
              new TrafficPrice(8, 4 / 3.0, 4 / 3.0),
              new TrafficPrice(8, 10.24, 10.24),
              new TrafficPrice(7, 20, 20),
              new TrafficPrice(5, 40, 40),
              new TrafficPrice(4, 68, 68),
              new TrafficPrice(3, 0, 0)),
          TrafficPrice::weight);

  /** Returns a host's prices. */
  static TrafficPrice draw(Draws draws, boolean datacenter) {
    return (datacenter ? DATACENTER : OTHERS).at(draws.unit());
  }

  /** Returns the upload price, $/GB. */
  double upPerGigabyte() {
    return up / GIGABYTES_PER_TERABYTE;
  }

  /** Returns the download price, $/GB. */
  double downPerGigabyte() {
    return down / GIGABYTES_PER_TERABYTE;
  }
}
