package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.FollowerStatus;
import io.offerengine.cluster.LogFollower;
import io.offerengine.server.market.OfferVersions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The versions of a member, which are the numbers of the log's batches. */
final class MemberVersions implements OfferVersions {
  private final OfferEngine engine;
  private final LogFollower follower;
  private final Duration bound;

  /**
   * Creates the versions of a member.
   *
   * @param bound how old the offers may be
   */
  MemberVersions(OfferEngine engine, LogFollower follower, Duration bound) {
    this.engine = engine;
    this.follower = follower;
    this.bound = bound;
  }

  @Override
  public long version() {
    return engine.snapshot().version();
  }

  @Override
  public CompletableFuture<?> reached(long version) {
    return follower.reached(version);
  }

  @Override
  public Duration age() {
    return follower.status().age();
  }

  @Override
  public @Nullable String problem() {
    Duration age = follower.status().age();
    return age.compareTo(bound) > 0
        ? "this member can't follow the changes of offers: its offers may be "
            + age.toSeconds()
            + " s old, and the bound is "
            + bound.toSeconds()
            + " s; ask another member, or try again"
        : null;
  }

  private static String contact(FollowerStatus status) {
    if (status.unreachableSince() != null) {
      return ", the log can't be reached since " + status.unreachableSince();
    }
    return status.lag() == 0 ? ", the log does not answer" : "";
  }

  /** Returns why the member is not ready, for operators; null if it is. */
  @Nullable String unreadiness() {
    FollowerStatus status = follower.status();
    if (status.restored() != null) {
      return "the log is not the one that this member followed, so changes are refused: "
          + status.restored()
          + "; bring the right one back, or run accept-restore";
    }
    if (status.isReloading()) {
      return "this member loads all offers again"
          + (status.failure() == null ? "" : ", after a failure: " + status.failure());
    }
    String problem = problem();
    if (problem == null) {
      return null;
    }
    return problem
        + "; position "
        + (status.position() == null ? "none" : status.position().seq())
        + " of "
        + status.head()
        + contact(status);
  }
}
