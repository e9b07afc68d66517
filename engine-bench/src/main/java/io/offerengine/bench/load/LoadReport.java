package io.offerengine.bench.load;

import io.offerengine.bench.report.Surroundings;
import java.util.List;

/**
 * A load test: its settings, its surroundings, and its results.
 *
 * @param settings the options of the test
 * @param surroundings the machine, JVM and commit that generated the load
 * @param levels the results by number of connections, at least one
 */
record LoadReport(Settings settings, Surroundings surroundings, List<LoadLevel> levels) {
  /**
   * The options of a load test.
   *
   * @param url the address to which searches were posted
   * @param gzip whether the requests asked for compressed responses
   * @param offers the size of the market from which searches were drawn
   * @param seed of the market and the draws
   * @param seconds of each run
   */
  record Settings(String url, boolean gzip, int offers, long seed, double seconds) {
    /** Returns the settings as a line of text. */
    String line() {
      return url
          + (gzip ? " with gzip" : " without gzip")
          + ", Q2 of "
          + offers
          + " offers, seed "
          + seed
          + ", "
          + seconds
          + " s a run\n";
    }
  }

  /** Copies the list. */
  LoadReport {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels is empty");
    }
  }
}
