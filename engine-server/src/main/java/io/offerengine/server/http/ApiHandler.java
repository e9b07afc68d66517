package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests to their endpoints and answers back, errors included.
 *
 * <p>Checks run in one order: path, method, key, readiness, load, media type, size, query
 * parameters; then the endpoint reads the body. The first that fails is the answer.
 *
 * <p><b>Threads.</b> A request is read and answered on one thread of the server's pool; the answer
 * is written, and the rest of a refused body awaited, without holding a thread.
 */
public final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

  private final Router router;
  private final ApiKeys keys;
  private final BooleanSupplier ready;
  private final RequestGate gate;

  /**
   * Creates a handler.
   *
   * @param ready whether the service can answer yet
   * @param requestLimit how many requests may run at once
   */
  public ApiHandler(List<Route> routes, ApiKeys keys, BooleanSupplier ready, int requestLimit) {
    this.router = new Router(routes);
    this.keys = keys;
    this.ready = ready;
    this.gate = new RequestGate(requestLimit);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RequestBody body = new RequestBody(request);
    Answer answer;
    try {
      answer = answer(request, body);
    } catch (EngineException e) {
      answer = ErrorResponses.of(e);
      if (answer.status() == 500) {
        LOG.error("{} {} failed", request.getMethod(), request.getHttpURI().getPath(), e);
      }
    } catch (IOException e) {
      answer = ErrorResponses.brokenBody(e);
    } catch (RuntimeException | Error e) {
      LOG.error("{} {} failed", request.getMethod(), request.getHttpURI().getPath(), e);
      answer = ErrorResponses.fault();
    }
    // The answer goes out at once: a feed that never ends must hear that it is refused.
    write(
        answer,
        response,
        Callback.from(() -> body.discardRest(callback::succeeded), callback::failed));
    return true;
  }

  private Answer answer(Request request, RequestBody body) throws IOException {
    String path = Request.getPathInContext(request);
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
    if (route.keyed()) {
      keys.check(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION));
    }
    if (!ready.getAsBoolean()) {
      return ErrorResponses.of(
          ErrorCode.UNAVAILABLE, "the service is starting and still loads its offers; try again");
    }
    if (!route.gated()) {
      return answer(request, body, route, found.pathParameters());
    }
    if (!gate.enter()) {
      return ErrorResponses.of(
          ErrorCode.UNAVAILABLE, "the service is busy with other requests; try again");
    }
    try {
      return answer(request, body, route, found.pathParameters());
    } finally {
      gate.leave();
    }
  }

  private static Answer answer(
      Request request, RequestBody body, Route route, Map<String, String> path) throws IOException {
    BodyRule rule = route.body();
    if (rule.isPresent()) {
      RequestBody.requireType(request.getHeaders(), rule);
    }
    if (rule.streamed()) {
      BodyStream stream = body.open(rule);
      return route
          .endpoint()
          .answer(ApiRequest.streamed(path, QueryParameters.of(request, route), stream));
    }
    byte[] whole = rule.isPresent() ? body.read(rule.limit()) : new byte[0];
    return route
        .endpoint()
        .answer(ApiRequest.whole(path, QueryParameters.of(request, route), whole));
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

  static void write(Answer answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    byte[] body = answer.body();
    if (body.length > 0) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    }
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
