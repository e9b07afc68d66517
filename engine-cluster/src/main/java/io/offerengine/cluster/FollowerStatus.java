package io.offerengine.cluster;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a {@link LogFollower} is.
 *
 * @param position the position of the engine's offers; null before the first offers were loaded
 * @param head the number of the last batch of the log, as far as the follower knows
 * @param age how long ago the engine surely had all batches of the log; since the start of the
 *     follower if it never had
 * @param isReloading whether the follower loads all offers, or waits to do so; searches see the
 *     earlier offers
 * @param unreachableSince since when the log can't be reached; null if it can
 * @param restored what was found if the log was replaced by an older or another one and the
 *     operator has not accepted this; null otherwise. The engine then keeps its offers, and nobody
 *     should append batches.
 * @param failure why the follower failed for a reason of its own, for operators; null if it works
 * @param batches how many batches were applied
 * @param reloads how often all offers were loaded, the first time included
 * @param restores how often the follower found that the log was replaced
 */
public record FollowerStatus(
    @Nullable Position position,
    long head,
    Duration age,
    boolean isReloading,
    @Nullable Instant unreachableSince,
    @Nullable String restored,
    @Nullable String failure,
    long batches,
    long reloads,
    long restores) {

  /** Returns how many batches the engine lacks, as far as the follower knows. */
  public long lag() {
    return position == null ? head : Math.max(0, head - position.seq());
  }
}
