package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import java.util.function.Consumer;

/**
 * The source of billing histories. {@link SqlLedger} reads the tables of the service. A team that
 * embeds the service can implement this interface over tables of its own.
 *
 * <p><b>Threads.</b> Safe for use by many threads; several accounts are read at once.
 */
public interface BillingLedger {
  /**
   * Reads the account of a user from one version of the ledger.
   *
   * <p>An unknown user has an account without items, an empty identity and a balance of zero.
   *
   * @param user the user's number, from 1
   * @param reading reads the account within this call; if it throws, the exception reaches the
   *     caller and all resources are freed
   * @throws io.offerengine.query.EngineException if the ledger can't be read
   */
  void read(long user, Consumer<? super Account> reading);

  /**
   * One user's account in one version of the ledger.
   *
   * <p><b>Threads.</b> Confined to the thread and the call that received the account.
   */
  interface Account {
    /**
     * Passes the items of a period to a consumer, by time and then by identifier.
     *
     * <p><b>Cost.</b> An implementation must not collect the items: a history may be larger than
     * the memory.
     *
     * @param request the item types and the period
     * @param consumer may block while a client reads slowly; if it throws, the read ends
     */
    void forEachItem(InvoiceRequest request, Consumer<? super InvoiceItem> consumer);

    /** Returns the billing identity; the empty identity if none is known. */
    BillingIdentity identity();

    /**
     * Returns the charges and fees of a month, and the balance over all time.
     *
     * @param monthStart the first second of the month, since 1970
     * @param monthEnd the first second of the next month
     */
    CurrentSummary current(long monthStart, long monthEnd);
  }
}
