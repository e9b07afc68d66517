package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer.Pending;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.AnswerWriter.Exchange;
import io.offerengine.server.http.address.TrustedProxies;
import io.offerengine.server.http.limit.BusyException;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.RequestLimits;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * The Jetty handler that checks each request, calls its endpoint and sends the answer, errors
 * included.
 *
 * <p>The checks run in one order: path (404), method (405), key (429 if the address tried too many
 * unknown keys, 401 for the key, then 403 for its scope), the user's rate (429), readiness (503),
 * media type (415), size (413), the arrival of the body (400, 408), load (503), query parameters
 * (400). The first check that fails gives the answer. If all pass, the endpoint answers. A route
 * that is public checks the address's rate (429) in place of a key, if the request has none. Routes
 * that require no key never answer 429.
 *
 * <p>A request takes a slot when its whole body has arrived. A body that the endpoint reads while
 * it arrives is read in a slot. A request that computes waits in its slot for its turn, which lasts
 * until its answer is compressed and handed to the system. An answer that is awaited is made
 * without a slot, on a few threads of its own: many may be due at once.
 *
 * <p><b>Threads.</b> One thread of the server's pool at a time reads and answers a request. No
 * thread waits while a body that is read whole arrives, while an answer is awaited or written, or
 * while the rest of a refused body is read.
 */
final class ApiHandler extends Handler.Abstract {
  /** The bytes of a body that is read in less time than a thread takes to wait. */
  private static final int SMALL_BODY = 4 << 10;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final Router router;
  private final RequestLimits limits;
  private final Authentication authentication;
  private final TrustedProxies proxies;
  private final BooleanSupplier ready;
  private final ServerSettings settings;
  private final FairBudget slots;
  private final Turns turns = new Turns(PROCESSORS);
  private final ExecutorService awaited =
      Executors.newFixedThreadPool(PROCESSORS, ApiHandler::awaitedThread);
  private final FairBudget bytesInFlight;
  private final AnswerWriter writer;

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
    this.limits =
        new RequestLimits(
            settings.failureLimit, settings.userLimit, settings.keylessLimit, nanoTime);
    this.authentication = new Authentication(keys, limits);
    this.proxies = new TrustedProxies(settings.trustedProxies);
    this.ready = ready;
    this.settings = settings;
    this.slots = FairBudget.ofSlots(settings.requestLimit, "other requests");
    this.bytesInFlight = FairBudget.ofBytes(settings.bytesInFlight());
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

  /** Returns the bytes of bodies and answers that are in memory. */
  FairBudget budget() {
    return bytesInFlight;
  }

  /** Returns the slots of running requests. */
  FairBudget slots() {
    return slots;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RequestTrace.of(request).taken();
    RequestBody body = new RequestBody(request);
    // The answer is sent at once, so that a feed without end sees the refusal.
    Callback written = Callback.from(() -> body.discardRest(callback::succeeded), callback::failed);
    Exchange exchange = new Exchange(request, response, written);
    try {
      Admission admission = admit(request);
      if (admission instanceof RoutedRequest routed) {
        new Admitted(exchange, body, routed).receive();
      } else {
        writer.send(exchange, (Answer) admission, null);
      }
    } catch (RuntimeException | Error e) {
      writer.send(exchange, ErrorResponses.of(request, e), null);
    }
    return true;
  }

