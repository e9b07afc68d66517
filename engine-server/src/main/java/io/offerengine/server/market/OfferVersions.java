package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the offers that a service searches.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class OfferVersions {
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

  /** Returns the latest version that searches see. */
  long version() {
    return offers.snapshot().version();
  }

  /** Returns a future that completes when searches see a version; it may never complete. */
  CompletableFuture<?> reached(long version) {
    return reached.apply(version);
  }

  /** Returns how old the offers may be; null if none can be missing. */
  @Nullable Duration age() {
    return bound == null ? null : age.get();
  }

  /** Returns why the offers may not be searched now, for clients; null if they may. */
  public @Nullable String problem() {
    Duration most = bound;
    Duration now = age();
    return most == null || now == null || now.compareTo(most) <= 0
        ? null
        : ("this service can't follow the changes of offers: its offers may be %s s old, and the"
                + " bound is %s s; ask another one, or try again")
            .formatted(now.toSeconds(), most.toSeconds());
  }
}
