package io.offerengine.bench.load;

import com.fasterxml.jackson.annotation.JsonProperty;
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
 * @param p999 99.9th percentile, µs
 * @param max the longest latency, µs
 */
record Measured(
    long requests,
    double rate,
    double bytesPerSecond,
    @JsonProperty("p50_us") double p50,
    @JsonProperty("p90_us") double p90,
    @JsonProperty("p99_us") double p99,
    @JsonProperty("p999_us") double p999,
    @JsonProperty("max_us") double max) {
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
        micros(latencies, 99.9),
        micros(latencies, 100));
  }

  private static double micros(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
