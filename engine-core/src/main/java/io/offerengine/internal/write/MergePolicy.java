package io.offerengine.internal.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides which full tails and sealed segments are due to be merged into new ones.
 *
 * <p>If too many rows of all segments are dead, the policy chooses one segment: the one that frees
 * the most dead rows for each row that is copied. Otherwise it chooses four or more segments of one
 * size class. It then adds other segments, the smallest first, as long as the next one has at most
 * twice the live rows chosen so far.
 *
 * <p><b>Cost.</b> A row is copied about once for each size class. For each row that dies, at most
 * {@code 1 / MAX_DEAD_SHARE} rows are copied.
 *
 * @param tailCapacity the rows of the smallest class
 * @param maxRows the rows of a full segment: those more than half full are only taken up by merges
 *     of others
 */
record MergePolicy(int tailCapacity, int maxRows) {
  /** As many segments of one size class are merged, and the next class is as many times larger. */
  private static final int MERGE_FACTOR = 4;

  /**
   * No greater share of the rows is dead: with the tail and what the writer knows, memory stays
   * within a tenth of that of fresh segments.
   */
  private static final double MAX_DEAD_SHARE = 1.0 / 12;

  /**
   * A merge takes up segments that are so many times as large as what it has: every search pays for
   * each segment, and rows of sealed ones are merged at a third of what it takes to seal them.
   */
  private static final int MAX_GROWTH = 2;

  /** Writing a segment costs as much as so many rows, be it ever so small. */
  private static final int SEGMENT_COST = 256;

  /** What is known of a segment, some of whose rows are live. */
  record Size(int rows, int live) {
    int dead() {
      return rows - live;
    }

    /** Returns whether more dead rows are freed here than in another, for what is copied. */
    private boolean freesMoreThan(Size other) {
      return dead() * (SEGMENT_COST + (long) other.live)
          > other.dead() * (SEGMENT_COST + (long) live);
    }
  }

  /**
   * Returns whether so many of all rows are too many to be dead. As many as a tail holds never are:
   * among few offers they would be copied for every few that die.
   */
  boolean areTooMany(long dead, long rows) {
    return dead > Math.max(tailCapacity, rows * MAX_DEAD_SHARE);
  }

  /** Returns the places of the segments to be merged together; empty when none are due. */
  List<Integer> choose(List<Size> sizes) {
    long rows = 0;
    long dead = 0;
    int best = 0;
    for (int i = 0; i < sizes.size(); i++) {
      rows += sizes.get(i).rows();
      dead += sizes.get(i).dead();
      best = sizes.get(i).freesMoreThan(sizes.get(best)) ? i : best;
    }
    return areTooMany(dead, rows) ? List.of(best) : sameClass(sizes);
  }

  private List<Integer> sameClass(List<Size> sizes) {
    for (long low = 0, high = tailCapacity; low < maxRows / 2; low = high, high *= MERGE_FACTOR) {
      List<Integer> sameClass = new ArrayList<>();
      for (int i = 0; i < sizes.size(); i++) {
        int live = sizes.get(i).live();
        if (live > low && live <= Math.min(high, maxRows / 2)) {
          sameClass.add(i);
        }
      }
      if (sameClass.size() >= MERGE_FACTOR) {
        return withOthers(sameClass, sizes);
      }
    }
    return List.of();
  }

  /**
   * Adds segments, the smallest first, that are not much larger than all that are merged so far.
   */
  private List<Integer> withOthers(List<Integer> sameClass, List<Size> sizes) {
    List<Integer> chosen = new ArrayList<>(sameClass);
    long live = chosen.stream().mapToLong(place -> sizes.get(place).live()).sum();
    List<Integer> others =
        IntStream.range(0, sizes.size())
            .boxed()
            .filter(place -> !sameClass.contains(place))
            .sorted(Comparator.comparingInt(place -> sizes.get(place).live()))
            .toList();
    for (int place : others) {
      int more = sizes.get(place).live();
      if (more > MAX_GROWTH * live || live + more > maxRows) {
        break;
      }
      chosen.add(place);
      live += more;
    }
    return chosen;
  }
}
