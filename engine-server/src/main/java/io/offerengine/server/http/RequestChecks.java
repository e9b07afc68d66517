package io.offerengine.server.http;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.address.TrustedProxies;
import io.offerengine.server.http.limit.BusyException;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.RequestLimits;
import io.offerengine.server.keys.Caller;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Checks the head of a request, in one order: path (404), method (405), key and scope, the user's
 * rate, readiness (503). The first check that fails gives the answer.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class RequestChecks {
  /** The result of the checks: a routed request, or the answer that refuses it. */
  sealed interface Admission permits Answer, RoutedRequest {}

  /**
   * What the server knows of a request before its parameters and its body are read.
   *
   * @param route the route that matches
   * @param pathParameters the values of the path's parameters by name
   * @param client the user or the address to which the request is charged
   * @param caller the owner of the key; null if the route requires none
   */
  record RoutedRequest(
      Route route, Map<String, String> pathParameters, Client client, @Nullable Caller caller)
      implements Admission {}

  private final Router router;
  private final Authentication keys;
  private final RequestLimits limits;
  private final TrustedProxies proxies;
  private final BooleanSupplier ready;

  /**
   * Creates the checks.
   *
   * @param proxies the proxies that say for whom they send a request
   * @param ready whether the service can answer yet
   */
  RequestChecks(
      List<Route> routes,
      Authentication keys,
      RequestLimits limits,
      TrustedProxies proxies,
      BooleanSupplier ready) {
    this.router = new Router(routes);
    this.keys = keys;
    this.limits = limits;
    this.proxies = proxies;
    this.ready = ready;
  }

  /**
   * Checks a request.
   *
   * @throws io.offerengine.query.EngineException if the request is refused
   */
  Admission admit(Request request) {
    String path = path(request);
    String sent = request.getHttpURI().getPath();
    if (sent != null && sent.contains(";")) {
      return ErrorResponses.of(
          ErrorCode.NOT_FOUND,
          "no path has parameters, but got "
              + ErrorResponses.echo(sent)
              + "; send what follows a ; behind a ? or not at all");
    }
    List<String> codings = request.getHeaders().getCSV(HttpHeader.TRANSFER_ENCODING, false);
    if (!codings.isEmpty()
        && !(codings.size() == 1 && "chunked".equalsIgnoreCase(codings.get(0)))) {
      return ErrorResponses.of(
              ErrorCode.INVALID_REQUEST,
              "Transfer-Encoding is chunked or absent, but got "
                  + ErrorResponses.echo(String.join(", ", codings)))
          .with("Connection", "close");
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
    RequestTrace trace = RequestTrace.of(request);
    trace.route = found.path();
    if (route == null) {
      return withoutRoute(request.getMethod(), Router.allow(found.methods()));
    }
    trace.scopes = route.scopes();
    SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
    Client client = Client.ofAddress(proxies.client(peer, request.getHeaders()));
    Caller caller = null;
    String key = route.scopes().isEmpty() ? null : Authentication.key(request, route);
    if (route.isPublic() && key == null) {
      limits.countRequestWithoutKey(client);
    } else if (!route.scopes().isEmpty()) {
      if (key == null) {
        throw Authentication.noKey();
      }
      caller = keys.admit(key, client, route.scopes());
      client = Client.ofUser(caller.user());
      trace.caller = caller;
    }
    if (!ready.getAsBoolean()) {
      throw new BusyException(
          ErrorCode.UNAVAILABLE,
          BusyException.Cause.STARTING,
          "the service is starting and still loads its offers; try again",
          null);
    }
    return new RoutedRequest(route, found.pathParameters(), client, caller);
  }

  /**
   * Returns the path of a request, as every decision about the request uses it, without dot
   * segments. Slashes that follow each other count as one, since clients join a base address and a
   * path that both have one.
   */
  static String path(Request request) {
    String sent = request.getHttpURI().getPath();
    if (sent == null || !sent.contains("//")) {
      return Request.getPathInContext(request);
    }
    // The empty segments go first: a dot segment after one must not remove it alone.
    return HttpURI.build().path(URIUtil.compactPath(sent)).getCanonicalPath();
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
}
