package io.offerengine.server.invoices;

import java.math.BigDecimal;

/** Converts dollars to whole millionths of a dollar, as the database stores them, and back. */
final class Millionths {
  /** The millionths of one dollar. */
  static final long DOLLAR = 1_000_000;

  private static final int DECIMALS = 6;

  private Millionths() {}

  /** Returns the millionths of an amount with at most six decimals. */
  static long of(BigDecimal dollars) {
    return dollars.movePointRight(DECIMALS).longValueExact();
  }

  /** Returns the dollars of a number of millionths. */
  static BigDecimal dollars(long millionths) {
    return BigDecimal.valueOf(millionths, DECIMALS);
  }
}
