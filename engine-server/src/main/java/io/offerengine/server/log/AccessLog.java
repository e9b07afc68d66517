package io.offerengine.server.log;

import io.offerengine.server.http.EndedRequest;
import io.offerengine.server.http.RequestObserver;
import io.offerengine.server.keys.Caller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs a line for every request that has ended: its route, caller, status, bytes and phases, never
 * its key, its parameters or its body.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class AccessLog implements RequestObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLogs.ACCESS);
  private static final int MICRO = 1_000;

  /** Creates the log of all requests. */
  public AccessLog() {}

  @Override
  public void ended(EndedRequest request) {
    LoggingEventBuilder line =
        LOG.atInfo()
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
}
