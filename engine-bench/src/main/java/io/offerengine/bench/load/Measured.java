package io.offerengine.bench.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What came of some requests.
 *
 * @param latencies in ns, from the instant at which each was to start to its last byte
 * @param bytes of all responses' bodies
 * @param seconds from the first start to the last byte
 */
record Measured(Histogram latencies, long bytes, double seconds) {
  /** Latencies are kept to three digits. */
  static final int DIGITS = 3;

  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns what came of all of several connections' requests, which ran side by side. */
  static Measured together(List<Measured> parts) {
    Histogram all = new Histogram(DIGITS);
    long bytes = 0;
    double seconds = 0;
    for (Measured part : parts) {
      all.add(part.latencies());
      bytes += part.bytes();
      seconds = Math.max(seconds, part.seconds());
    }
    return new Measured(all, bytes, seconds);
  }

  /** Returns the requests answered in a second. */
  double rate() {
    return latencies.getTotalCount() / seconds;
  }

  /** Returns the bytes of bodies in a second. */
  double bytesPerSecond() {
    return bytes / seconds;
  }

  /** Returns the latency that a share of the requests stayed below, in µs; 100 for the longest. */
  double micros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
