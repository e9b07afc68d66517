package io.offerengine.server;

import io.offerengine.SearchableOffers;
import io.offerengine.log.LogStatus;
import io.offerengine.server.market.OfferVersions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The versions of an engine that follows a log or a topic: numbers of entries, or offsets. */
final class LogVersions implements OfferVersions {
  /** How far an engine is that is not open yet. */
  static final LogStatus UNKNOWN =
      new LogStatus(0, 0, Duration.ZERO, true, null, null, null, false, 0, 0, 0, 0, 0);

  private final SearchableOffers offers;
  private final Supplier<LogStatus> status;
  private final LongFunction<CompletableFuture<?>> reached;
  private final @Nullable Duration bound;

  /**
   * Creates the versions of an engine.
   *
   * @param reached returns a future that completes when searches see a version
   * @param bound how old the offers may be; null if this service alone changes them
   */
  LogVersions(
      SearchableOffers offers,
      Supplier<LogStatus> status,
      LongFunction<CompletableFuture<?>> reached,
      @Nullable Duration bound) {
    this.offers = offers;
    this.status = status;
    this.reached = reached;
    this.bound = bound;
  }

  @Override
  public long version() {
    return offers.snapshot().version();
  }

  @Override
  public CompletableFuture<?> reached(long version) {
    return reached.apply(version);
  }

  @Override
  public @Nullable Duration age() {
    return bound == null ? null : status.get().age();
  }

  @Override
  public @Nullable String problem() {
    Duration most = bound;
    if (most == null) {
      return null;
    }
    Duration age = status.get().age();
    return age.compareTo(most) > 0
        ? "this service can't follow the changes of offers: its offers may be "
            + age.toSeconds()
            + " s old, and the bound is "
            + most.toSeconds()
            + " s; ask another one, or try again"
        : null;
  }

  /** Returns why the service is not ready, for operators; null if it is. */
  @Nullable String unreadiness() {
    LogStatus now = status.get();
    if (now.restored() != null) {
      return "the log is not the one that this service followed, so changes are refused: "
          + now.restored()
          + "; bring the right one back, or run accept-restore";
    }
    if (now.isReloading()) {
      return "this service loads all offers again"
          + (now.failure() == null ? "" : ", after a failure: " + now.failure());
    }
    String problem = problem();
    if (problem == null) {
      return null;
    }
    return problem
        + "; position "
        + now.version()
        + " of "
        + now.head()
        + contact(now)
        + (now.failure() == null ? "" : ", " + now.failure());
  }

  private static String contact(LogStatus status) {
    if (status.unreachableSince() != null) {
      return ", the log can't be reached since " + status.unreachableSince();
    }
    return status.lag() == 0 ? ", the log does not answer" : "";
  }
}
