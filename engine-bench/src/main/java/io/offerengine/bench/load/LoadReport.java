package io.offerengine.bench.load;

import io.offerengine.bench.compare.Surroundings;
import java.util.List;

/**
 * A load test, as it was made and what it measured.
 *
 * @param url where the searches went
 * @param gzip whether compressed responses were asked for
 * @param offers the market that the searches were drawn from
 * @param seed of the market and the draws
 * @param seconds of each measured run
 * @param surroundings where it was measured
 * @param levels what was measured
 */
record LoadReport(
    String url,
    boolean gzip,
    int offers,
    long seed,
    double seconds,
    Surroundings surroundings,
    List<LoadLevel> levels) {
  /** Copies the list. */
  LoadReport {
    levels = List.copyOf(levels);
  }
}
