package io.offerengine.server.market;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.invoices.InvoiceService;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The route that answers with billing histories: a user's own, or any user's for an administrator.
 *
 * <p><b>Cost.</b> A report is written while it is sent, in constant memory. {@link ListLimits}
 * describes the resources of a running report.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, section 4.2; docs/operating.md.
 */
public final class InvoiceRoutes {
  private static final String USER = "user_id";
  private static final String INVOICES = "/api/v0/users/{" + USER + "}/invoices";

  /** The query parameter in which a client repeats its user. */
  static final String OWNER = "owner";

  private final InvoiceService service;
  private final InvoiceCodec codec = new InvoiceCodec();
  private final ListLimits limits;

  private InvoiceRoutes(InvoiceService service, ListLimits limits) {
    this.service = service;
    this.limits = limits;
  }

  /**
   * Returns the route that reads a ledger.
   *
   * @param clock returns the seconds since 1970, which select the running month
   */
  public static List<Route> of(BillingLedger ledger, DoubleSupplier clock, ListLimits limits) {
    InvoiceRoutes invoices = new InvoiceRoutes(new InvoiceService(ledger, clock), limits);
    List<String> parameters = new ArrayList<>(InvoiceCodec.parameters());
    parameters.add(OWNER);
    return List.of(
        limits.within(
            Route.of(Scope.INVOICES, "GET", INVOICES, invoices::show)
                .knowing(parameters.toArray(String[]::new))));
  }

  /** Answers with a user's billing history. */
  private Answer show(ApiRequest request) {
    Caller caller = request.caller();
    long user = WholeNumber.user("the user_id in the path", request.pathParameter(USER), caller);
    if (!caller.mayActFor(user)) {
      throw ErrorResponses.refusal(
          ErrorCode.FORBIDDEN,
          "the key does not belong to user "
              + user
              + "; ask for your own invoices with the user_id me, or send an"
              + " administrator's key");
    }
    requireCaller(request.parameters().text(OWNER), caller);
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : InvoiceCodec.parameters()) {
      String text = request.parameters().text(name);
      if (text != null) {
        parameters.put(name, text);
      }
    }
    InvoiceRequest asked = codec.readParameters(parameters);
    return limits.answer(out -> codec.writeReport(service.report(user, asked), out));
  }

  /** Refuses an owner that is given and is not the caller. */
  static void requireCaller(@Nullable String owner, Caller caller) {
    if (owner != null
        && WholeNumber.user("the query parameter owner", owner, caller) != caller.user()) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_VALUE,
          "the query parameter owner is me, current or the number of the key's owner, but got \""
              + owner
              + "\"");
    }
  }
}
