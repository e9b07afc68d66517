package io.offerengine.json.invoice;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * One item of a billing history.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3.
 *
 * @param id its number, unique within the ledger
 * @param type what it is
 * @param service the payment service; empty for none
 * @param amount dollars, not negative, of any number of digits
 * @param timestamp whole seconds since 1970
 */
public record InvoiceItem(
    long id, ItemType type, String service, BigDecimal amount, long timestamp) {
  /** Refuses what is missing: neither an amount nor a type is ever null. */
  public InvoiceItem {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(amount, "amount");
  }
}
