package io.offerengine.server.invoices;

import io.offerengine.json.BillingIdentity;
import io.offerengine.json.CurrentSummary;
import io.offerengine.json.InvoiceItem;
import io.offerengine.json.InvoiceRequest;
import java.util.function.Consumer;

/**
 * The billing histories that reports are told from: {@link SqlLedger}'s tables, or those that
 * whoever embeds the service has already.
 *
 * <p><b>Threads.</b> Safe for all; several accounts are read at once.
 */
public interface BillingLedger {
  /**
   * Reads the account of a user, all of it of one version of the ledger.
   *
   * <p>A user of whom nothing is known has an account without items, an empty identity and no
   * balance.
   *
   * @param user the user's number, from 1
   * @param reading reads what it wants, within the call; what it throws goes on to the caller, and
   *     what was held for it is freed
   * @throws io.offerengine.query.EngineException if the ledger can't be read
   */
  void read(long user, Consumer<? super Account> reading);

  /**
   * One version of one user's account.
   *
   * <p><b>Threads.</b> Confined to the thread and the call that it was handed to.
   */
  interface Account {
    /**
     * Hands over the items of a period, chronologically and then by identifier.
     *
     * <p><b>Cost.</b> Items are not to be collected: histories may be longer than the memory.
     *
     * @param request which types, and from when until when
     * @param consumer may block for as long as a client takes, and may throw, which ends the read
     */
    void forEachItem(InvoiceRequest request, Consumer<? super InvoiceItem> consumer);

    /** Returns the billing identity; the empty one where none is known. */
    BillingIdentity identity();

    /**
     * Returns how the account stands: charges and fees of a month, and the balance over all time.
     *
     * @param monthStart the month's first second, since 1970
     * @param monthEnd the first second of the next month
     */
    CurrentSummary current(long monthStart, long monthEnd);
  }
}
