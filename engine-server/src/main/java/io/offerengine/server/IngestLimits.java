package io.offerengine.server;

import java.time.Duration;

/**
 * How much of an ingest is held in memory before it takes effect.
 *
 * @param batchBytes the largest batch, in bytes of its text
 * @param batchOffers the most offers of a batch; each takes about 1 KB until it is applied
 * @param ingestsAtOnce how many requests may collect a batch at once
 * @param patience how long a request waits until it may
 */
public record IngestLimits(int batchBytes, int batchOffers, int ingestsAtOnce, Duration patience) {
  /** Batches of 64 MiB and 100,000 offers, four at once, of which others wait for 10 seconds. */
  public static final IngestLimits DEFAULTS =
      new IngestLimits(64 << 20, 100_000, 4, Duration.ofSeconds(10));

  /** Checks that each is positive. */
  public IngestLimits {
    if (batchBytes < 1 || batchOffers < 1 || ingestsAtOnce < 1 || patience.isNegative()) {
      throw new IllegalArgumentException("a limit of an ingest is at least 1");
    }
  }

  /** Returns the same limits with another largest batch. */
  public IngestLimits withBatchBytes(int bytes) {
    return new IngestLimits(bytes, batchOffers, ingestsAtOnce, patience);
  }

  /** Returns the same limits with another number of offers in a batch. */
  public IngestLimits withBatchOffers(int offers) {
    return new IngestLimits(batchBytes, offers, ingestsAtOnce, patience);
  }

  /** Returns the same limits with another number of ingests at once, for which none waits. */
  public IngestLimits withIngestsAtOnce(int ingests) {
    return new IngestLimits(batchBytes, batchOffers, ingests, Duration.ZERO);
  }
}
