package io.offerengine.json.invoice;

import java.math.BigDecimal;

/**
 * The charges of the current month and the balance of an account.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3; docs/operating.md.
 *
 * @param charges charges of the current calendar month in UTC, in dollars
 * @param serviceFee service fees of the current calendar month in UTC, in dollars
 * @param credit the balance over all time, in dollars: payments less charges, service fees and
 *     payouts
 */
public record CurrentSummary(BigDecimal charges, BigDecimal serviceFee, BigDecimal credit) {
  /** Returns the sum of charges and service fees. */
  public BigDecimal total() {
    return charges.add(serviceFee);
  }
}
