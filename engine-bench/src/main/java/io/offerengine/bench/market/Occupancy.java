package io.offerengine.bench.market;

import java.util.List;

/**
 * The rented slices of a machine.
 *
 * <p>If a slice shares a GPU with a rented slice, it can't be rented.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param rentedSlices a bit for each rented slice, by its position
 * @param busyGpus a bit for each GPU of a rented slice
 * @param listed whether the host offers the machine for rent
 */
record Occupancy(long rentedSlices, int busyGpus, boolean listed) {
  private static final double UNLISTED = 0.02;

  /** How often a busy part of a machine is rented as one slice instead of several smaller ones. */
  private static final double LARGE_RENTED = 0.4;

  // The median machine was rentable in 17 % of recordings (2026-01); the mean is larger.
  private static final double IDLE = 0.24;
  private static final double FULL = 0.5;

  /** Returns the occupancy of a machine at the start. */
  static Occupancy draw(Draws draws, Slicing slicing) {
    boolean listed = !draws.chance(UNLISTED);
    double rank = draws.unit();
    Occupancy occupancy = new Occupancy(0, 0, listed);
    if (rank < IDLE || !listed) {
      return occupancy;
    }
    double wanted = rank < IDLE + FULL ? 1 : draws.unit();
    List<Slicing.Slice> slices = slicing.slices();
    int smallest = slices.get(0).size();
    for (int i = slices.size() - 1; i >= 0; i--) {
      Slicing.Slice slice = slices.get(i);
      boolean taken = draws.chance(LARGE_RENTED) || slice.size() == smallest;
      if (taken && occupancy.isFree(slice) && occupancy.busyShare(slicing) < wanted) {
        occupancy = occupancy.rent(slice);
      }
    }
    return occupancy;
  }

  /** Returns whether none of a slice's GPUs is busy. */
  boolean isFree(Slicing.Slice slice) {
    return (busyGpus & slice.gpuMask()) == 0;
  }

  /** Returns whether a slice can be rented now. */
  boolean isRentable(Slicing.Slice slice) {
    return listed && isFree(slice);
  }

  /** Returns whether a slice is rented. */
  boolean isRented(Slicing.Slice slice) {
    return (rentedSlices >>> slice.ordinal() & 1) != 0;
  }

  /** Returns the occupancy after a free slice was rented. */
  Occupancy rent(Slicing.Slice slice) {
    return new Occupancy(rentedSlices | 1L << slice.ordinal(), busyGpus | slice.gpuMask(), listed);
  }

  /** Returns the occupancy after a rental ended. */
  Occupancy release(Slicing.Slice slice) {
    return new Occupancy(
        rentedSlices & ~(1L << slice.ordinal()), busyGpus & ~slice.gpuMask(), listed);
  }

  private double busyShare(Slicing slicing) {
    return (double) Integer.bitCount(busyGpus) / slicing.gpus();
  }
}
