package io.offerengine.server.market;

import io.offerengine.json.JsonLimits;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.key.KeyCodec;
import io.offerengine.server.http.Route;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.Scope;
import java.util.List;

/** The routes by which a user sees the own account and manages the own API keys. */
public final class AccountRoutes {
  /** The largest request body: 64 KiB. */
  private static final int BODY_LIMIT = 64 << 10;

  private static final String KEYS = "/api/v0/auth/apikeys";
  private static final String KEY = KEYS + "/{" + KeyEndpoint.KEY + "}";

  private AccountRoutes() {}

  /**
   * Returns the routes over the keys and the ledger of all users.
   *
   * @param lists the limits of lists
   */
  public static List<Route> of(KeyRegistry registry, BillingLedger ledger, ListLimits lists) {
    JsonLimits limits = JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT);
    KeyEndpoint keys = new KeyEndpoint(registry, new KeyCodec(limits));
    UserEndpoint user = new UserEndpoint(ledger, new InvoiceCodec());
    return List.of(
        Route.of(Scope.USER_READ, "GET", "/api/v0/users/current", user::show)
            .knowing(InvoiceEndpoint.OWNER),
        Route.of(Scope.USER_WRITE, "POST", KEYS, keys::create).readingJson(BODY_LIMIT),
        lists.within(Route.of(Scope.USER_READ, "GET", KEYS, keys::list)),
        Route.of(Scope.USER_READ, "GET", KEY, keys::show),
        Route.of(Scope.USER_WRITE, "DELETE", KEY, keys::delete));
  }
}
