package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The present state of a machine, after the changes of a {@link ChangeStream}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class MachineState {
  private static final double LEAST_RELIABILITY = 0.5;
  private static final double MOST_RELIABILITY = 0.9995;

  private final Market market;
  private final Machine original;
  private final List<Slicing.Slice> slices;

  /** By slice, the identifier of its offer. */
  private final long[] ids;

  private Machine machine;
  private Occupancy occupancy;

  /**
   * Creates the state of a machine at the start.
   *
   * @param published the number of its slices that are published
   */
  MachineState(Market market, Machine machine, int published, Occupancy occupancy) {
    this.market = market;
    this.original = machine;
    this.machine = machine;
    this.slices = machine.shape().slicing().slices().subList(0, published);
    this.ids = new long[published];
    for (int i = 0; i < published; i++) {
      ids[i] = Market.offerId(machine.firstPosition() + i);
    }
    this.occupancy = occupancy;
  }

  /** Returns the offers of the published slices, by their identifiers, in the slices' order. */
  Map<Long, Offer> offers() {
    Map<Long, Offer> offers = new LinkedHashMap<>();
    for (Slicing.Slice slice : slices) {
      long id = ids[slice.ordinal()];
      long bundleId = market.bundleId(machine, slice);
      offers.put(id, OfferAssembly.of(machine, slice, id, bundleId, occupancy));
    }
    return offers;
  }

  /** Rents a slice if it can be rented. */
  void rent(Draws draws) {
    Slicing.Slice rented = slices.get(draws.below(slices.size()));
    if (occupancy.isRentable(rented)) {
      occupancy = occupancy.rent(rented);
    }
  }

  /** Ends a rental if there is one, and returns whether the slice has the new identifier. */
  boolean release(Draws draws, long newId) {
    int first = draws.below(slices.size());
    for (int i = 0; i < slices.size(); i++) {
      Slicing.Slice rented = slices.get((first + i) % slices.size());
      if (occupancy.isRented(rented)) {
        ids[rented.ordinal()] = newId;
        occupancy = occupancy.release(rented);
        return true;
      }
    }
    return false;
  }

  /** Scales the price and rounds it like its host. */
  void scalePrice(double factor, double rounding) {
    Terms terms = machine.terms();
    double price = Terms.rounded(terms.gpuPrice() * factor, rounding);
    if (price != terms.gpuPrice()) {
      double bid =
          terms.gpuBid() == terms.gpuPrice()
              ? price
              : Terms.rounded(terms.gpuBid() * factor, rounding);
      machine = machine.with(new Terms(price, bid));
    }
  }

  /** Sets the bandwidth, as a factor of the original bandwidth, and changes the reliability. */
  void measure(double speed, double reliabilityStep) {
    double before = machine.values().number(MarketplaceSchema.RELIABILITY);
    double lack = (1 - before) * (1 - reliabilityStep / 10);
    double after = Math.min(MOST_RELIABILITY, Math.max(LEAST_RELIABILITY, 1 - lack));
    Offer.Builder values = machine.values().toBuilder();
    Network.scale(original.values(), speed, values);
    Reputation.setReliability(Math.rint(after * 1e7) / 1e7, values);
    machine = machine.with(values.buildPart());
  }
}
