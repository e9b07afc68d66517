package io.offerengine.bench.market;

import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

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
 * <p>The same seed and number of offers give the same changes on every machine and JVM.
 *
 * <p><b>Memory.</b> The memory of {@link Market}, and up to a kilobyte for each changed machine.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class ChangeStream implements Iterator<ChangedOffer> {
  private static final double RENTALS = 0.40;
  private static final double RETURNS = 0.38;
  private static final double PRICE_MOVES = 0.10;
  private static final double MEASUREMENTS = 0.08;

  /** The probability that a price which changes falls. */
  private static final double PRICE_FALLS = 0.5;

  private final Market market;
  private final int offers;
  private final int machinesAtStart;
  private final Draws draws;

  /** The present machines, in no order. */
  private final IntArrayList present = new IntArrayList();

  private final Map<Integer, MachineState> changed = new HashMap<>();
  private final ArrayDeque<ChangedOffer> pending = new ArrayDeque<>();
  private int arrived;
  private long relisted;

  /** Starts the changes of the market that an {@link OfferGenerator} of the same values makes. */
  public ChangeStream(long seed, int offers) {
    this.market = new Market(seed);
    this.offers = offers;
    market.growToOffers(offers);
    this.machinesAtStart = market.machineOf(offers - 1) + 1;
    for (int machine = 0; machine < machinesAtStart; machine++) {
      present.add(machine);
    }
    this.draws = Draws.of(seed, Draws.Kind.CHANGES, 0);
  }

  /** Returns true: the stream has no end. */
  @Override
  public boolean hasNext() {
    return true;
  }

  /** Returns the next change. */
  @Override
  public ChangedOffer next() {
    while (pending.isEmpty()) {
      happen(draws.unit());
    }
    return pending.remove();
  }

  private void happen(double rank) {
    int position = draws.below(present.size());
    if (rank >= RENTALS + RETURNS + PRICE_MOVES + MEASUREMENTS) {
      arriveOrDepart(position);
      return;
    }
    int index = present.getInt(position);
    MachineState known = changed.get(index);
    MachineState machine = known == null ? atStart(index) : known;
    Map<Long, Offer> before = machine.offers();
    if (rank < RENTALS) {
      machine.rent(draws);
    } else if (rank < RENTALS + RETURNS) {
      relisted += machine.release(draws, Market.relistedId(relisted)) ? 1 : 0;
    } else if (rank < RENTALS + RETURNS + PRICE_MOVES) {
      double rise = draws.between(1.02, 1.2);
      machine.scalePrice(draws.chance(PRICE_FALLS) ? 1 / rise : rise, draws.unit());
    } else {
      machine.measure(draws.between(0.9, 1.1), draws.between(-0.5, 0.5));
    }
    changed.put(index, machine);
    addChanges(before, machine.offers());
  }

  /** A departure is likelier if there are more machines: the size of the market stays. */
  private void arriveOrDepart(int position) {
    int size = present.size();
    if (size > 1 && draws.below(size + machinesAtStart) < size) {
      int index = present.getInt(position);
      MachineState departed = changed.remove(index);
      addChanges((departed == null ? atStart(index) : departed).offers(), Map.of());
      int last = present.removeInt(size - 1);
      if (position < size - 1) {
        present.set(position, last);
      }
    } else {
      int index = machinesAtStart + arrived++;
      market.growToMachines(index + 1);
      Machine machine = market.machine(index);
      // All slices of a new machine are free.
      int slices = machine.shape().slicing().count();
      MachineState state = new MachineState(market, machine, slices, new Occupancy(0, 0, true));
      present.add(index);
      changed.put(index, state);
      addChanges(Map.of(), state.offers());
    }
  }

  /** Returns a machine as it was at the start, when the last one may have lacked slices. */
  private MachineState atStart(int index) {
    Machine machine = market.machine(index);
    int all = machine.shape().slicing().count();
    boolean isCut = index == machinesAtStart - 1;
    int published = isCut ? Math.min(all, offers - machine.firstPosition()) : all;
    return new MachineState(market, machine, published, market.occupancy(machine));
  }

  /** Adds what differs between two states: first what disappears, then what is new. */
  private void addChanges(Map<Long, Offer> before, Map<Long, Offer> after) {
    before.forEach((id, offer) -> {
      if (!after.containsKey(id)) {
        pending.add(new ChangedOffer(offer, null));
      }
    });
    after.forEach((id, offer) -> {
      if (!before.containsKey(id)) {
        pending.add(new ChangedOffer(null, offer));
      }
    });
    after.forEach((id, offer) -> {
      Offer earlier = before.get(id);
      if (earlier != null && !earlier.equals(offer)) {
        pending.add(new ChangedOffer(earlier, offer));
      }
    });
  }
}
