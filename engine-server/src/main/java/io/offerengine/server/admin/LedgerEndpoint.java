package io.offerengine.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.invoices.LedgerWriter;

/**
 * Records ledger entries and billing identities. A change is durable before the answer is sent.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class LedgerEndpoint {
  /** The path parameter with the user's number. */
  static final String USER = "id";

  private static final String PATH_USER = "the id of a user in the path";

  private final LedgerWriter ledger;
  private final InvoiceCodec codec;

  LedgerEndpoint(LedgerWriter ledger, InvoiceCodec codec) {
    this.ledger = ledger;
    this.codec = codec;
  }

  /** Records the entry in the body. A known entry changes nothing. */
  Answer record(ApiRequest request) {
    long user = WholeNumber.positive(PATH_USER, request.pathParameter(USER));
    LedgerWriter.Recorded recorded = ledger.record(user, request.read(codec::readEntry));
    String json =
        "{\"success\":true,\"id\":" + recorded.id() + ",\"created\":" + recorded.created() + "}";
    return Answer.ok(json.getBytes(UTF_8)).about("entry " + recorded.id());
  }

  /** Replaces the billing identity of the user. */
  Answer identify(ApiRequest request) {
    long user = WholeNumber.positive(PATH_USER, request.pathParameter(USER));
    ledger.identify(user, request.read(codec::readIdentity));
    return Answer.ok("{\"success\":true}".getBytes(UTF_8));
  }
}
