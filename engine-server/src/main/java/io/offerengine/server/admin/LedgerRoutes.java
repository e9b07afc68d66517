package io.offerengine.server.admin;

import io.offerengine.json.JsonLimits;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.Scope;
import java.util.List;

/**
 * The operator's routes that record ledger entries and billing identities of users. A change is
 * durable before the answer is sent.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
public final class LedgerRoutes {
  /** Room for the longest identity with every character escaped. */
  private static final int BODY_LIMIT = 128 << 10;

  private static final String USER = "id";
  private static final String IDENTITY = "/admin/users/{" + USER + "}";
  private static final String PATH_USER = "the id of a user in the path";

  private final SqlLedger ledger;
  private final InvoiceCodec codec =
      new InvoiceCodec(JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT));

  private LedgerRoutes(SqlLedger ledger) {
    this.ledger = ledger;
  }

  /** Returns the routes that write to a ledger. */
  public static List<Route> of(SqlLedger ledger) {
    LedgerRoutes endpoint = new LedgerRoutes(ledger);
    return List.of(
        Route.of(Scope.ADMIN, "POST", IDENTITY + "/ledger", endpoint::record)
            .readingJson(BODY_LIMIT),
        Route.of(Scope.ADMIN, "PUT", IDENTITY, endpoint::identify).readingJson(BODY_LIMIT));
  }

  /** Records the entry in the body. A known entry changes nothing. */
  private Answer record(ApiRequest request) {
    long user = WholeNumber.positive(PATH_USER, request.pathParameter(USER));
    SqlLedger.Recorded recorded = ledger.record(user, request.read(codec::readEntry));
    return Answer.success("id", recorded.id(), "created", recorded.created())
        .about("entry " + recorded.id());
  }

  /** Replaces the billing identity of the user. */
  private Answer identify(ApiRequest request) {
    long user = WholeNumber.positive(PATH_USER, request.pathParameter(USER));
    ledger.identify(user, request.read(codec::readIdentity));
    return Answer.success();
  }
}
