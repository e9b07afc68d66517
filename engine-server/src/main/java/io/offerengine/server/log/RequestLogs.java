package io.offerengine.server.log;

import io.offerengine.server.http.EndedRequest;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs a line for every request that has ended, and for every change that a request asked for. The
 * lines have neither keys nor parameters nor bodies.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class RequestLogs {
  private static final Logger ACCESS = LoggerFactory.getLogger(ServiceLogs.ACCESS);
  private static final Logger AUDIT = LoggerFactory.getLogger(ServiceLogs.AUDIT);
  private static final int MICRO = 1_000;

  private RequestLogs() {}

  /** Logs a request: its route, caller, status, bytes and phases. */
  public static void access(EndedRequest request) {
    LoggingEventBuilder line =
        ACCESS
            .atInfo()
            .addKeyValue("request", request.id())
            .addKeyValue("method", request.method())
            .addKeyValue("route", request.route() == null ? "none" : request.route())
            .addKeyValue("status", request.status());
    if (request.traceparent() != null) {
      line = line.addKeyValue("traceparent", request.traceparent());
    }
    Caller caller = request.caller();
    if (caller != null) {
      line = line.addKeyValue("user", caller.user()).addKeyValue("key", caller.key());
    }
    if (request.refusal() != null) {
      line = line.addKeyValue("refusal", request.refusal());
    }
    line.addKeyValue("received", request.bytesRead())
        .addKeyValue("sent", request.bytesWritten())
        .addKeyValue("wait_us", request.waitNanos() / MICRO)
        .addKeyValue("read_us", request.readNanos() / MICRO)
        .addKeyValue("search_us", request.answerNanos() / MICRO)
        .addKeyValue("write_us", request.writeNanos() / MICRO)
        .log("request");
  }

  /**
   * Logs a request of a known caller that changes offers, ledgers, users, keys, templates, saved
   * searches or the service, also one that was refused: who asked for which change of which thing,
   * and the outcome.
   *
   * <p>A search or a billing history changes nothing, whatever its method. With the scope of
   * searches, a request changes something if its answer names it.
   */
  public static void audit(EndedRequest request) {
    Caller caller = request.caller();
    if (caller == null || !isChange(request)) {
      return;
    }
    LoggingEventBuilder line =
        AUDIT
            .atInfo()
            .addKeyValue("request", request.id())
            .addKeyValue("user", caller.user())
            .addKeyValue("key", caller.key())
            .addKeyValue("method", request.method())
            .addKeyValue("path", request.path());
    if (request.subject() != null) {
      line = line.addKeyValue("subject", request.subject());
    }
    line.addKeyValue("status", request.status())
        .addKeyValue("outcome", request.refusal() == null ? "done" : request.refusal())
        .addKeyValue("received", request.bytesRead())
        .log("change");
  }

  private static boolean isChange(EndedRequest request) {
    return switch (request.method()) {
      case "PUT", "POST", "PATCH", "DELETE" ->
          request.subject() != null
              || !(request.scopes().contains(Scope.SEARCH)
                  || request.scopes().contains(Scope.INVOICES));
      default -> false;
    };
  }
}
