package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The changes of a market after its offers were published: an endless stream.
 *
 * <p>Events are drawn by their shares: a slice is rented (40 %), a rental ends (38 %), the price of
 * a machine changes (10 %), its connection and reliability are measured again (8 %), a machine
 * arrives or departs (4 %, balanced so that the size of the market stays the same). The shares are
 * estimates from the price of one offer over several days and from the frequency at which machines
 * were seen. An impossible event, such as the rental of a rented slice, is skipped.
 *
 * <p>An event changes all offers that it concerns, one after the other. A rental makes every slice
 * that shares a GPU unrentable. When a rental ends, the slice returns under a new identifier, like
 * a real slice. No update or delete names an unknown offer.
 *
 * <p>The same seed, number of offers and instant give the same changes on every machine and JVM.
 *
 * <p><b>Memory.</b> The memory of {@link Market}, and up to a kilobyte for each changed machine.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ChangeStream implements Iterator<MarketChange> {
  private static final double RENTALS = 0.40;
  private static final double RETURNS = 0.38;
  private static final double PRICE_MOVES = 0.10;
  private static final double MEASUREMENTS = 0.08;

  /** The probability that a price which changes falls. */
  private static final double PRICE_FALLS = 0.5;

  private final MarketState state;
  private final Draws draws;
  private final ArrayDeque<MarketChange> pending = new ArrayDeque<>();

  /** Starts the changes of the market that an {@link OfferGenerator} of the same values makes. */
  public ChangeStream(long seed, int offers, double now) {
    this.state = new MarketState(seed, offers, now);
    this.draws = Draws.of(seed, Draws.Kind.CHANGES, 0);
  }

  /** Returns true: the stream has no end. */
  @Override
  public boolean hasNext() {
    return true;
  }

  /** Returns the next change. */
  @Override
  public MarketChange next() {
    while (pending.isEmpty()) {
      happen(draws.unit());
    }
    return pending.remove();
  }

  private void happen(double rank) {
    int position = draws.below(state.size());
    if (rank < RENTALS) {
      rent(state.machine(position));
    } else if (rank < RENTALS + RETURNS) {
      comeBack(state.machine(position));
    } else if (rank < RENTALS + RETURNS + PRICE_MOVES) {
      movePrice(state.machine(position));
    } else if (rank < RENTALS + RETURNS + PRICE_MOVES + MEASUREMENTS) {
      measure(state.machine(position));
    } else if (state.size() > 1 && draws.below(state.size() + state.sizeAtStart()) < state.size()) {
      // A departure is likelier if there are more machines: the size of the market stays.
      depart(state.machine(position));
      state.remove(position);
    } else {
      arrive(state.arrival());
    }
  }

  private void arrive(MachineState machine) {
    for (Slicing.Slice slice : machine.slices()) {
      pending.add(new MarketChange.Appearance(machine.offer(slice)));
    }
  }

  private void depart(MachineState machine) {
    for (Slicing.Slice slice : machine.slices()) {
      pending.add(new MarketChange.Disappearance(machine.offerId(slice)));
    }
  }

  private void rent(MachineState machine) {
    Slicing.Slice rented = machine.slices().get(draws.below(machine.slices().size()));
    Occupancy before = machine.occupancy();
    if (!before.isRentable(rented)) {
      return;
    }
    machine.occupy(before.rent(rented));
    addStates(machine, before, rented);
  }

  private void comeBack(MachineState machine) {
    Occupancy before = machine.occupancy();
    int positions = machine.slices().size();
    int first = draws.below(positions);
    for (int i = 0; i < positions; i++) {
      Slicing.Slice rented = machine.slices().get((first + i) % positions);
      if (before.isRented(rented)) {
        pending.add(new MarketChange.Disappearance(machine.offerId(rented)));
        machine.relist(rented);
        machine.occupy(before.release(rented));
        pending.add(new MarketChange.Appearance(machine.offer(rented)));
        addStates(machine, before, rented);
        return;
      }
    }
  }

  /** Adds revisions of the slices whose state has changed, except for a slice that returned. */
  private void addStates(MachineState machine, Occupancy before, Slicing.Slice cause) {
    Occupancy after = machine.occupancy();
    for (Slicing.Slice slice : machine.slices()) {
      boolean returned = slice.ordinal() == cause.ordinal() && !after.isRented(slice);
      boolean rentableMoved = before.isRentable(slice) != after.isRentable(slice);
      if (!returned && rentableMoved) {
        Offer.Builder values = machine.revision(slice);
        values.set(MarketplaceSchema.RENTABLE, after.isRentable(slice));
        if (slice.ordinal() == cause.ordinal()) {
          values.set(MarketplaceSchema.RENTED, after.isRented(slice));
        }
        pending.add(new MarketChange.Revision(values.build()));
      }
    }
  }

  private void movePrice(MachineState machine) {
    double rise = draws.between(1.02, 1.2);
    double factor = draws.chance(PRICE_FALLS) ? 1 / rise : rise;
    double rounding = draws.unit();
    if (!machine.scalePrice(factor, rounding)) {
      return;
    }
    for (Slicing.Slice slice : machine.slices()) {
      Offer whole = machine.offer(slice);
      pending.add(
          new MarketChange.Revision(
              machine
                  .revision(slice)
                  .set(MarketplaceSchema.DPH_BASE, whole.number(MarketplaceSchema.DPH_BASE))
                  .set(MarketplaceSchema.MIN_BID, whole.number(MarketplaceSchema.MIN_BID))
                  .set(MarketplaceSchema.SCORE, whole.number(MarketplaceSchema.SCORE))
                  .build()));
    }
  }

  private void measure(MachineState machine) {
    machine.measure(draws.between(0.9, 1.1), draws.between(-0.5, 0.5));
    for (Slicing.Slice slice : machine.slices()) {
      Offer whole = machine.offer(slice);
      pending.add(
          new MarketChange.Revision(
              machine
                  .revision(slice)
                  .set(MarketplaceSchema.INET_DOWN, whole.number(MarketplaceSchema.INET_DOWN))
                  .set(MarketplaceSchema.INET_UP, whole.number(MarketplaceSchema.INET_UP))
                  .set(MarketplaceSchema.RELIABILITY, whole.number(MarketplaceSchema.RELIABILITY))
                  .put(OfferAssembly.RELIABILITY_MULT, whole.number(OfferAssembly.RELIABILITY_MULT))
                  .set(MarketplaceSchema.SCORE, whole.number(MarketplaceSchema.SCORE))
                  .build()));
    }
  }
}
