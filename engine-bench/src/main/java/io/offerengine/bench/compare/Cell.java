package io.offerengine.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.SearchClass;

/**
 * The durations of one class for one peer: quantiles over the draws, each draw represented by the
 * median of its repeats.
 *
 * @param kind the class
 * @param peer the peer
 * @param draws number of draws that were timed; fewer than all if the time ran out
 * @param p50 median, µs
 * @param p99 99th percentile, µs
 * @param engineP50 the engine's median in turns with this peer, µs; for the engine, its {@code p50}
 */
public record Cell(
    @JsonProperty("class") SearchClass kind,
    PeerKind peer,
    int draws,
    @JsonProperty("p50_us") double p50,
    @JsonProperty("p99_us") double p99,
    @JsonProperty("engine_p50_us") double engineP50) {
  /** Returns the median as a multiple of the engine's median in the same turns. */
  public double factor() {
    return p50 / engineP50;
  }

  /** Returns whether every draw was timed. If not, the quantiles are those of the first draws. */
  @JsonIgnore
  public boolean isWhole() {
    return draws >= MarketDraws.COUNT;
  }
}
