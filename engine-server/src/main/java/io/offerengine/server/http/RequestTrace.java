package io.offerengine.server.http;

import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
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
  /** The header with the identifier, of requests and answers. */
  static final String HEADER = "X-Request-Id";

  private static final String ATTRIBUTE = RequestTrace.class.getName();

  /** What an identifier may have: it goes into the log and back to the client. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/+=-]{1,64}");

  /** Version, trace, span and flags. Source: W3C Trace Context, section 3.2. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** The identifier, which also the answer has. */
  final String id;

  private final @Nullable String traceparent;

  /** The path of the route. */
  @Nullable String route;

  /** The scopes of the route. */
  Set<Scope> scopes = Set.of();

  /** The owner of the key. */
  @Nullable Caller caller;

  private @Nullable String refusal;
  private @Nullable String subject;
  private long taken;
  private long arrived;
  private long begun;
  private long waited;
  private long answered;

  /** Returns the trace of a request; a new one at the first call. */
  static RequestTrace of(Request request) {
    if (request.getAttribute(ATTRIBUTE) instanceof RequestTrace known) {
      return known;
    }
    RequestTrace trace = new RequestTrace(request.getHeaders());
    request.setAttribute(ATTRIBUTE, trace);
    return trace;
  }

  private RequestTrace(HttpFields headers) {
    String sent = headers.get(HEADER);
    id =
        sent != null && ID.matcher(sent).matches()
            ? sent
            : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    String parent = headers.get("traceparent");
    traceparent = parent != null && TRACEPARENT.matcher(parent).matches() ? parent : null;
  }

  /** Notes that a thread took the request. */
  void taken() {
    taken = System.nanoTime();
  }

  /** Notes that the whole body has arrived. */
  void arrived() {
    arrived = System.nanoTime();
  }

  /**
   * Notes that the endpoint begins; of several calls ({@link Answer#again}) the last one counts.
   */
  void begun() {
    begun = System.nanoTime();
  }

  /** Notes that the endpoint waited for a turn, in nanoseconds. */
  void waited(long nanos) {
    waited += nanos;
  }

  /** Returns the nanoseconds since the whole body arrived, or else since a thread took the head. */
  long age() {
    return System.nanoTime() - (arrived == 0 ? taken : arrived);
  }

  /** Notes that the answer is known. */
  void answered(Answer answer) {
    answered = System.nanoTime();
    refusal = answer.refusal();
    subject = answer.subject();
  }

  /** Returns the request, which has ended. */
  EndedRequest end(Request request, Response response) {
    long now = System.nanoTime();
    String method = request.getMethod();
    return new EndedRequest(
        id,
        traceparent,
        method == null ? "" : method,
        route,
        route == null ? "" : ApiHandler.path(request),
        scopes,
        response.getStatus(),
        refusal,
        subject,
        caller,
        Request.getContentBytesRead(request),
        Response.getContentBytesWritten(response),
        taken == 0 ? 0 : waited + Math.max(0, taken - request.getHeadersNanoTime()),
        arrived == 0 ? 0 : arrived - taken,
        begun == 0 ? 0 : answered - begun - waited,
        answered == 0 ? 0 : now - answered);
  }
}
