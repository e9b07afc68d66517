package io.offerengine.server;

import io.offerengine.json.InvoiceCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.server.http.Route;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.invoices.InvoiceService;
import io.offerengine.server.invoices.LedgerWriter;
import io.offerengine.server.keys.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The routes by which billing histories are read and filled.
 *
 * <p>Source: API document, section 4.2; decision on invoices.
 */
public final class InvoiceRoutes {
  /** Room for the longest identity with every character escaped. */
  private static final int BODY_LIMIT = 128 << 10;

  private static final String INVOICES = "/api/v0/users/{" + InvoiceEndpoint.USER + "}/invoices";

  private static final String IDENTITY = "/admin/users/{" + LedgerEndpoint.USER + "}";

  private static final InvoiceCodec CODEC =
      new InvoiceCodec(JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT));

  private InvoiceRoutes() {}

  /**
   * Returns the route by which a ledger is read.
   *
   * @param clock tells the seconds since 1970, and by them the running month
   */
  public static List<Route> of(BillingLedger ledger, DoubleSupplier clock, InvoiceLimits limits) {
    InvoiceService service = new InvoiceService(ledger, clock);
    return List.of(route(new InvoiceEndpoint(service, CODEC, limits)));
  }

  /**
   * Returns the routes by which a ledger is read and filled.
   *
   * @param writer fills the ledger that is read
   * @param clock tells the seconds since 1970, and by them the running month
   */
  public static List<Route> of(
      BillingLedger ledger, LedgerWriter writer, DoubleSupplier clock, InvoiceLimits limits) {
    LedgerEndpoint admin = new LedgerEndpoint(writer, CODEC);
    List<Route> routes = new ArrayList<>(of(ledger, clock, limits));
    routes.add(
        Route.of(Scope.ADMIN, "POST", IDENTITY + "/ledger", admin::record).readingJson(BODY_LIMIT));
    routes.add(Route.of(Scope.ADMIN, "PUT", IDENTITY, admin::identify).readingJson(BODY_LIMIT));
    return routes;
  }

  static Route route(InvoiceEndpoint endpoint) {
    List<String> parameters = new ArrayList<>(InvoiceCodec.parameters());
    parameters.add(InvoiceEndpoint.OWNER);
    return Route.of(Scope.INVOICES, "GET", INVOICES, endpoint::show)
        .knowing(parameters.toArray(String[]::new));
  }
}
