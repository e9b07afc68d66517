package io.offerengine.internal.index;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The instant by which a search must be done.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class Deadline {
  private static final Duration CENTURY = Duration.ofDays(36_525);

  private final LongSupplier nanos;
  private final long endNanos;

  /** Null for no limit. */
  private final @Nullable Duration allowed;

  /** Starts the time of a search; null, or more than a century, sets no limit. */
  public Deadline(@Nullable Duration longest) {
    this(longest, System::nanoTime);
  }

  /**
   * Starts the time of a search by a clock.
   *
   * @param nanos a clock like {@link System#nanoTime}
   */
  public Deadline(@Nullable Duration longest, LongSupplier nanos) {
    this.nanos = nanos;
    Duration limit = longest == null || longest.compareTo(CENTURY) >= 0 ? null : longest;
    this.allowed = limit;
    this.endNanos =
        limit == null ? 0 : nanos.getAsLong() + (limit.isNegative() ? 0 : limit.toNanos());
  }

  /**
   * Checks the time.
   *
   * @throws EngineException DEADLINE_EXCEEDED when it is over
   */
  public void check() {
    if (allowed != null && nanos.getAsLong() - endNanos >= 0) {
      throw new EngineException(
          ErrorCode.DEADLINE_EXCEEDED,
          "DEADLINE_EXCEEDED: the search took longer than the " + allowed + " allowed");
    }
  }
}
