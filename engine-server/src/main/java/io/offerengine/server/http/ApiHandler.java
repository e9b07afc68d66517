package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.AnswerWriter.Exchange;
import io.offerengine.server.http.address.TrustedProxies;
import io.offerengine.server.http.limit.BusyException;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.TokenBuckets;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * The Jetty handler that checks the head of each request, and sends what refuses it. An {@link
 * ApiRequest} checks the rest, calls the endpoint and sends its answer.
 *
 * <p>The checks run in one order: a path with parameters (404), a transfer encoding (400), path
 * (404), method (405), key (400 if a query has it twice, 429 if the address tried too many unknown
 * keys, 401 for the key, then 403 for its scope), the user's rate (429), readiness (503); and in
 * the {@link ApiRequest} media type (415), size (413), the arrival of the body (400, 408), load
 * (503), query parameters (400). The first check that fails gives the answer. If all pass, the
 * endpoint answers. A route that is public checks the address's rate (429) in place of a key, if
 * the request has none. Routes that require no key never answer 429.
 *
 * <p>A request takes a slot when its whole body has arrived. A body that the endpoint reads while
 * it arrives is read in a slot. A request that computes waits in its slot for its turn, which lasts
 * until its answer is compressed and handed to the system. An answer that is awaited is made
 * without a slot, on a few threads of its own: many may be due at once. A request that is answered
 * again ({@link Answer#again}) takes a new slot and a thread of the server.
 *
 * <p><b>Threads.</b> One thread of the server's pool at a time reads and answers a request. No
 * thread waits while a body that is read whole arrives, while an answer is awaited or written, or
 * while the rest of a refused body is read.
 */
final class ApiHandler extends Handler.Abstract {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final Router router;
  private final TokenBuckets keyless;
  private final Authentication authentication;
  private final TrustedProxies proxies;
  private final BooleanSupplier ready;
  final ServerSettings settings;

  /** The slots of running requests. */
  final FairBudget slots;

  final Turns turns = new Turns(PROCESSORS);

  /** The threads that make answers which were awaited. */
  final ExecutorService awaited =
      Executors.newFixedThreadPool(PROCESSORS, ApiHandler::awaitedThread);

  /** The bytes of bodies and answers that are in memory. */
  final FairBudget bytesInFlight;

  final AnswerWriter writer;

  /**
   * Creates a handler.
   *
   * @param ready whether the service can answer yet
   * @param settings the limits; host and port are ignored
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  ApiHandler(
      List<Route> routes,
      KeyRing keys,
      BooleanSupplier ready,
      ServerSettings settings,
      LongSupplier nanoTime) {
    this.router = new Router(routes);
    this.keyless = TokenBuckets.ofAddresses(settings.keylessLimit, nanoTime);
    this.authentication =
        new Authentication(
            keys,
            TokenBuckets.ofUnknownKeys(settings.failureLimit, nanoTime),
            TokenBuckets.ofUsers(settings.userLimit, nanoTime));
    this.proxies = new TrustedProxies(settings.trustedProxies);
    this.ready = ready;
    this.settings = settings;
    this.slots = FairBudget.ofSlots(settings.requestLimit, "other requests");
    this.bytesInFlight = FairBudget.ofBytes(settings.bytesInFlight);
    this.writer = new AnswerWriter(settings.partTime);
  }

  private static Thread awaitedThread(Runnable task) {
    Thread thread = new Thread(task, "api-awaited");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  protected void doStop() throws Exception {
    super.doStop();
    awaited.shutdown();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RequestTrace.of(request).taken();
    RequestBody body = new RequestBody(request);
    // The answer is sent at once, so that a feed without end sees the refusal.
    Callback written = Callback.from(() -> body.discardRest(callback::succeeded), callback::failed);
    Exchange exchange = new Exchange(request, response, written);
    try {
      Answer refusal = admit(exchange, body);
      if (refusal != null) {
        writer.send(exchange, refusal, null);
      }
    } catch (RuntimeException | Error e) {
      writer.send(exchange, ErrorResponses.of(request, e), null);
    }
    return true;
  }

  /**
   * Checks the head of a request, and lets its body arrive.
   *
   * @return the answer that refuses it; null if it was admitted
   * @throws EngineException if the request is refused
   */
  private @Nullable Answer admit(Exchange exchange, RequestBody body) {
    Request request = exchange.request();
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
          "no path is called %s; there are %s"
              .formatted(ErrorResponses.echo(path), String.join(", ", router.paths())));
    }
    Route route = found.methods().get(request.getMethod());
    RequestTrace trace = RequestTrace.of(request);
    trace.route = found.path();
    if (route == null) {
      return withoutRoute(request.getMethod(), Router.allow(found.methods()));
    }
    trace.scopes = route.scopes();
    InetAddress peer =
        TrustedProxies.address(request.getConnectionMetaData().getRemoteSocketAddress());
    Client client = Client.ofAddress(proxies.client(peer, request.getHeaders()));
    Caller caller = null;
    String key = route.scopes().isEmpty() ? null : Authentication.key(request, route);
    if (route.isPublic() && key == null) {
      keyless.count(client);
    } else if (!route.scopes().isEmpty()) {
      if (key == null) {
        throw Authentication.noKey();
      }
      caller = authentication.admit(key, client, route.scopes());
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
    new ApiRequest(this, exchange, body, route, found.pathParameters(), client, caller).receive();
    return null;
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
