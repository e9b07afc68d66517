package io.offerengine.bench.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The slices of a machine's GPUs. Each slice is published as one offer.
 *
 * <p>Slices of one size do not overlap. The sizes are the smallest chunk, its doubles, and the
 * whole machine. Eight GPUs in chunks of one make 8 + 4 + 2 + 1 slices; five GPUs make 5 + 2 + 1
 * slices and the whole machine.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Slicing {
  private static final Map<Integer, Slicing> KNOWN = new ConcurrentHashMap<>();
  private static final int LARGEST_CHUNK = 64;

  private final int gpus;
  private final List<Slice> slices;

  /**
   * One slice.
   *
   * @param ordinal its position among the machine's slices
   * @param size its number of GPUs
   * @param firstGpu the position of its first GPU
   * @param sizeOrdinal the position of its size among the machine's sizes
   */
  record Slice(int ordinal, int size, int firstGpu, int sizeOrdinal) {
    /** Returns the GPUs of this slice, one bit per GPU of the machine. */
    int gpuMask() {
      return ((1 << size) - 1) << firstGpu;
    }
  }

  private Slicing(int gpus, int smallestChunk) {
    this.gpus = gpus;
    List<Slice> cut = new ArrayList<>();
    int sizeOrdinal = 0;
    for (int size = smallestChunk; size < gpus; size *= 2) {
      for (int first = 0; first + size <= gpus; first += size) {
        cut.add(new Slice(cut.size(), size, first, sizeOrdinal));
      }
      sizeOrdinal++;
    }
    cut.add(new Slice(cut.size(), gpus, 0, sizeOrdinal));
    this.slices = List.copyOf(cut);
  }

  /** Returns the slices of a machine with 1 to 16 GPUs in chunks of at least one. */
  static Slicing of(int gpus, int smallestChunk) {
    return KNOWN.computeIfAbsent(
        gpus * LARGEST_CHUNK + smallestChunk, key -> new Slicing(gpus, smallestChunk));
  }

  /** Returns the machine's number of GPUs. */
  int gpus() {
    return gpus;
  }

  /** Returns the slices, small ones first. */
  List<Slice> slices() {
    return slices;
  }

  /** Returns the number of slices, which is the machine's number of offers. */
  int count() {
    return slices.size();
  }
}
