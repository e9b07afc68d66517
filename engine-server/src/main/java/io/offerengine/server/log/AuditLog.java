package io.offerengine.server.log;

import io.offerengine.server.http.EndedRequest;
import io.offerengine.server.http.RequestObserver;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs a line for every request of a known caller that changes offers, ledgers, users, keys,
 * templates, saved searches or the service, and for every such request that was refused: who asked
 * for which change of which thing, and the outcome. The line has neither keys nor bodies.
 *
 * <p>A search or a billing history changes nothing, whatever its method. With the scope of
 * searches, a request changes something if its answer names it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class AuditLog implements RequestObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLogs.AUDIT);

  /** Creates the log of all changes. */
  public AuditLog() {}

  @Override
  public void ended(EndedRequest request) {
    Caller caller = request.caller();
    if (caller == null || !isChange(request)) {
      return;
    }
    LoggingEventBuilder line =
        LOG.atInfo()
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
