package io.offerengine.server.http;

import io.offerengine.server.keys.Caller;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * Notes of a running request, which become an {@link EndedRequest}.
 *
 * <p>The trace is an attribute of the request, so that the errors of Jetty find it.
 *
 * <p><b>Threads.</b> Written by one thread at a time, in the order of the phases.
 */
final class RequestTrace {
  private static final String ATTRIBUTE = RequestTrace.class.getName();

  private @Nullable String route;
  private @Nullable Caller caller;
  private @Nullable String refusal;
  private long taken;
  private long arrived;
  private long begun;
  private long answered;

  /** Returns the trace of a request; a new one at the first call. */
  static RequestTrace of(Request request) {
    if (request.getAttribute(ATTRIBUTE) instanceof RequestTrace known) {
      return known;
    }
    RequestTrace trace = new RequestTrace();
    request.setAttribute(ATTRIBUTE, trace);
    return trace;
  }

  /** Notes that a thread took the request. */
  void taken() {
    taken = System.nanoTime();
  }

  /** Notes the route. */
  void routed(String path) {
    route = path;
  }

  /** Notes the owner of the key. */
  void calledBy(@Nullable Caller owner) {
    caller = owner;
  }

  /** Notes that the whole body has arrived. */
  void arrived() {
    arrived = System.nanoTime();
  }

  /** Notes that the endpoint begins. */
  void begun() {
    begun = System.nanoTime();
  }

  /** Notes that the answer is known. */
  void answered(Answer answer) {
    answered = System.nanoTime();
    refusal = answer.refusal();
  }

  /** Returns the request, which has ended. */
  EndedRequest end(Request request, Response response) {
    long now = System.nanoTime();
    String method = request.getMethod();
    return new EndedRequest(
        method == null ? "" : method,
        route,
        response.getStatus(),
        refusal,
        caller,
        Request.getContentBytesRead(request),
        Response.getContentBytesWritten(response),
        taken == 0 ? 0 : Math.max(0, taken - request.getHeadersNanoTime()),
        arrived == 0 ? 0 : arrived - taken,
        begun == 0 ? 0 : answered - begun,
        answered == 0 ? 0 : now - answered);
  }
}
