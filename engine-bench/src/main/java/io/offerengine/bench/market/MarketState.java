package io.offerengine.bench.market;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The present state of a market, after the changes of a {@link ChangeStream}: its machines, and
 * their differences from the original layout.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class MarketState {
  private final Market market;
  private final int offers;
  private final Map<Integer, MachineState.Memory> changed = new HashMap<>();
  private final int machinesAtStart;

  /** The present machines, in {@code present[0, size)}, in no order. */
  private int[] present;

  private int size;
  private int arrived;
  private long relisted;

  MarketState(long seed, int offers, double now) {
    this.market = new Market(seed, now);
    this.offers = offers;
    market.growToOffers(offers);
    this.machinesAtStart = market.machineOf(offers - 1) + 1;
    this.present = new int[machinesAtStart];
    Arrays.setAll(present, index -> index);
    this.size = machinesAtStart;
  }

  /** Returns the number of present machines. */
  int size() {
    return size;
  }

  /** Returns the number of machines at the start. */
  int sizeAtStart() {
    return machinesAtStart;
  }

  /** Returns a present machine by its position. */
  MachineState machine(int position) {
    return new MachineState(this, market.machine(present[position]));
  }

  /** Adds a new machine, whose slices are all free, and returns it. */
  MachineState arrival() {
    int index = machinesAtStart + arrived++;
    market.growToMachines(index + 1);
    if (size == present.length) {
      present = Arrays.copyOf(present, size + (size >> 1) + 1);
    }
    present[size] = index;
    MachineState machine = machine(size++);
    machine.occupy(new Occupancy(0, 0, true));
    return machine;
  }

  /** Removes a present machine by its position. */
  void remove(int position) {
    changed.remove(present[position]);
    present[position] = present[--size];
  }

  Market market() {
    return market;
  }

  /** Returns the number of published slices; the last machine at the start may lack some. */
  int publishedSlices(Machine machine) {
    int all = machine.shape().slicing().count();
    boolean isCut = machine.index() == machinesAtStart - 1;
    return isCut ? Math.min(all, offers - machine.firstPosition()) : all;
  }

  /** Returns the recorded changes of a machine. */
  MachineState.Memory memory(Machine machine) {
    return changed.getOrDefault(machine.index(), MachineState.Memory.NONE);
  }

  /** Records changes of a machine. */
  void remember(Machine machine, MachineState.Memory memory) {
    changed.put(machine.index(), memory);
  }

  /** Returns an identifier that no offer had. */
  long nextRelistedId() {
    return OfferIds.ofRelisted(relisted++);
  }
}
