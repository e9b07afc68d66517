package io.offerengine.bench.load;

import io.offerengine.bench.report.Surroundings;
import java.util.List;

/**
 * A load test: how and where it was made, and its results.
 *
 * @param settings how it was made
 * @param surroundings where the load was generated
 * @param levels the results by number of connections, at least one
 */
record LoadReport(Settings settings, Surroundings surroundings, List<LoadLevel> levels) {
  /**
   * How a load test is made.
   *
   * @param url where searches were posted
   * @param gzip whether compressed responses were asked for
   * @param offers number of offers of the market whose searches were sent
   * @param seed of the market and the draws
   * @param seconds of each run
   */
  record Settings(String url, boolean gzip, int offers, long seed, double seconds) {}

  /** Copies the list. */
  LoadReport {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels is empty");
    }
  }
}
