package io.offerengine.server.market;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.Route;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.invoices.InvoiceService;
import io.offerengine.server.keys.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The route that answers with a user's billing history.
 *
 * <p>Source: API document, section 4.2; docs/operating.md.
 */
public final class InvoiceRoutes {
  private static final String INVOICES = "/api/v0/users/{" + InvoiceEndpoint.USER + "}/invoices";

  private InvoiceRoutes() {}

  /**
   * Returns the route that reads a ledger.
   *
   * @param clock returns the seconds since 1970, which select the running month
   */
  public static List<Route> of(BillingLedger ledger, DoubleSupplier clock, ListLimits limits) {
    InvoiceService service = new InvoiceService(ledger, clock);
    InvoiceEndpoint endpoint = new InvoiceEndpoint(service, new InvoiceCodec(), limits);
    List<String> parameters = new ArrayList<>(InvoiceCodec.parameters());
    parameters.add(InvoiceEndpoint.OWNER);
    return List.of(
        limits.within(
            Route.of(Scope.INVOICES, "GET", INVOICES, endpoint::show)
                .knowing(parameters.toArray(String[]::new))));
  }
}
