package io.offerengine.json.invoice;

import java.util.function.Consumer;

/**
 * The billing history of one user, as it is written: items first, then whose they are, then how the
 * account stands.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: API document, section 2.3.
 */
public interface InvoiceReport {
  /**
   * Hands over every item, chronologically and then by identifier, one after the other, so that
   * none needs to be held.
   *
   * @param consumer may throw, which ends the report
   */
  void forEachItem(Consumer<? super InvoiceItem> consumer);

  /** Returns the billing identity. */
  BillingIdentity identity();

  /** Returns how the account stands. */
  CurrentSummary current();
}
