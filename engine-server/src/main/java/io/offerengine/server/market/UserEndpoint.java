package io.offerengine.server.market;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.keys.Caller;

/**
 * Shows the caller's account: number, billing identity and balance.
 *
 * <p><b>Cost.</b> The ledger reads all entries of the user for the balance.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class UserEndpoint {
  private final BillingLedger ledger;
  private final InvoiceCodec codec;

  UserEndpoint(BillingLedger ledger, InvoiceCodec codec) {
    this.ledger = ledger;
    this.codec = codec;
  }

  /** Shows the account of the caller. */
  Answer show(ApiRequest request) {
    Caller caller = request.caller();
    InvoiceEndpoint.requireCaller(request.parameters().text(InvoiceEndpoint.OWNER), caller);
    byte[] json =
        ledger.read(
            caller.user(),
            account ->
                codec.writeUser(caller.user(), account.identity(), account.current(0, 0).credit()));
    return Answer.ok(json).notStored();
  }
}
