package io.offerengine.cluster.kafka;

import org.jspecify.annotations.Nullable;

/**
 * The member that wrote the last known batch of a log.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class LastWriter {
  private long seq;
  private @Nullable String name;

  /** Returns the name of the member, empty if it has none; null if no batch is known. */
  synchronized @Nullable String name() {
    return name;
  }

  /** Notes who wrote a batch. A reader may be behind what is known already. */
  synchronized void wrote(long batch, String member) {
    if (batch >= seq) {
      seq = batch;
      name = member;
    }
  }
}
