package io.offerengine.bench.market;

import io.offerengine.schema.Offer;
import java.util.Iterator;
import java.util.stream.IntStream;

/**
 * The offers of a generated market that is distributed like the real one.
 *
 * <p>The same seed and number give the same offers, bit for bit, on every machine and JVM. Hosts
 * own machines, machines publish their slices, and the offers come in random order: position,
 * identifier and price are independent. If two markets have the same seed, the larger one contains
 * the smaller one; only the last machine of the smaller one may lack slices.
 *
 * <p><b>Cost.</b> A few microseconds per offer, in any order: an offer is computed from the seed
 * and its number alone.
 *
 * <p><b>Memory.</b> The memory of {@link Market}.
 *
 * <p><b>Threads.</b> Immutable; each iterator is confined to one thread.
 */
public final class OfferGenerator implements Iterable<Offer> {
  /** The instant of a market, in seconds since 1970: 2026-07-18, 08:43 UTC. */
  public static final double NOW = 1_784_365_000;

  /** The largest number of offers. */
  public static final int MOST_OFFERS = 10_000_000;

  private final Market market;
  private final int offers;
  private final Permutation order;

  /**
   * Lays out a market.
   *
   * @param seed any number
   * @param offers 1 to {@link #MOST_OFFERS}
   */
  public OfferGenerator(long seed, int offers) {
    if (offers < 1 || offers > MOST_OFFERS) {
      throw new IllegalArgumentException(
          "a market has 1 to " + MOST_OFFERS + " offers, not " + offers);
    }
    this.market = new Market(seed);
    this.offers = offers;
    this.order = new Permutation(offers, Draws.of(seed, Draws.Kind.ORDER, 0));
    market.growToOffers(offers);
  }

  /** Returns the number of offers. */
  public int size() {
    return offers;
  }

  /** Returns one offer by its number, from 0. */
  public Offer offer(int number) {
    if (number < 0 || number >= offers) {
      throw new IllegalArgumentException(
          "offers are numbered 0 to " + (offers - 1) + ", but got " + number);
    }
    int position = (int) order.map(number);
    Machine machine = market.machine(market.machineOf(position));
    Slicing.Slice slice =
        machine.shape().slicing().slices().get(position - machine.firstPosition());
    return OfferAssembly.of(
        machine,
        slice,
        Market.offerId(position),
        market.bundleId(machine, slice),
        market.occupancy(machine));
  }

  /** Returns the offers in their random order; the iterator computes each offer when it comes. */
  @Override
  public Iterator<Offer> iterator() {
    return IntStream.range(0, offers).<Offer>mapToObj(this::offer).iterator();
  }
}
