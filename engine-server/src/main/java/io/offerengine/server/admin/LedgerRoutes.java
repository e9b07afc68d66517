package io.offerengine.server.admin;

import io.offerengine.json.JsonLimits;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.Route;
import io.offerengine.server.invoices.LedgerWriter;
import io.offerengine.server.keys.Scope;
import java.util.List;

/** The operator's routes that record ledger entries and billing identities of users. */
public final class LedgerRoutes {
  /** Room for the longest identity with every character escaped. */
  private static final int BODY_LIMIT = 128 << 10;

  private static final String IDENTITY = "/admin/users/{" + LedgerEndpoint.USER + "}";

  private LedgerRoutes() {}

  /** Returns the routes that write to a ledger. */
  public static List<Route> of(LedgerWriter ledger) {
    InvoiceCodec codec = new InvoiceCodec(JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT));
    LedgerEndpoint endpoint = new LedgerEndpoint(ledger, codec);
    return List.of(
        Route.of(Scope.ADMIN, "POST", IDENTITY + "/ledger", endpoint::record)
            .readingJson(BODY_LIMIT),
        Route.of(Scope.ADMIN, "PUT", IDENTITY, endpoint::identify).readingJson(BODY_LIMIT));
  }
}
