package io.offerengine.json.invoice;

import java.util.function.Consumer;

/**
 * The billing history of one user as a source of data: the items first, then the identity, then the
 * summary.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: API document, section 2.3.
 */
public interface InvoiceReport {
  /**
   * Passes every item to a consumer, in the order of time and then of identifiers. An
   * implementation need not hold more than one item.
   *
   * @param consumer if it throws, the method must stop and let the exception pass
   */
  void forEachItem(Consumer<? super InvoiceItem> consumer);

  /** Returns the billing identity of the user. */
  BillingIdentity identity();

  /** Returns the charges of the current month and the balance. */
  CurrentSummary current();
}
