package io.offerengine.bench;

import java.util.HashMap;
import java.util.Map;

/**
 * A market as a {@link ChangeStream} has left it: which machines there are, and what of each is no
 * longer as it was laid out.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class MarketState {
  private final Market market;
  private final int offers;
  private final Map<Integer, MachineState.Memory> changed = new HashMap<>();
  private final int machinesAtStart;
  private int machines;
  private long relisted;

  MarketState(long seed, int offers, double now) {
    this.market = new Market(seed, now);
    this.offers = offers;
    market.growToOffers(offers);
    this.machinesAtStart = market.machineOf(offers - 1) + 1;
    this.machines = machinesAtStart;
  }

  /** Returns the number of machines that ever published offers. */
  int machines() {
    return machines;
  }

  /** Returns one of these machines as it is now. */
  MachineState machine(int index) {
    return new MachineState(this, market.machine(index));
  }

  /** Returns a machine that was not there before, all of it free. */
  MachineState machineToArrive() {
    market.growToMachines(machines + 1);
    MachineState machine = machine(machines++);
    machine.occupy(new Occupancy(0, 0, true));
    return machine;
  }

  Market market() {
    return market;
  }

  /** Returns how many slices of a machine are published: all, but for the last one at the start. */
  int publishedSlices(Machine machine) {
    int all = machine.shape().slicing().count();
    boolean isCut = machine.index() == machinesAtStart - 1;
    return isCut ? Math.min(all, offers - machine.firstPlace()) : all;
  }

  /** Returns what is remembered of a machine. */
  MachineState.Memory memory(Machine machine) {
    return changed.getOrDefault(machine.index(), MachineState.Memory.NONE);
  }

  /** Remembers something of a machine. */
  void remember(Machine machine, MachineState.Memory memory) {
    changed.put(machine.index(), memory);
  }

  /** Returns an identifier that no offer had. */
  long nextRelistedId() {
    return OfferIds.ofRelisted(relisted++);
  }
}
