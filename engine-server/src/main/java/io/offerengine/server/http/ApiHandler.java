package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.Answer.Pending;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.RequestChecks.RoutedRequest;
import io.offerengine.server.http.address.TrustedProxies;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.Pace;
import io.offerengine.server.http.limit.RequestLimits;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
public final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final byte[] NO_BODY = {};
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final RequestChecks checks;
  private final RequestGate gate;
  private final Turns turns = new Turns(PROCESSORS);
  private final ExecutorService awaited =
      Executors.newFixedThreadPool(PROCESSORS, ApiHandler::awaitedThread);
  private final FairBudget bytesInFlight;
  private final Pace bodyPace;
  private final Pace streamPace;
  private final @Nullable Duration deadline;
  private final AnswerWriter writer;

  /** A request with its response. */
  private record Exchange(Request request, RequestBody body, Response response, Callback written) {}

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
    RequestLimits limits =
        new RequestLimits(
            settings.failureLimit, settings.userLimit, settings.keylessLimit, nanoTime);
    this.checks =
        new RequestChecks(
            routes,
            new Authentication(keys, limits),
            new TrustedProxies(settings.trustedProxies),
            ready);
    this.gate = new RequestGate(settings.requestLimit, "other requests");
    this.bytesInFlight = new FairBudget(settings.bytesInFlight());
    this.bodyPace = settings.bodyPace;
    this.streamPace = settings.streamPace;
    this.deadline = settings.deadline;
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
  RequestGate gate() {
    return gate;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RequestTrace.of(request).taken();
    RequestBody body = new RequestBody(request);
    // The answer is sent at once, so that a feed without end sees the refusal.
    Callback written = Callback.from(() -> body.discardRest(callback::succeeded), callback::failed);
    Exchange exchange = new Exchange(request, body, response, written);
    try {
      RequestChecks.Admission admission = checks.admit(request);
      if (admission instanceof RoutedRequest routed) {
        answer(exchange, routed);
      } else {
        send(exchange, (Answer) admission, null);
      }
    } catch (RuntimeException | Error e) {
      send(exchange, failed(request, e), null);
    }
    return true;
  }

  /** Answers a request that passed the checks of its head, as soon as its body has arrived. */
  private void answer(Exchange exchange, RoutedRequest routed) {
    BodyRule rule = routed.route().body();
    if (rule.isPresent()) {
      RequestBody.requireType(exchange.request().getHeaders(), rule);
    }
    FairBudget.Share inFlight = bytesInFlight.shareOf(routed.client());
    if (rule.streamed() || !rule.isPresent()) {
      answer(exchange, routed, NO_BODY, inFlight);
      return;
    }
    exchange
        .body()
        .read(
            rule.limit(),
            bodyPace,
            inFlight,
            new RequestBody.Receiver() {
              @Override
              public void complete(byte[] body) {
                RequestTrace.of(exchange.request()).arrived();
                answer(exchange, routed, body, inFlight);
              }

              @Override
              public void fail(Exception failure) {
                inFlight.giveBack();
                send(exchange, failed(exchange.request(), failure), null);
              }
            });
  }

  /** Answers a request whose body has arrived, or is streamed. */
  private void answer(
      Exchange exchange, RoutedRequest routed, byte[] body, FairBudget.Share inFlight) {
    RequestGate slots = routed.route().gate().slots(gate, exchange.request().getLength());
    RequestGate.Pass pass = slots.passFor(routed.client());
    if (!routed.route().gate().isOpen() && !turns.enter(() -> enter(exchange, pass))) {
      inFlight.giveBack();
      return;
    }
    try (Turns.Turn turn = turns.of(routed.client())) {
      Answer answer = answer(exchange, routed, body, pass, turn);
      if (answer.body() instanceof Pending pending) {
        await(exchange, answer, pending, () -> answer(exchange, routed, body, inFlight), inFlight);
      } else {
        inFlight.giveBack();
        send(exchange, answer, inFlight);
      }
    }
  }

  /**
   * Goes on with a request when its signal comes; no thread waits.
   *
   * @param again answers the request from the start
   */
  private void await(
      Exchange exchange,
      Answer answer,
      Pending pending,
      Runnable again,
      FairBudget.Share inFlight) {
    exchange.request().addIdleTimeoutListener(timeout -> false);
    Supplier<Answer> then = pending.then();
    CompletableFuture<?> unused;
    if (then != null) {
      inFlight.giveBack();
      unused =
          pending
              .signal()
              .whenCompleteAsync(
                  (nothing, failure) -> send(exchange, made(exchange, then), null), awaited);
    } else {
      unused =
          pending
              .signal()
              .whenCompleteAsync(
                  (nothing, refusal) -> {
                    if (refusal == null) {
                      again.run();
                    } else {
                      inFlight.giveBack();
                      send(exchange, refused(exchange, answer, refusal), null);
                    }
                  },
                  getServer().getThreadPool());
    }
  }

  /** Returns the answer to a request that its signal refused, with the headers of its answer. */
  private static Answer refused(Exchange exchange, Answer pending, Throwable refusal) {
    Throwable inner = refusal.getCause();
    Answer failed =
        failed(
            exchange.request(),
            refusal instanceof CompletionException && inner != null ? inner : refusal);
    for (Map.Entry<String, String> header : pending.headers().entrySet()) {
      failed = failed.with(header.getKey(), header.getValue());
    }
    return failed;
  }

  private static Answer made(Exchange exchange, Supplier<Answer> then) {
    try {
      return then.get();
    } catch (RuntimeException | Error e) {
      return failed(exchange.request(), e);
    }
  }

  /** Takes the slot of a request; sends the refusal and returns false if there is none. */
  private boolean enter(Exchange exchange, RequestGate.Pass pass) {
    try {
      pass.take();
      return true;
    } catch (EngineException e) {
      send(exchange, failed(exchange.request(), e), null);
      return false;
    }
  }

  /** Returns the answer of the endpoint. */
  private Answer answer(
      Exchange exchange,
      RoutedRequest routed,
      byte[] body,
      RequestGate.Pass pass,
      Turns.Turn turn) {
    boolean streams = false;
    try {
      RequestTrace.of(exchange.request()).begun();
      ApiRequest request = request(exchange, routed, body, turn);
      Answer answer = routed.route().endpoint().answer(request);
      if (answer.body() instanceof Streamed streamed) {
        streams = true;
        return answer.with(new Streamed(StreamedBody.then(streamed.writing(), pass::close)));
      }
      return answer;
    } catch (IOException | RuntimeException | Error e) {
      return failed(exchange.request(), e);
    } finally {
      if (!streams) {
        pass.close();
      }
    }
  }

  private ApiRequest request(
      Exchange exchange, RoutedRequest routed, byte[] body, Turns.Turn turn) {
    Route route = routed.route();
    Supplier<ServerMemory> memory =
        () ->
            ServerMemory.of(
                bytesInFlight,
                (ArrayByteBufferPool) getServer().getByteBufferPool(),
                getServer().getBean(Connections.class));
    // A body that is too large is refused before wrong parameters.
    BodyStream stream =
        route.body().streamed() ? exchange.body().open(route.body(), streamPace) : null;
    return new ApiRequest(
        exchange.request(),
        routed,
        QueryParameters.of(exchange.request(), route),
        body,
        stream,
        memory,
        turn,
        deadline);
  }

  private void send(Exchange exchange, Answer answer, FairBudget.@Nullable Share inFlight) {
    RequestTrace.of(exchange.request()).answered(answer);
    writer.send(exchange.request(), answer, inFlight, exchange.response(), exchange.written());
  }

  /** Returns the answer to a failed request, and logs a fault of the service. */
  static Answer failed(Request request, Throwable failure) {
    if (failure instanceof IOException) {
      return ErrorResponses.brokenBody(failure);
    }
    Answer answer =
        failure instanceof EngineException refusal
            ? ErrorResponses.of(refusal)
            : ErrorResponses.fault();
    if (answer.status() == 500) {
      LOG.atError()
          .addKeyValue("request", RequestTrace.of(request).id)
          .setCause(failure)
          .log("{} {} failed", request.getMethod(), request.getHttpURI().getPath());
    }
    return answer;
  }
}
