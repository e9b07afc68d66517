package io.offerengine.server.invoices;

import io.offerengine.json.BillingIdentity;
import io.offerengine.json.LedgerEntry;

/**
 * Takes in what billing histories are made of, for good before its methods return.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public interface LedgerWriter {
  /**
   * What became of an entry.
   *
   * @param id its number, which tells it from all entries of all users
   * @param created whether it is new; false where the same entry was there before
   */
  record Recorded(long id, boolean created) {}

  /**
   * Records an entry, once however often it is sent.
   *
   * @param user the user's number, from 1; nothing else need be known of the user
   * @throws io.offerengine.query.EngineException {@code CONFLICT} if another entry has the same
   *     reference
   */
  Recorded record(long user, LedgerEntry entry);

  /**
   * Makes an identity that of a user, in place of all that was known.
   *
   * @param user the user's number, from 1
   */
  void identify(long user, BillingIdentity identity);
}
