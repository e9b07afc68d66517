package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.util.List;
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
 * unknown keys, 401 for the key, then 403 for its scope), the key's rate (429), readiness (503),
 * media type (415), size (413), the arrival of the body (400, 408), load (503), query parameters
 * (400). The first check that fails gives the answer. If all pass, the endpoint answers. Routes
 * without a key never answer 429.
 *
 * <p>A request takes a slot when its whole body has arrived. A body that the endpoint reads while
 * it arrives is read in a slot.
 *
 * <p><b>Threads.</b> One thread of the server's pool at a time reads and answers a request. No
 * thread waits while a body that is read whole arrives, while the answer is written, or while the
 * rest of a refused body is read.
 */
public final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final byte[] NO_BODY = {};

  private final RequestChecks checks;
  private final RequestGate gate;
  private final FairBudget bytesInFlight;
  private final Pace bodyPace;
  private final Pace streamPace;
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
        new RequestLimits(settings.failureLimit(), settings.keyLimit(), nanoTime);
    this.checks =
        new RequestChecks(
            routes,
            new Authentication(keys, limits),
            new TrustedProxies(settings.trustedProxies()),
            ready);
    this.gate = new RequestGate(settings.requestLimit(), "other requests");
    this.bytesInFlight = new FairBudget(settings.bytesInFlight());
    this.bodyPace = settings.bodyPace();
    this.streamPace = settings.streamPace();
    this.writer = new AnswerWriter(settings.partTime());
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
      Admission admission = checks.admit(request);
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
      send(exchange, gated(exchange, routed, NO_BODY), inFlight);
      return;
    }
    exchange
        .body()
        .read(
            rule.limit(),
            bodyPace,
            inFlight,
            new WholeBody.Receiver() {
              @Override
              public void complete(byte[] body) {
                RequestTrace.of(exchange.request()).arrived();
                Answer answer = gated(exchange, routed, body);
                inFlight.giveBack();
                send(exchange, answer, inFlight);
              }

              @Override
              public void fail(Exception failure, boolean isEnded) {
                inFlight.giveBack();
                send(exchange, failed(exchange.request(), failure), null);
              }
            });
  }

  /** Returns the answer to a request whose body has arrived, or is streamed. */
  private Answer gated(Exchange exchange, RoutedRequest routed, byte[] body) {
    RequestGate.Pass pass = gate.passFor(routed.client());
    boolean streams = false;
    try {
      if (routed.route().gated()) {
        pass.take(1);
      }
      RequestTrace.of(exchange.request()).begun();
      Answer answer = routed.route().endpoint().answer(request(exchange, routed, body, pass));
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
      Exchange exchange, RoutedRequest routed, byte[] body, RequestGate.Pass pass) {
    Route route = routed.route();
    Supplier<ServerMemory> memory =
        () ->
            ServerMemory.of(
                bytesInFlight,
                (ArrayByteBufferPool) getServer().getByteBufferPool(),
                getServer().getBean(Connections.class));
    if (!route.body().streamed()) {
      QueryParameters parameters = QueryParameters.of(exchange.request(), route);
      return ApiRequest.whole(routed, parameters, body, memory, pass::weigh);
    }
    BodyStream stream = exchange.body().open(route.body(), streamPace);
    return ApiRequest.streamed(
        routed, QueryParameters.of(exchange.request(), route), stream, memory, pass::weigh);
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
          .addKeyValue("request", RequestTrace.of(request).id())
          .setCause(failure)
          .log("{} {} failed", request.getMethod(), request.getHttpURI().getPath());
    }
    return answer;
  }
}
