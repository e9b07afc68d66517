package io.offerengine.bench;

import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine as a {@link ChangeStream} has left it. Made for one event and dropped; what changed is
 * remembered by its {@link MarketState}.
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
   * What of a machine is no longer as it was laid out.
   *
   * @param gone whether it departed
   * @param occupancy which slices are rented; null for those at the start
   * @param relistedIds by slice, the identifier since it came back, 0 for its first; null for none
   * @param gpuPrice host's price of a GPU; NaN for the first
   * @param gpuBid host's smallest bid for a GPU; NaN for the first
   * @param speed factor on its bandwidth
   * @param reliability its reliability; NaN for the first
   */
  record Memory(
      boolean gone,
      @Nullable Occupancy occupancy,
      long @Nullable [] relistedIds,
      double gpuPrice,
      double gpuBid,
      double speed,
      double reliability) {
    /** Nothing changed. */
    static final Memory NONE = new Memory(false, null, null, Double.NaN, Double.NaN, 1, Double.NaN);
  }

  MachineState(MarketState state, Machine original) {
    this.state = state;
    this.original = original;
    this.slices = original.shape().slicing().slices().subList(0, state.publishedSlices(original));
    this.memory = state.memory(original);
  }

  /** Returns whether it departed. */
  boolean isGone() {
    return memory.gone;
  }

  /** Returns the published slices. */
  List<Slicing.Slice> slices() {
    return slices;
  }

  /** Returns which of them are rented. */
  Occupancy occupancy() {
    Occupancy occupancy = memory.occupancy;
    return occupancy == null ? state.market().occupancy(original) : occupancy;
  }

  /** Returns the identifier of a slice's offer. */
  long offerId(Slicing.Slice slice) {
    long[] ids = memory.relistedIds;
    boolean isFirst = ids == null || ids[slice.ordinal()] == 0;
    return isFirst
        ? OfferIds.ofPlace(original.firstPlace() + slice.ordinal())
        : ids[slice.ordinal()];
  }

  /** Returns a slice's offer. */
  Offer offer(Slicing.Slice slice) {
    long bundleId = state.market().bundleId(original, slice);
    return OfferAssembly.of(machine(), slice, offerId(slice), bundleId, occupancy());
  }

  /** Starts a revision of a slice's offer. */
  Offer.Builder revision(Slicing.Slice slice) {
    return Offer.builder(MarketplaceSchema.schema()).set(MarketplaceSchema.ID, offerId(slice));
  }

  /** Lets it depart. */
  void leave() {
    remember(new Memory(true, null, null, Double.NaN, Double.NaN, 1, Double.NaN));
  }

  /** Changes which slices are rented. */
  void occupy(Occupancy occupancy) {
    remember(
        new Memory(
            false,
            occupancy,
            memory.relistedIds,
            memory.gpuPrice,
            memory.gpuBid,
            memory.speed,
            memory.reliability));
  }

  /** Gives a slice's offer a new identifier. */
  void relist(Slicing.Slice slice) {
    long[] old = memory.relistedIds;
    long[] ids = old == null ? new long[slices.size()] : Arrays.copyOf(old, old.length);
    ids[slice.ordinal()] = state.nextRelistedId();
    remember(
        new Memory(
            false,
            memory.occupancy,
            ids,
            memory.gpuPrice,
            memory.gpuBid,
            memory.speed,
            memory.reliability));
  }

  /** Moves the price by a factor, rounded as hosts do; returns whether that is another price. */
  boolean scalePrice(double factor, double rounding) {
    Terms terms = machine().terms();
    double price = Rounding.of(terms.gpuPrice() * factor, rounding);
    if (price == terms.gpuPrice()) {
      return false;
    }
    double bid =
        terms.gpuBid() == terms.gpuPrice() ? price : Rounding.of(terms.gpuBid() * factor, rounding);
    remember(
        new Memory(
            false,
            memory.occupancy,
            memory.relistedIds,
            price,
            bid,
            memory.speed,
            memory.reliability));
    return true;
  }

  /** Measures bandwidth, now by a factor of the first one, and reliability. */
  void measure(double speed, double reliabilityStep) {
    double before = machine().standing().reliability();
    double lack = (1 - before) * (1 - reliabilityStep / 10);
    double after = Math.min(MOST_RELIABILITY, Math.max(LEAST_RELIABILITY, 1 - lack));
    remember(
        new Memory(
            false,
            memory.occupancy,
            memory.relistedIds,
            memory.gpuPrice,
            memory.gpuBid,
            speed,
            Math.rint(after * 1e7) / 1e7));
  }

  private void remember(Memory changed) {
    memory = changed;
    state.remember(original, changed);
  }

  private Machine machine() {
    return new Machine(
        original.index(),
        original.id(),
        original.hostId(),
        original.firstPlace(),
        original.host(),
        original.shape(),
        original.hardware(),
        original.network().scaled(memory.speed),
        Double.isNaN(memory.reliability)
            ? original.standing()
            : original.standing().withReliability(memory.reliability),
        Double.isNaN(memory.gpuPrice)
            ? original.terms()
            : original.terms().withPrices(memory.gpuPrice, memory.gpuBid));
  }
}
