package io.offerengine.server.invoices;

import java.math.BigDecimal;

/** Dollars as the database keeps them: in whole millionths. */
final class Millionths {
  /** How many make a dollar. */
  static final long DOLLAR = 1_000_000;

  private static final int DECIMALS = 6;

  private Millionths() {}

  /** Returns the millionths of an amount, of which it has a whole number. */
  static long of(BigDecimal dollars) {
    return dollars.movePointRight(DECIMALS).longValueExact();
  }

  /** Returns the amount of some millionths. */
  static BigDecimal dollars(long millionths) {
    return BigDecimal.valueOf(millionths, DECIMALS);
  }
}
