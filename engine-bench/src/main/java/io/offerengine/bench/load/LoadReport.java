package io.offerengine.bench.load;

import java.util.List;
import java.util.Map;

/**
 * A load test, as it was made and what it measured.
 *
 * @param url where the searches went
 * @param gzip whether compressed responses were asked for
 * @param offers the market that the searches were drawn from
 * @param seed of the market and the draws
 * @param seconds of each measured run
 * @param surroundings the machine, the JVM and the commit, by name
 * @param levels what was measured
 */
record LoadReport(
    String url,
    boolean gzip,
    int offers,
    long seed,
    double seconds,
    Map<String, String> surroundings,
    List<LoadLevel> levels) {
  /** Copies both. */
  LoadReport {
    surroundings = Map.copyOf(surroundings);
    levels = List.copyOf(levels);
  }
}
