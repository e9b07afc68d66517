package io.offerengine.server.metrics;

import io.offerengine.server.router.RouterObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/**
 * Counts what a router does.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class RouterMetrics implements RouterObserver {
  private static final double NANOS = 1e-9;

  /** From a tenth of a millisecond to a tenth of a second. */
  private static final double[] SECONDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0015, 0.0025, 0.005, 0.01, 0.025, 0.1
  };

  private final Counter parts;
  private final Counter hedges;
  private final Histogram added;

  RouterMetrics(PrometheusRegistry registry) {
    parts =
        Counter.builder()
            .name("offer_engine_router_parts")
            .help("Requests for parts that have ended, by result.")
            .labelNames("result")
            .register(registry);
    hedges =
        Counter.builder()
            .name("offer_engine_router_hedges")
            .help("Parts that a second replica was asked for, since the first one was slow.")
            .register(registry);
    added =
        Histogram.builder()
            .name("offer_engine_router_added_seconds")
            .help("Time of a search beyond its slowest part.")
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .register(registry);
  }

  @Override
  public void part(Result result) {
    parts.labelValues(result.name().toLowerCase(Locale.ROOT)).inc();
  }

  @Override
  public void hedged() {
    hedges.inc();
  }

  @Override
  public void added(long nanos) {
    added.observe(nanos * NANOS);
  }
}
