package io.offerengine.bench.market;

import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The hosts and machines of a generated market, numbered from 0.
 *
 * <p>Machine n depends on the seed and on n alone, and is computed for every call. Only the layout
 * is in memory: the host of each machine, and the number of offers of all machines before it.
 *
 * <p><b>Memory.</b> 4 bytes per machine and 4 per host: about 13 MB for ten million offers.
 *
 * <p><b>Threads.</b> Confined to one thread while the market grows. Any number of threads may read
 * it afterwards.
 */
final class Market {
  /** The largest number of machines. The identifiers are a permutation of so many numbers. */
  static final int MOST_MACHINES = 1 << 22;

  private static final long FIRST_MACHINE_ID = 10_000;
  private static final long FIRST_HOST_ID = 2_000;
  private static final long FIRST_BUNDLE_ID = 500_000_000;
  private static final int MOST_SIZES = 8;

  // Identifiers of offers and volumes are unique, ascend by position, and have gaps like real ones.
  private static final long FIRST_OFFER_ID = 20_000_000;
  private static final long OFFER_ID_STRIDE = 12;
  private static final long OFFER_ID_SPREAD = 8;
  private static final long FIRST_RELISTED_ID = 1_000_000_000;

  private final long seed;
  private final Permutation machineIds;
  private final Permutation hostIds;
  private final Permutation bundleIds;

  /** By machine: the number of offers of all machines before it. The last number is that of all. */
  private final IntArrayList firstOffer = new IntArrayList(new int[] {0});

  /** By host: the number of machines of all hosts before it. */
  private final IntArrayList firstMachine = new IntArrayList();

  Market(long seed) {
    this.seed = seed;
    this.machineIds = new Permutation(MOST_MACHINES, Draws.of(seed, Draws.Kind.ORDER, 1));
    this.hostIds = new Permutation(MOST_MACHINES, Draws.of(seed, Draws.Kind.ORDER, 2));
    this.bundleIds =
        new Permutation((long) MOST_MACHINES * MOST_SIZES, Draws.of(seed, Draws.Kind.ORDER, 3));
  }

  /** Lays out hosts until their machines publish at least a number of offers. */
  void growToOffers(int offers) {
    while (firstOffer.topInt() < offers) {
      addHost();
    }
  }

  /** Lays out hosts until there are at least a number of machines. */
  void growToMachines(int wanted) {
    while (machines() < wanted) {
      addHost();
    }
  }

  private int machines() {
    return firstOffer.size() - 1;
  }

  private void addHost() {
    Host host = Host.draw(seed, firstMachine.size());
    if (machines() + host.machines() >= MOST_MACHINES) {
      throw new IllegalStateException("a market has at most " + MOST_MACHINES + " machines");
    }
    firstMachine.add(machines());
    for (int i = 0; i < host.machines(); i++) {
      firstOffer.add(firstOffer.topInt() + shape(machines(), host).slicing().count());
    }
  }

  /** Returns the index of the last number that is at most another one. */
  private static int lastAtMost(IntArrayList ascending, int number) {
    int found = Arrays.binarySearch(ascending.elements(), 0, ascending.size(), number);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the machine that publishes the offer at a position in the order of machines. */
  int machineOf(int position) {
    return lastAtMost(firstOffer, position);
  }

  /** Returns a machine of the layout. */
  Machine machine(int index) {
    int hostIndex = lastAtMost(firstMachine, index);
    Host host = Host.draw(seed, hostIndex);
    MachineShape shape = shape(index, host);
    GpuModel model = shape.model();
    Offer.Builder values =
        OfferAssembly.values(
            host,
            model,
            FIRST_MACHINE_ID + machineIds.map(index),
            FIRST_HOST_ID + hostIds.map(hostIndex));
    Reputation reputation =
        Reputation.draw(draws(Draws.Kind.REPUTATION, index), host, model, values);
    Hardware hardware = Hardware.draw(draws(Draws.Kind.HARDWARE, index), shape, values);
    Network.draw(draws(Draws.Kind.NETWORK, index), host, model.isDatacenter(), values);
    int lastPosition = firstOffer.getInt(index) + shape.slicing().count() - 1;
    Draws ofTerms = draws(Draws.Kind.TERMS, index);
    Terms terms = Terms.draw(ofTerms, host, model, reputation, lastPosition, values);
    int firstPosition = firstOffer.getInt(index);
    return new Machine(index, firstPosition, shape, values.buildPart(), hardware, terms);
  }

  /** Returns which of a machine's slices are rented at the start. */
  Occupancy occupancy(Machine machine) {
    Draws draws = draws(Draws.Kind.OCCUPANCY, machine.index());
    return Occupancy.draw(draws, machine.shape().slicing());
  }

  /** Returns the bundle of a machine's slices of one size. */
  long bundleId(Machine machine, Slicing.Slice slice) {
    long number = (long) machine.index() * MOST_SIZES + slice.sizeOrdinal();
    return FIRST_BUNDLE_ID + bundleIds.map(number);
  }

  /** Returns the identifier of the offer at a position in the order of machines. */
  static long offerId(long position) {
    long gap = (Draws.mix(position) >>> 1) % OFFER_ID_SPREAD;
    return FIRST_OFFER_ID + OFFER_ID_STRIDE * position + gap;
  }

  /** Returns the identifier of the volume of the machine whose last offer is at a position. */
  static long volumeId(long lastPosition) {
    return FIRST_OFFER_ID + OFFER_ID_STRIDE * lastPosition + OFFER_ID_SPREAD + 1;
  }

  /**
   * Returns the identifier of the n-th offer that came back after a rental: larger than all others.
   */
  static long relistedId(long number) {
    return FIRST_RELISTED_ID + number;
  }

  private MachineShape shape(int machine, Host host) {
    return MachineShape.draw(draws(Draws.Kind.SHAPE, machine), host);
  }

  private Draws draws(Draws.Kind kind, int machine) {
    return Draws.of(seed, kind, machine);
  }
}
