package io.offerengine.server.router;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.limit.BusyException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes changes of offers on to the member that writes the log, for logs that one member at a time
 * writes.
 *
 * <p>If that member can't be connected to, this one takes the change, and so becomes the writer. It
 * also takes the changes of some seconds after one to which the other member gave no answer, or 503
 * for another reason than that it is busy: that one may have taken effect.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 101.
 */
public final class ToWriter {
  /** Says that the sender believes that this member is the writer. */
  private static final String PASSED_ON = "Passed-To-Writer";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** How long an answer waits for the engine of this member. */
  private static final Duration VISIBLE = Duration.ofSeconds(10);

  /** Why a member refuses all requests. */
  private static final Set<String> STOPS =
      Set.of(BusyException.Cause.STARTING.label(), BusyException.Cause.STOPPING.label());

  private static final long AVOID_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int UNAVAILABLE = 503;
  private static final Logger LOG = LoggerFactory.getLogger(ToWriter.class);

  private final Supplier<String> writer;
  private final String own;
  private final LongFunction<CompletableFuture<?>> reached;
  private final Passing passing = new Passing(PATIENCE, PATIENCE);

  /** The member that failed last, and when; at first none. */
  private volatile Failure failure = new Failure(null, 0);

  private record Failure(@Nullable URI address, long nanos) {}

  /**
   * Creates a way to the writer.
   *
   * @param writer returns the address of the member that wrote the last batch; empty for none
   * @param own the address of this member
   * @param reached returns what is done when this member has a version
   */
  public ToWriter(Supplier<String> writer, String own, LongFunction<CompletableFuture<?>> reached) {
    this.writer = writer;
    this.own = own;
    this.reached = reached;
  }

  /** Returns a route that answers at the writer. */
  public Route at(Route route) {
    boolean hasBody = !route.method().equals("DELETE");
    return route.answeredBy(request -> answer(request, route.endpoint(), hasBody));
  }

  private Answer answer(ApiRequest request, Endpoint here, boolean hasBody) throws IOException {
    URI address = other();
    if (address == null || request.header(PASSED_ON) != null) {
      return here.answer(request);
    }
    ForwardedBody body = hasBody ? Passing.body(request) : null;
    CompletableFuture<HttpResponse<InputStream>> response =
        passing.send(request, body, address, PASSED_ON, own);
    if (body != null) {
      passing.await(body, response);
    }
    try {
      HttpResponse<InputStream> answer = response.join();
      if (answer.statusCode() == UNAVAILABLE && !isBusy(answer)) {
        failure = new Failure(address, System.nanoTime());
      }
      MemberClient.number(answer, MemberClient.VERSION).ifPresent(this::awaitHere);
    } catch (CompletionException e) {
      if (body == null || !body.isBroken()) {
        failure = new Failure(address, System.nanoTime());
        LOG.warn("The writer {} {}", address, Failures.describe(Passing.cause(e)));
      }
      if (Passing.isUnsent(e)) {
        return here.answer(request);
      }
    }
    return Passing.answer(response);
  }

  /** Returns the address of the writer; null if this member writes. */
  private @Nullable URI other() {
    String name = writer.get();
    if (name.isEmpty() || name.equals(own)) {
      return null;
    }
    URI address = ShardAddresses.address(name);
    Failure last = failure;
    boolean isAvoided =
        address.equals(last.address()) && System.nanoTime() - last.nanos() < AVOID_NANOS;
    return isAvoided ? null : address;
  }

  /** Returns whether a member has refused a request that it will take later. */
  private static boolean isBusy(HttpResponse<?> answer) {
    String reason = answer.headers().firstValue(ErrorResponses.REFUSED_FOR).orElse("");
    return !reason.isEmpty() && !STOPS.contains(reason);
  }

  /** Waits until searches of this member see a change. If it takes long, readers wait. */
  private void awaitHere(long version) {
    try {
      reached.apply(version).orTimeout(VISIBLE.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      LOG.warn("The batch {} is stored, and searches do not see it yet", version);
    }
  }
}
