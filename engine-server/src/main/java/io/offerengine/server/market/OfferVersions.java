package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the offers that a service searches. A search waits for the version that its
 * client asks for, and names the age of its answer.
 *
 * <p><b>Threads.</b> Safe for all. A request that waits has none.
 */
public final class OfferVersions {
  /** The query parameter with the least version that a client accepts. */
  static final String LEAST = "min_version";

  /** The header with the version of the offers. */
  private static final String VERSION = "Offers-Version";

  /** The header with the age of the offers, in whole seconds. */
  private static final String AGE = "Offers-Age";

  /** How long a request waits if searches have no deadline. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final int LOOK_MILLIS = 20;

  private final SearchableOffers offers;
  private final LongFunction<CompletableFuture<?>> reached;
  private final Supplier<Duration> age;
  private final @Nullable Duration bound;

  /**
   * Creates the versions of an engine that others may change, too.
   *
   * @param reached returns a future that completes, without an exception, when searches see a
   *     version or a later one; it may never complete
   * @param age how old the offers may be: a batch that was committed longer ago is in them
   * @param bound how old they may be to be searched; null if this service commits the batches
   *     itself, so that none can be missing
   */
  public OfferVersions(
      SearchableOffers offers,
      LongFunction<CompletableFuture<?>> reached,
      Supplier<Duration> age,
      @Nullable Duration bound) {
    this.offers = offers;
    this.reached = reached;
    this.age = age;
    this.bound = bound;
  }

  /** Returns the versions of an engine to which this service alone applies batches. */
  public static OfferVersions of(SearchableOffers engine) {
    return new OfferVersions(
        engine,
        version -> {
          CompletableFuture<Void> reached = new CompletableFuture<>();
          look(engine, reached, version);
          return reached;
        },
        () -> Duration.ZERO,
        null);
  }

  // Who knows a version of this service asks after it is visible: hardly anybody waits.
  private static void look(SearchableOffers engine, CompletableFuture<Void> reached, long version) {
    if (engine.snapshot().version() >= version) {
      reached.complete(null);
    } else if (!reached.isDone()) {
      CompletableFuture.delayedExecutor(LOOK_MILLIS, TimeUnit.MILLISECONDS)
          .execute(() -> look(engine, reached, version));
    }
  }

  /** Returns an answer that names the version of its offers. */
  static Answer named(Snapshot snapshot, Answer answer) {
    return answer.with(VERSION, Long.toString(snapshot.version()));
  }

  /**
   * Answers a search.
   *
   * @param search answers by a snapshot that it takes itself
   */
  Answer answer(ApiRequest request, Endpoint search) throws IOException {
    long least = request.parameters().version(LEAST);
    String problem = problem();
    if (problem != null) {
      throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, problem);
    }
    if (offers.snapshot().version() < least) {
      return await(least, request.timeLeft());
    }
    // If this service commits the batches itself, no offer can be old.
    Duration now = bound == null ? null : age.get();
    Answer answer = search.answer(request);
    return now == null ? answer : answer.with(AGE, Long.toString(now.toSeconds()));
  }

  private Answer await(long least, @Nullable Duration timeLeft) {
    Duration longest = timeLeft == null ? LONGEST_WAIT : timeLeft;
    return Answer.again(
        reached
            .apply(least)
            .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(timeout -> {
              throw tooLate(least);
            }));
  }

  private EngineException tooLate(long least) {
    return ErrorResponses.refusal(
        ErrorCode.DEADLINE_EXCEEDED,
        ("the offers have the version %s, and the version %s, which min_version asks for,"
                + " did not come in time; try again")
            .formatted(offers.snapshot().version(), least));
  }

  /** Returns why the offers may not be searched now, for clients; null if they may. */
  public @Nullable String problem() {
    Duration most = bound;
    Duration now = most == null ? Duration.ZERO : age.get();
    return most == null || now.compareTo(most) <= 0
        ? null
        : ("this service can't follow the changes of offers: its offers may be %s s old, and the"
                + " bound is %s s; ask another one, or try again")
            .formatted(now.toSeconds(), most.toSeconds());
  }
}
