package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The source of billing histories. {@link SqlLedger} reads the tables of the service. A team that
 * embeds the service can implement this interface over tables of its own.
 *
 * <p><b>Threads.</b> Safe for use by many threads; several accounts are read at once.
 */
public interface BillingLedger {
  /**
   * Reads the account of a user, as it is in one version of the ledger.
   *
   * <p>An unknown user has an account without items, an empty identity and a balance of zero.
   *
   * @param user the user's number, from 1
   * @param reading reads the account within this call, without waiting for a client; if it throws,
   *     the exception reaches the caller and all resources are freed
   * @param <T> the result
   * @throws io.offerengine.query.EngineException if the ledger can't be read
   */
  <T> T read(long user, Function<? super Account, T> reading);

  /**
   * One user's account in one version of the ledger. Entries are added, and never change: so pages
   * of several versions are those of one, if all of them end with the same number.
   *
   * <p><b>Threads.</b> Confined to the thread and the call that received the account.
   */
  interface Account {
    /**
     * Returns the largest number of the user's entries; 0 if there is none. No entry with a lower
     * number is added later.
     */
    long newest();

    /**
     * Returns a page of the items of a period, by time and then by identifier; empty after the last
     * one. A history may be larger than the memory.
     *
     * @param request the item types and the period
     * @param newest the largest number of an item
     * @param after the last item of the page before; null for the first page
     */
    List<InvoiceItem> page(InvoiceRequest request, long newest, @Nullable InvoiceItem after);

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
