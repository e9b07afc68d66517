package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer.Held;
import io.offerengine.server.http.Answer.Prepared;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Jetty handler that checks each request, calls its endpoint and sends the answer, errors
 * included.
 *
 * <p>The checks run in one order: path (404), method (405), key (429 if the address tried too many
 * unknown keys, 401 for the key, then 403 for its scope), the key's rate (429), readiness and load
 * (503), media type (415), size (413), query parameters (400). The first check that fails gives the
 * answer. If all pass, the endpoint reads the body. Routes without a key never answer 429.
 *
 * <p><b>Threads.</b> One thread of the server's pool reads and answers a request. No thread waits
 * while the answer is written or the rest of a refused body is read.
 */
public final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

  private final Router router;
  private final Authentication keys;
  private final BooleanSupplier ready;
  private final RequestGate gate;
  private final Duration bodyTime;

  /**
   * Creates a handler.
   *
   * @param ready whether the service can answer yet
   * @param settings the limits; host and port are ignored
   */
  public ApiHandler(
      List<Route> routes, KeyRing keys, BooleanSupplier ready, ServerSettings settings) {
    this(routes, keys, ready, settings, System::nanoTime);
  }

  /**
   * Creates a handler with a clock.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  ApiHandler(
      List<Route> routes,
      KeyRing keys,
      BooleanSupplier ready,
      ServerSettings settings,
      LongSupplier nanoTime) {
    this.router = new Router(routes);
    RequestLimits limits =
        new RequestLimits(settings.failureLimit(), settings.keyLimit(), nanoTime);
    this.keys = new Authentication(keys, limits);
    this.ready = ready;
    this.gate = new RequestGate(settings.requestLimit(), "other requests");
    this.bodyTime = settings.bodyTime();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RequestBody body = new RequestBody(request);
    // The answer is sent at once, so that a feed without end sees the refusal.
    Callback written = Callback.from(() -> body.discardRest(callback::succeeded), callback::failed);
    Answer answer;
    try {
      answer = answer(request, body);
    } catch (IOException e) {
      answer = ErrorResponses.brokenBody(e);
    } catch (RuntimeException | Error e) {
      answer = failed(request, e);
    }
    if (answer.body() instanceof Streamed streamed) {
      stream(request, answer, streamed.writing(), response, written);
    } else if (answer.body() instanceof Prepared prepared) {
      write(request, answer, prepared, response, written);
    } else {
      write(answer, response, written);
    }
    return true;
  }

  private static void write(
      Request request, Answer answer, Prepared body, Response response, Callback written) {
    PreparedBody prepared;
    try {
      prepared = PreparedBody.write(body, response);
    } catch (RuntimeException | Error e) {
      write(failed(request, e), response, written);
      return;
    }
    writeHead(answer, body.length(), response);
    prepared.send(response, written);
  }

  private static void stream(
      Request request, Answer answer, Answer.Writing writing, Response response, Callback written) {
    try {
      StreamedBody.send(answer, writing, response);
    } catch (IOException | RuntimeException | Error e) {
      if (response.isCommitted()) {
        LOG.warn("{} {} was cut", request.getMethod(), request.getHttpURI().getPath(), e);
        written.failed(e);
      } else {
        response.reset();
        write(failed(request, e), response, written);
      }
      return;
    }
    written.succeeded();
  }

  private static Answer failed(Request request, Throwable failure) {
    Answer answer =
        failure instanceof EngineException refusal
            ? ErrorResponses.of(refusal)
            : ErrorResponses.fault();
    if (answer.status() == 500) {
      LOG.error("{} {} failed", request.getMethod(), request.getHttpURI().getPath(), failure);
    }
    return answer;
  }

  private Answer answer(Request request, RequestBody body) throws IOException {
    String path = Request.getPathInContext(request);
    String sent = request.getHttpURI().getPath();
    if (sent != null && sent.contains(";")) {
      return ErrorResponses.of(
          ErrorCode.NOT_FOUND,
          "no path has parameters, but got "
              + ErrorResponses.echo(sent)
              + "; send what follows a ; behind a ? or not at all");
    }
    Router.Found found = router.find(path);
    if (found == null) {
      return ErrorResponses.of(
          ErrorCode.NOT_FOUND,
          "no path is called "
              + ErrorResponses.echo(path)
              + "; there are "
              + String.join(", ", router.paths()));
    }
    Route route = found.methods().get(request.getMethod());
    if (route == null) {
      return withoutRoute(request.getMethod(), Router.allow(found.methods()));
    }
    Caller caller = null;
    Scope scope = route.scope();
    if (scope != null) {
      List<String> authorization = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
      SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
      caller = keys.admit(authorization, AddressBlock.of(peer), scope);
    }
    if (!ready.getAsBoolean()) {
      return ErrorResponses.of(
          ErrorCode.UNAVAILABLE, "the service is starting and still loads its offers; try again");
    }
    RoutedRequest routed = new RoutedRequest(route, found.pathParameters(), caller);
    if (!route.gated()) {
      return answer(request, body, routed);
    }
    gate.enter();
    boolean streams = false;
    try {
      Answer answer = answer(request, body, routed);
      if (answer.body() instanceof Streamed streamed) {
        streams = true;
        return answer.with(new Streamed(StreamedBody.then(streamed.writing(), gate::leave)));
      }
      return answer;
    } finally {
      if (!streams) {
        gate.leave();
      }
    }
  }

  private Answer answer(Request request, RequestBody body, RoutedRequest routed)
      throws IOException {
    Route route = routed.route();
    BodyRule rule = route.body();
    if (rule.isPresent()) {
      RequestBody.requireType(request.getHeaders(), rule);
    }
    if (rule.streamed()) {
      BodyStream stream = body.open(rule);
      return route
          .endpoint()
          .answer(ApiRequest.streamed(routed, QueryParameters.of(request, route), stream));
    }
    byte[] whole = rule.isPresent() ? body.read(rule.limit(), bodyTime) : new byte[0];
    return route
        .endpoint()
        .answer(ApiRequest.whole(routed, QueryParameters.of(request, route), whole));
  }

  private static Answer withoutRoute(String method, String allow) {
    Answer answer =
        method.equals("OPTIONS")
            ? Answer.empty()
            : ErrorResponses.of(
                ErrorCode.METHOD_NOT_ALLOWED,
                "the method " + ErrorResponses.echo(method) + " is not taken here; use " + allow);
    return answer.with("Allow", allow);
  }

  /** Writes an answer whose body is in memory. */
  static void write(Answer answer, Response response, Callback callback) {
    ByteBuffer body = ((Held) answer.body()).bytes().duplicate();
    writeHead(answer, body.remaining(), response);
    response.write(true, body, callback);
  }

  private static void writeHead(Answer answer, int length, Response response) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    if (length > 0) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
    }
  }
}
