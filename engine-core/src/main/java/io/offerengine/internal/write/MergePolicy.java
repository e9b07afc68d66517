package io.offerengine.internal.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides which full tails and sealed segments are due to be merged into new ones.
 *
 * <p>If too many rows of all segments are dead, the policy chooses one segment: the one that frees
 * the most dead rows for each row that is copied. Otherwise it chooses four segments of one size
 * class. It then adds others, the smallest first, as long as all fit into one segment. The next one
 * is of the class, or has at most twice the live rows chosen so far.
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
   * The greatest share of dead rows. With it, all segments and the writer's map of rows stay within
   * a tenth above the memory of freshly loaded segments.
   */
  private static final double MAX_DEAD_SHARE = 1.0 / 14;

  /**
   * A merge takes up a segment of at most so many times the rows chosen so far. Every search pays
   * for each segment, and merging a sealed row costs at most half of sealing a row of a tail.
   */
  private static final int MAX_GROWTH = 2;

  /** Writing any segment costs as much as copying so many rows, in addition to its own rows. */
  private static final int SEGMENT_COST = 256;

  /** The number of rows of a segment, and how many of them are live. */
  record Size(int rows, int live) {
    int dead() {
      return rows - live;
    }

    /** Returns whether copying frees more dead rows per copied row here than in another segment. */
    private boolean freesMoreThan(Size other) {
      return dead() * (SEGMENT_COST + (long) other.live)
          > other.dead() * (SEGMENT_COST + (long) live);
    }
  }

  /**
   * Returns how many more rows may die; a negative number if too many are dead. As many rows as a
   * tail holds may always be dead: in a small market, all rows would otherwise be copied for every
   * few dead rows.
   */
  long spareRows(List<Size> sizes) {
    long rows = sizes.stream().mapToLong(Size::rows).sum();
    long dead = sizes.stream().mapToLong(Size::dead).sum();
    return (long) Math.max(tailCapacity, rows * MAX_DEAD_SHARE) - dead;
  }

  /** Returns the positions of the segments to merge together; empty if no merge is due. */
  List<Integer> choose(List<Size> sizes) {
    if (spareRows(sizes) >= 0) {
      return sameClass(sizes);
    }
    int best = 0;
    for (int i = 1; i < sizes.size(); i++) {
      best = sizes.get(i).freesMoreThan(sizes.get(best)) ? i : best;
    }
    return List.of(best);
  }

  private List<Integer> sameClass(List<Size> sizes) {
    for (long low = 0, high = tailCapacity; low < maxRows / 2; low = high, high *= MERGE_FACTOR) {
      List<Integer> sameClass = new ArrayList<>();
      long most = Math.min(high, maxRows / 2);
      for (int i = 0; i < sizes.size(); i++) {
        int live = sizes.get(i).live();
        if (live > low && live <= most) {
          sameClass.add(i);
        }
      }
      if (sameClass.size() >= MERGE_FACTOR) {
        return withOthers(sameClass.subList(0, MERGE_FACTOR), most, sizes);
      }
    }
    return List.of();
  }

  /**
   * Adds segments, the smallest first, that are not much larger than all that are merged so far.
   *
   * @param most the most live rows of a segment of the class
   */
  private List<Integer> withOthers(List<Integer> sameClass, long most, List<Size> sizes) {
    List<Integer> chosen = new ArrayList<>(sameClass);
    long live = chosen.stream().mapToLong(position -> sizes.get(position).live()).sum();
    List<Integer> others =
        IntStream.range(0, sizes.size())
            .boxed()
            .filter(position -> !sameClass.contains(position))
            .sorted(Comparator.comparingInt(position -> sizes.get(position).live()))
            .toList();
    for (int position : others) {
      int more = sizes.get(position).live();
      if (more > Math.max(most, MAX_GROWTH * live) || live + more > maxRows) {
        break;
      }
      chosen.add(position);
      live += more;
    }
    return chosen;
  }
}
