package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.LedgerEntry;

/**
 * Writes ledger entries and billing identities. A change is durable when its method returns.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
public interface LedgerWriter {
  /**
   * The result of {@link #record}.
   *
   * @param id the entry's number, unique among all users
   * @param created true if the entry is new; false if the same entry was recorded before
   */
  record Recorded(long id, boolean created) {}

  /**
   * Records an entry. If the same entry was recorded before, nothing changes.
   *
   * @param user the user's number, from 1; the user needs no identity
   * @throws io.offerengine.query.EngineException {@code CONFLICT} if another entry has the same
   *     reference
   */
  Recorded record(long user, LedgerEntry entry);

  /**
   * Replaces the whole billing identity of a user.
   *
   * @param user the user's number, from 1
   */
  void identify(long user, BillingIdentity identity);
}
