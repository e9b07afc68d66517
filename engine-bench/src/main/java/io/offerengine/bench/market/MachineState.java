package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The present state of a machine, after the changes of a {@link ChangeStream}.
 *
 * <p>An object serves one event. The {@link MarketState} records the machine's changes.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class MachineState {
  private static final double LEAST_RELIABILITY = 0.5;
  private static final double MOST_RELIABILITY = 0.9995;

  private final MarketState state;
  private final Machine original;
  private final List<Slicing.Slice> slices;
  private Memory memory;

  /**
   * The differences of a machine from its original layout.
   *
   * @param occupancy the rented slices; null if unchanged
   * @param relistedIds by slice, its new identifier, or 0 for the original one; empty if no slice
   *     has a new identifier
   * @param machine the machine with its present prices, network and reliability; null if unchanged
   */
  record Memory(@Nullable Occupancy occupancy, List<Long> relistedIds, @Nullable Machine machine) {
    /** Nothing changed. */
    static final Memory NONE = new Memory(null, List.of(), null);
  }

  MachineState(MarketState state, Machine original) {
    this.state = state;
    this.original = original;
    this.slices = original.shape().slicing().slices().subList(0, state.publishedSlices(original));
    this.memory = state.memory(original);
  }

  /** Returns the published slices. */
  List<Slicing.Slice> slices() {
    return slices;
  }

  /** Returns the rented slices. */
  Occupancy occupancy() {
    Occupancy occupancy = memory.occupancy;
    return occupancy == null ? state.market().occupancy(original) : occupancy;
  }

  /** Returns the identifier of a slice's offer. */
  long offerId(Slicing.Slice slice) {
    List<Long> ids = memory.relistedIds;
    boolean isFirst = ids.isEmpty() || ids.get(slice.ordinal()) == 0;
    return isFirst
        ? OfferIds.ofPosition(original.firstPosition() + slice.ordinal())
        : ids.get(slice.ordinal());
  }

  /** Returns a slice's offer. */
  Offer offer(Slicing.Slice slice) {
    long bundleId = state.market().bundleId(original, slice);
    return OfferAssembly.of(machine(), slice, offerId(slice), bundleId, occupancy());
  }

  /** Starts a revision of a slice's offer. */
  Offer.Builder revision(Slicing.Slice slice) {
    return Offer.builder().set(MarketplaceSchema.ID, offerId(slice));
  }

  /** Changes which slices are rented. */
  void occupy(Occupancy occupancy) {
    remember(new Memory(occupancy, memory.relistedIds, memory.machine));
  }

  /** Gives a slice's offer a new identifier. */
  void relist(Slicing.Slice slice) {
    List<Long> ids =
        memory.relistedIds.isEmpty()
            ? new ArrayList<>(Collections.nCopies(slices.size(), 0L))
            : new ArrayList<>(memory.relistedIds);
    ids.set(slice.ordinal(), state.nextRelistedId());
    remember(new Memory(memory.occupancy, ids, memory.machine));
  }

  /** Scales the price and rounds it like its host; returns whether the price has changed. */
  boolean scalePrice(double factor, double rounding) {
    Terms terms = machine().terms();
    double price = Rounding.of(terms.gpuPrice() * factor, rounding);
    if (price == terms.gpuPrice()) {
      return false;
    }
    double bid =
        terms.gpuBid() == terms.gpuPrice() ? price : Rounding.of(terms.gpuBid() * factor, rounding);
    change(machine().network(), machine().reputation(), terms.withPrices(price, bid));
    return true;
  }

  /** Sets the bandwidth, as a factor of the original bandwidth, and changes the reliability. */
  void measure(double speed, double reliabilityStep) {
    double before = machine().reputation().reliability();
    double lack = (1 - before) * (1 - reliabilityStep / 10);
    double after = Math.min(MOST_RELIABILITY, Math.max(LEAST_RELIABILITY, 1 - lack));
    change(
        original.network().scaled(speed),
        machine().reputation().withReliability(Math.rint(after * 1e7) / 1e7),
        machine().terms());
  }

  private void change(Network network, Reputation reputation, Terms terms) {
    remember(
        new Memory(
            memory.occupancy, memory.relistedIds, original.with(network, reputation, terms)));
  }

  private void remember(Memory changed) {
    memory = changed;
    state.remember(original, changed);
  }

  private Machine machine() {
    return memory.machine == null ? original : memory.machine;
  }
}
