package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.Answer.Pending;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.AnswerWriter.Exchange;
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
final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final RequestChecks checks;
  private final FairBudget slots;
  private final Turns turns = new Turns(PROCESSORS);
  private final ExecutorService awaited =
      Executors.newFixedThreadPool(PROCESSORS, ApiHandler::awaitedThread);
  private final FairBudget bytesInFlight;
  private final Pace bodyPace;
  private final Pace streamPace;
  private final @Nullable Duration deadline;
  private final AnswerWriter writer;

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
    RequestLimits limits =
        new RequestLimits(
            settings.failureLimit, settings.userLimit, settings.keylessLimit, nanoTime);
    this.checks =
        new RequestChecks(
            routes,
            new Authentication(keys, limits),
            limits,
            new TrustedProxies(settings.trustedProxies),
            ready);
    this.slots = FairBudget.ofSlots(settings.requestLimit, "other requests");
    this.bytesInFlight = FairBudget.ofBytes(settings.bytesInFlight());
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
      RequestChecks.Admission admission = checks.admit(request);
      if (admission instanceof RoutedRequest routed) {
        new Admitted(exchange, body, routed).receive();
      } else {
        writer.send(exchange, (Answer) admission, null);
      }
    } catch (RuntimeException | Error e) {
      writer.send(exchange, failed(request, e), null);
    }
    return true;
  }

  /** A request that passed the checks of its head. Confined to one thread at a time. */
  private final class Admitted implements RequestBody.Receiver {
    private final Exchange exchange;
    private final Request request;
    private final RequestBody body;
    private final RoutedRequest routed;
    private final Route route;
    private final FairBudget.Share inFlight;

    /** The whole body; empty if there is none, or if it is streamed. */
    private byte[] bytes = {};

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
        body.read(rule.limit(), bodyPace, inFlight, this);
      }
    }

    @Override
    public void complete(byte[] whole) {
      RequestTrace.of(request).arrived();
      bytes = whole;
      answer();
    }

    @Override
    public void fail(Exception failure) {
      inFlight.giveBack();
      send(failed(request, failure), null);
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
      try (Turns.Turn turn = turns.of(routed.client())) {
        Answer answer = answer(slot, turn);
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
          failed(
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
        return failed(request, e);
      }
    }

    /** Takes the slot of a request; sends the refusal and returns false if there is none. */
    private boolean enter(FairBudget.Share slot) {
      try {
        slot.require(1);
        return true;
      } catch (EngineException e) {
        send(failed(request, e), null);
        return false;
      }
    }

    /** Returns the answer of the endpoint. */
    private Answer answer(FairBudget.Share slot, Turns.Turn turn) {
      boolean streams = false;
      try {
        RequestTrace.of(request).begun();
        Answer answer = route.endpoint().answer(asked(turn));
        if (answer.body() instanceof Streamed streamed) {
          streams = true;
          return answer.with(new Streamed(StreamedBody.then(streamed.writing(), slot::giveBack)));
        }
        return answer;
      } catch (IOException | RuntimeException | Error e) {
        return failed(request, e);
      } finally {
        if (!streams) {
          slot.giveBack();
        }
      }
    }

    /** Returns the request as its endpoint sees it. */
    private ApiRequest asked(Turns.Turn turn) {
      // A body that is too large is refused before wrong parameters.
      BodyStream stream = route.body().streamed() ? body.open(route.body(), streamPace) : null;
      QueryParameters parameters = QueryParameters.of(request, route);
      return new ApiRequest(request, routed, parameters, bytes, stream, turn, deadline);
    }
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
