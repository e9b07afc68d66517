package io.offerengine.json.invoice;

import java.math.BigDecimal;

/**
 * How an account stands.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3; decision on invoices.
 *
 * @param charges dollars charged in the running month, in UTC
 * @param serviceFee dollars of service fees in the running month
 * @param credit the balance over all time: payments less charges, service fees and payouts
 */
public record CurrentSummary(BigDecimal charges, BigDecimal serviceFee, BigDecimal credit) {
  /** Returns what the running month costs: charges and service fees. */
  public BigDecimal total() {
    return charges.add(serviceFee);
  }
}
