package io.offerengine.bench.load;

import org.HdrHistogram.Histogram;

/**
 * The outcome of one run of requests.
 *
 * @param requests number of requests
 * @param rate requests answered per second
 * @param bytesPerSecond bytes of the bodies of responses per second
 * @param p50 median latency, µs, from the instant at which a request was due to its last byte
 * @param p90 90th percentile, µs
 * @param p99 99th percentile, µs
 * @param max the longest latency, µs
 */
record Measured(
    long requests,
    double rate,
    double bytesPerSecond,
    double p50,
    double p90,
    double p99,
    double max) {
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Returns the outcome of requests.
   *
   * @param latencies of all requests, in ns
   * @param bytes of all responses' bodies
   * @param seconds from the first start to the last byte
   */
  static Measured of(Histogram latencies, long bytes, double seconds) {
    return new Measured(
        latencies.getTotalCount(),
        latencies.getTotalCount() / seconds,
        bytes / seconds,
        micros(latencies, 50),
        micros(latencies, 90),
        micros(latencies, 99),
        micros(latencies, 100));
  }

  private static double micros(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