  /**
   * Checks the head of a request.
   *
   * @throws EngineException if the request is refused
   */
  private Admission admit(Request request) {
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

  /** A request that passed the checks of its head. Confined to one thread at a time. */
  private final class Admitted implements ApiRequest, Promise<byte[]> {
    private final Exchange exchange;
    private final Request request;
    private final RequestBody body;
    private final RoutedRequest routed;
    private final Route route;
    private final FairBudget.Share inFlight;

    /** The whole body; empty if there is none, or if it is streamed. */
    private byte[] bytes = {};

    /** The turn of the thread that answers now; a thread that answers later has one of its own. */
    private volatile Turns.@Nullable Turn turn;

    private @Nullable BodyStream stream;
    private @Nullable QueryParameters parameters;

    Admitted(Exchange exchange, RequestBody body, RoutedRequest routed) {
      this.exchange = exchange;
      this.request = exchange.request();
      this.body = body;
      this.routed = routed;
      this.route = routed.route();
      this.inFlight = bytesInFlight.shareOf(routed.client());
    }

    /** Answers as soon as the body has arrived. */
    void receive() {
      BodyRule rule = route.body();
      if (rule.isPresent()) {
        RequestBody.requireType(request.getHeaders(), rule);
      }
      if (rule.streamed() || !rule.isPresent()) {
        answer();
      } else {
        body.read(rule.limit(), settings.bodyPace, inFlight, this);
      }
    }

    @Override
    public void succeeded(byte[] whole) {
      RequestTrace.of(request).arrived();
      bytes = whole;
      answer();
    }

    @Override
    public void failed(Throwable failure) {
      inFlight.giveBack();
      send(ErrorResponses.of(request, failure), null);
    }

    private void send(Answer answer, FairBudget.@Nullable Share charged) {
      writer.send(exchange, answer, charged);
    }

    /** Answers a request whose body has arrived, or is streamed. */
    private void answer() {
      FairBudget.Share slot =
          route.gate().slots(slots, request.getLength()).shareOf(routed.client());
      if (!route.gate().isOpen() && !turns.enter(() -> enter(slot))) {
        inFlight.giveBack();
        return;
      }
      try (Turns.Turn own = turns.of(routed.client())) {
        turn = own;
        Answer answer = answer(slot);
        if (answer.body() instanceof Pending pending) {
          await(answer, pending);
        } else {
          inFlight.giveBack();
          send(answer, inFlight);
        }
      }
    }

    /** Goes on with a request when its signal comes; no thread waits. */
    private void await(Answer answer, Pending pending) {
      request.addIdleTimeoutListener(timeout -> false);
      Supplier<Answer> then = pending.then();
      CompletableFuture<?> unused;
      if (then != null) {
        inFlight.giveBack();
        unused =
            pending
                .signal()
                .whenCompleteAsync((nothing, failure) -> send(made(then), null), awaited);
      } else {
        unused =
            pending
                .signal()
                .whenCompleteAsync(
                    (nothing, refusal) -> {
                      if (refusal == null) {
                        answer();
                      } else {
                        inFlight.giveBack();
                        send(refused(answer, refusal), null);
                      }
                    },
                    getServer().getThreadPool());
      }
    }

    /** Returns the answer to a request that its signal refused, with the headers of its answer. */
    private Answer refused(Answer pending, Throwable refusal) {
      Throwable inner = refusal.getCause();
      Answer failed =
          ErrorResponses.of(
              request, refusal instanceof CompletionException && inner != null ? inner : refusal);
      for (Map.Entry<String, String> header : pending.headers().entrySet()) {
        failed = failed.with(header.getKey(), header.getValue());
      }
      return failed;
    }

    private Answer made(Supplier<Answer> then) {
      try {
        return then.get();
      } catch (RuntimeException | Error e) {
        return ErrorResponses.of(request, e);
      }
    }

    /** Takes the slot of a request; sends the refusal and returns false if there is none. */
    private boolean enter(FairBudget.Share slot) {
      try {
        slot.require(1);
        return true;
      } catch (EngineException e) {
        send(ErrorResponses.of(request, e), null);
        return false;
      }
    }

    /** Returns the answer of the endpoint. */
    private Answer answer(FairBudget.Share slot) {
      boolean streams = false;
      try {
        RequestTrace.of(request).begun();
        // A body that is too large is refused before wrong parameters.
        if (route.body().streamed()) {
          stream = body.open(route.body(), settings.streamPace);
        }
        parameters = QueryParameters.of(request, route);
        Answer answer = route.endpoint().answer(this);
        if (answer.body() instanceof Streamed streamed) {
          streams = true;
          return answer.with(
              new Streamed(out -> {
                try {
                  streamed.writing().to(out);
                } finally {
                  slot.giveBack();
                }
              }));
        }
        return answer;
      } catch (IOException | RuntimeException | Error e) {
        return ErrorResponses.of(request, e);
      } finally {
        if (!streams) {
          slot.giveBack();
        }
      }
    }

    @Override
    public String pathParameter(String name) {
      return Objects.requireNonNull(routed.pathParameters().get(name), name);
    }

    @Override
    public Caller caller() {
      return Objects.requireNonNull(routed.caller(), "the route requires no key");
    }

    @Override
    public QueryParameters parameters() {
      return Objects.requireNonNull(parameters);
    }

    @Override
    public <T> T read(Function<byte[], T> reader) {
      Turns.Turn own = Objects.requireNonNull(turn);
      if (bytes.length <= SMALL_BODY || own.isHeld()) {
        return reader.apply(bytes);
      }
      compute();
      try {
        return reader.apply(bytes);
      } finally {
        own.close();
      }
    }

    @Override
    public BodyStream stream() {
      return Objects.requireNonNull(stream, "the route does not stream its body");
    }

    @Override
    public Turns.Turn compute() {
      Turns.Turn own = Objects.requireNonNull(turn);
      RequestTrace.of(request).waited(own.await(timeLeft()));
      return own;
    }

    @Override
    public @Nullable Duration timeLeft() {
      Duration deadline = settings.deadline;
      return deadline == null ? null : deadline.minusNanos(RequestTrace.of(request).age());
    }

    @Override
    public ServerMemory serverMemory() {
      return ServerMemory.of(getServer());
    }
  }
}
