package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.Answer.Pending;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.AnswerWriter.Exchange;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A request that passed the checks of its head: lets its body arrive, calls the endpoint and sends
 * the answer. An endpoint uses the public methods, when all checks are passed.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
public final class ApiRequest {
  /** The bytes of a body that is read in less time than a thread takes to wait. */
  private static final int SMALL_BODY = 4 << 10;

  private final ApiHandler handler;
  private final Exchange exchange;
  private final Request request;
  private final RequestBody body;
  private final Route route;
  private final Map<String, String> pathParameters;
  private final Client client;
  private final @Nullable Caller caller;
  private final FairBudget.Share inFlight;

  /** The whole body; empty if there is none, or if it is streamed. */
  private byte[] bytes = {};

  /** The turn of the thread that answers now; a thread that answers later has one of its own. */
  private volatile Turns.@Nullable Turn turn;

  private @Nullable BodyStream stream;
  private @Nullable QueryParameters parameters;

  /**
   * Admits a request.
   *
   * @param pathParameters the values of the path's parameters by name
   * @param client the user or the address to which the request is charged
   * @param caller the owner of the key; null if the route requires none
   */
  ApiRequest(
      ApiHandler handler,
      Exchange exchange,
      RequestBody body,
      Route route,
      Map<String, String> pathParameters,
      Client client,
      @Nullable Caller caller) {
    this.handler = handler;
    this.exchange = exchange;
    this.request = exchange.request();
    this.body = body;
    this.route = route;
    this.pathParameters = pathParameters;
    this.client = client;
    this.caller = caller;
    this.inFlight = handler.bytesInFlight.shareOf(client);
  }

  /** Answers as soon as the body has arrived. */
  void receive() {
    Route.Body rule = route.body();
    if (rule.isPresent()) {
      RequestBody.requireType(request.getHeaders(), rule);
    }
    if (rule.isStreamed()) {
      stream = body.open(rule, handler.settings.streamPace);
    }
    if (rule.isStreamed() || !rule.isPresent()) {
      answer();
    } else {
      Promise<byte[]> receiver = Promise.from(this::arrived, this::failed);
      body.read(rule.limit(), handler.settings.bodyPace, inFlight, receiver);
    }
  }

  private void arrived(byte[] whole) {
    RequestTrace.of(request).arrived();
    bytes = whole;
    answer();
  }

  private void failed(Throwable failure) {
    inFlight.giveBack();
    send(ErrorResponses.of(request, failure), null);
  }

  private void send(Answer answer, FairBudget.@Nullable Share charged) {
    handler.writer.send(exchange, answer, charged);
  }

  /** Answers a request whose body has arrived, or is streamed. */
  private void answer() {
    FairBudget.Share slot = route.gate().slots(handler.slots, request.getLength()).shareOf(client);
    if (!route.gate().isOpen() && !handler.turns.enter(() -> enter(slot))) {
      inFlight.giveBack();
      return;
    }
    try (Turns.Turn own = handler.turns.of(client)) {
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
              .whenCompleteAsync((nothing, failure) -> send(made(then), null), handler.awaited);
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
                  handler.getServer().getThreadPool());
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

  /** Returns the value of a parameter of the route's path. */
  public String pathParameter(String name) {
    return Objects.requireNonNull(pathParameters.get(name), name);
  }

  /** Returns the owner of the key; only for a route that requires a key. */
  public Caller caller() {
    return Objects.requireNonNull(caller, "the route requires no key");
  }

  /** Returns the query parameters. All of their names are known to the route. */
  public QueryParameters parameters() {
    return Objects.requireNonNull(parameters);
  }

  /**
   * Reads the whole body, which is empty if the route reads none or streams it. To read a large
   * body may be much work, so it takes a turn: the one that the request has, or else one for the
   * reader alone.
   *
   * @param reader receives the body, not copied
   * @throws EngineException as {@link #compute}, and what the reader throws
   */
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

  /** Returns the body of a route that streams its body. */
  public BodyStream stream() {
    return Objects.requireNonNull(stream, "the route does not stream its body");
  }

  /**
   * Waits for the turn of a request that computes. An endpoint calls this before the work; the turn
   * ends when the answer was sent. The answer must not be streamed: a client that does not read
   * would keep the turn.
   *
   * @return the turn; close it before work that waits, for a database or a client
   * @throws EngineException DEADLINE_EXCEEDED if the time of the request ends before
   */
  public Turns.Turn compute() {
    Turns.Turn own = Objects.requireNonNull(turn);
    RequestTrace.of(request).waited(own.await(timeLeft()));
    return own;
  }

  /**
   * Returns how long the request may still compute; null for any time. The time began when the
   * whole body had arrived, or else the head; waiting for a turn counts.
   */
  public @Nullable Duration timeLeft() {
    Duration deadline = handler.settings.deadline;
    return deadline == null ? null : deadline.minusNanos(RequestTrace.of(request).age());
  }

  /** Measures the memory of the server that answers. */
  public ServerMemory serverMemory() {
    return ServerMemory.of(handler.getServer());
  }
}
