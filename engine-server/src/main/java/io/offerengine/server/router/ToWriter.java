package io.offerengine.server.router;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes changes of offers on to the member that writes the log, for logs that one member at a time
 * writes.
 *
 * <p>If that member can't be connected to, this one takes the change, and so becomes the writer. It
 * also takes the changes after one to which the other member gave no answer or 503, for some
 * seconds: the answer to that one is passed on, since it may have taken effect.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 101.
 */
public final class ToWriter {
  /** Says that the sender believes that this member is the writer. */
  private static final String PASSED_ON = "Passed-To-Writer";

  private static final String VERSION = "Offers-Version";
  private static final Pattern ADDRESS = Pattern.compile("https?://.+");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long AVOID_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int UNAVAILABLE = 503;
  private static final Logger LOG = LoggerFactory.getLogger(ToWriter.class);

  private final Supplier<String> writer;
  private final String own;
  private final LongFunction<CompletableFuture<?>> reached;
  private final Passing passing = new Passing(PATIENCE, PATIENCE);

  /** The member that failed last, and when. */
  private volatile Failure failure = new Failure("", 0);

  private record Failure(String address, long nanos) {}

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
    return route.answeredBy(request -> answer(request, route.endpoint()));
  }

  private Answer answer(ApiRequest request, Endpoint here) throws IOException {
    String address = writer.get();
    if (address.equals(own)
        || !ADDRESS.matcher(address).matches()
        || request.header(PASSED_ON) != null
        || isAvoided(address)) {
      return here.answer(request);
    }
    ForwardedBody body = Passing.body(request);
    CompletableFuture<HttpResponse<InputStream>> response =
        passing.send(request, body, URI.create(address), PASSED_ON, own);
    if (body != null) {
      passing.await(body, response);
    }
    try {
      HttpResponse<InputStream> answer = response.join();
      if (answer.statusCode() == UNAVAILABLE) {
        failure = new Failure(address, System.nanoTime());
      }
      MemberClient.number(answer, VERSION).ifPresent(this::awaitHere);
    } catch (CompletionException e) {
      failure = new Failure(address, System.nanoTime());
      LOG.warn("The writer {} {}", address, Failures.describe(Passing.cause(e)));
      if (Passing.isUnsent(e)) {
        return here.answer(request);
      }
    }
    return Passing.answer(response);
  }

  private boolean isAvoided(String address) {
    Failure last = failure;
    return last.address().equals(address) && System.nanoTime() - last.nanos() < AVOID_NANOS;
  }

  /** Waits until searches of this member see a change. If it takes long, readers wait. */
  private void awaitHere(long version) {
    try {
      reached.apply(version).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The batch {} is stored, and searches do not see it yet", version);
    }
  }
}
