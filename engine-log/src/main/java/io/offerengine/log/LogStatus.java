package io.offerengine.log;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far an engine is that follows a log: in a database, or a topic of Apache Kafka.
 *
 * @param version the number of the last entry that searches see; 0 before the first one
 * @param head the number of the last entry of the log, as far as the engine knows
 * @param age how long ago searches surely saw all entries of the log; 0 on SQLite, where nobody
 *     else appends
 * @param isReloading whether all offers are loaded again; searches see the earlier ones
 * @param unreachableSince since when the database or Kafka can't be reached; null if it can
 * @param restored what was found if the log lacks an entry that was visible here and no operator
 *     has accepted this; null otherwise. Searches go on, and batches are refused.
 * @param failure why entries can't be applied, for operators; null if they can
 * @param isOutdated whether a build with other fields has appended: batches are refused here
 * @param entries how many entries of others were applied
 * @param appended how many entries were appended here
 * @param refused how many batches did not fit the stored offers
 * @param reloads how often all offers were loaded from the log
 * @param restores how often the log was found to lack an entry that was visible here
 */
public record LogStatus(
    long version,
    long head,
    Duration age,
    boolean isReloading,
    @Nullable Instant unreachableSince,
    @Nullable String restored,
    @Nullable String failure,
    boolean isOutdated,
    long entries,
    long appended,
    long refused,
    long reloads,
    long restores) {
  /** Returns how many entries searches do not see, as far as the engine knows. */
  public long lag() {
    return Math.max(0, head - version);
  }
}
