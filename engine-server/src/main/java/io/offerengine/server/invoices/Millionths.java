package io.offerengine.server.invoices;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Converts dollars to whole millionths of a dollar, as the database stores them, and back. */
final class Millionths {
  private static final int DECIMALS = 6;

  private Millionths() {}

  /** Returns the millionths of an amount with at most six decimals. */
  static long of(BigDecimal dollars) {
    return dollars.movePointRight(DECIMALS).longValueExact();
  }

  /** Returns the dollars of a sum of millionths. */
  static BigDecimal dollars(BigInteger millionths) {
    return new BigDecimal(millionths, DECIMALS);
  }

  /** Returns the dollars of a number of millionths. */
  static BigDecimal dollars(long millionths) {
    return BigDecimal.valueOf(millionths, DECIMALS);
  }
}
