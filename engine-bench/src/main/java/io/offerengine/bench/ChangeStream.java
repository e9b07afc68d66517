package io.offerengine.bench;

import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * What happens in a market after its offers were published, without end.
 *
 * <p>Events and their shares, judged from one offer's price over several days and from how often
 * machines were seen: a slice is rented (40 %), a rental ends (38 %), a machine's price moves (10
 * %), its connection and reliability are measured again (8 %), it arrives (2 %) or departs (2 %).
 * An event changes all offers that it concerns, one after the other: a rental makes every slice
 * that shares a GPU unrentable, and when it ends the rented slice comes back under a new
 * identifier, as real ones do. Every change fits the offers that the generator and the changes
 * before it left: no update or delete names an unknown offer.
 *
 * <p>The same seed, number of offers and instant give the same changes on every machine and JVM.
 *
 * <p><b>Memory.</b> That of {@link Market}, and about 150 bytes for each machine that changed.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ChangeStream implements Iterator<MarketChange> {
  private static final double RENTALS = 0.40;
  private static final double RETURNS = 0.38;
  private static final double PRICE_MOVES = 0.10;
  private static final double MEASUREMENTS = 0.08;
  private static final double ARRIVALS = 0.02;

  /** How often a price falls when it moves. */
  private static final double PRICE_FALLS = 0.55;

  private final MarketState state;
  private final Draws draws;
  private final ArrayDeque<MarketChange> pending = new ArrayDeque<>();

  /** Starts the changes of the market that {@link OfferGenerator} makes of the same values. */
  public ChangeStream(long seed, int offers, double now) {
    this.state = new MarketState(seed, offers, now);
    this.draws = Draws.of(seed, Draws.Kind.CHANGES, 0);
  }

  /** Returns true: markets don't come to rest. */
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
    double left = rank - ARRIVALS;
    if (left < 0) {
      arrive(state.machineToArrive());
      return;
    }
    MachineState machine = state.machine(draws.below(state.machines()));
    if (machine.isGone()) {
      return;
    }
    if ((left -= RENTALS) < 0) {
      rent(machine);
    } else if ((left -= RETURNS) < 0) {
      comeBack(machine);
    } else if ((left -= PRICE_MOVES) < 0) {
      movePrice(machine);
    } else if (left < MEASUREMENTS) {
      measure(machine);
    } else {
      depart(machine);
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
    machine.leave();
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
    int places = machine.slices().size();
    int first = draws.below(places);
    for (int i = 0; i < places; i++) {
      Slicing.Slice rented = machine.slices().get((first + i) % places);
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

  /** Adds revisions of the slices, all but a returned one, whose state is not what it was. */
  private void addStates(MachineState machine, Occupancy before, Slicing.Slice cause) {
    Occupancy after = machine.occupancy();
    for (Slicing.Slice slice : machine.slices()) {
      boolean returned = slice == cause && !after.isRented(slice);
      boolean rentableMoved = before.isRentable(slice) != after.isRentable(slice);
      if (!returned && rentableMoved) {
        Offer.Builder values = machine.revision(slice);
        values.set(MarketplaceSchema.RENTABLE, after.isRentable(slice));
        if (slice == cause) {
          values.set(MarketplaceSchema.RENTED, after.isRented(slice));
        }
        pending.add(new MarketChange.Revision(values.build()));
      }
    }
  }

  private void movePrice(MachineState machine) {
    double factor = draws.chance(PRICE_FALLS) ? draws.between(0.8, 0.98) : draws.between(1.02, 1.2);
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
    machine.measure(draws.between(0.9, 1.1), draws.between(-0.5, 0.45));
    for (Slicing.Slice slice : machine.slices()) {
      Offer whole = machine.offer(slice);
      pending.add(
          new MarketChange.Revision(
              machine
                  .revision(slice)
                  .set(MarketplaceSchema.INET_DOWN, whole.number(MarketplaceSchema.INET_DOWN))
                  .set(MarketplaceSchema.INET_UP, whole.number(MarketplaceSchema.INET_UP))
                  .set(MarketplaceSchema.RELIABILITY, whole.number(MarketplaceSchema.RELIABILITY))
                  .set(OfferAssembly.RELIABILITY_MULT, whole.number(OfferAssembly.RELIABILITY_MULT))
                  .set(MarketplaceSchema.SCORE, whole.number(MarketplaceSchema.SCORE))
                  .build()));
    }
  }
}
