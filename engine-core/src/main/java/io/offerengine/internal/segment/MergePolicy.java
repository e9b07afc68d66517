package io.offerengine.internal.segment;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which sealed segments are due to be merged into new ones.
 *
 * <p>A segment with too many dead rows is rewritten; segments of one size class are merged when
 * there are many of them. So there are few segments, and little is rewritten: a row is copied once
 * per size class and once per tenth that dies around it.
 *
 * @param tailCapacity the rows of the smallest class
 * @param maxRows the rows of a full segment: those more than half full are not merged for their
 *     size
 */
record MergePolicy(int tailCapacity, int maxRows) {
  /** As many segments of one size class are merged, and the next class is as many times larger. */
  private static final int MERGE_FACTOR = 4;

  /** A segment with more than this share of dead rows is rewritten: memory stays near fresh. */
  private static final double MAX_DEAD_SHARE = 0.1;

  /** What is known of a sealed segment. */
  record Size(int rows, int live) {
    boolean hasTooManyDead() {
      return MergePolicy.hasTooManyDead(rows, live);
    }
  }

  /** Returns whether a segment is due for its dead rows alone. */
  static boolean hasTooManyDead(int rows, int live) {
    return rows - live > rows * MAX_DEAD_SHARE;
  }

  /** Returns the places of the segments to be merged together; empty when none are due. */
  List<Integer> choose(List<Size> sizes) {
    for (int i = 0; i < sizes.size(); i++) {
      if (sizes.get(i).hasTooManyDead()) {
        return List.of(i);
      }
    }
    for (long low = 0, high = tailCapacity; low < maxRows / 2; low = high, high *= MERGE_FACTOR) {
      List<Integer> sameClass = new ArrayList<>();
      for (int i = 0; i < sizes.size(); i++) {
        int live = sizes.get(i).live();
        if (live > low && live <= Math.min(high, maxRows / 2)) {
          sameClass.add(i);
        }
      }
      if (sameClass.size() >= MERGE_FACTOR) {
        return sameClass;
      }
    }
    return List.of();
  }
}
