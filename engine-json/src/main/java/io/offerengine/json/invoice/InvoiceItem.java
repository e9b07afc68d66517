package io.offerengine.json.invoice;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/**
 * One item of a billing history.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3.
 *
 * @param id the number of the item, unique within the ledger
 * @param type the type of the item
 * @param service the name of the payment service; empty for none
 * @param amount dollars, not negative, with any number of digits
 * @param timestamp the time of the item
 */
public record InvoiceItem(
    long id, ItemType type, String service, BigDecimal amount, Instant timestamp) {
  /**
   * Checks that nothing is null.
   *
   * @throws NullPointerException if one of them is null
   */
  public InvoiceItem {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(amount, "amount");
    Objects.requireNonNull(timestamp, "timestamp");
  }
}
