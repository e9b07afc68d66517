package io.offerengine.server.market;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.invoices.InvoiceService;
import io.offerengine.server.keys.Caller;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers with billing histories: a user's own, or any user's for an administrator.
 *
 * <p><b>Cost.</b> A report is written while it is sent, in constant memory. {@link ListLimits}
 * describes the resources of a running report.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, section 4.2; docs/operating.md.
 */
final class InvoiceEndpoint {
  /** The path parameter with the user. */
  static final String USER = "user_id";

  /** The query parameter in which a client repeats its user. */
  static final String OWNER = "owner";

  private final InvoiceService service;
  private final InvoiceCodec codec;
  private final ListLimits limits;

  InvoiceEndpoint(InvoiceService service, InvoiceCodec codec, ListLimits limits) {
    this.service = service;
    this.codec = codec;
    this.limits = limits;
  }

  /** Answers with a user's billing history. */
  Answer show(ApiRequest request) {
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
