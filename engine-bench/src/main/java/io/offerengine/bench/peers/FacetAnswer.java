package io.offerengine.bench.peers;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Facets as one array, so that the answers of peers compare like those of other searches: how many
 * match; for each facet of values the number without a value, then each value and its count, the
 * most frequent first and equally frequent ones ascending; for each histogram the counts of its
 * bins; for each range the extremes.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class FacetAnswer {
  private final LongArrayList answer = new LongArrayList();

  /**
   * A value and its count.
   *
   * @param value a String or a number; a flag as 1 or 0
   */
  record Count(Object value, long count) {
    /** Returns a number that stands for a value: the hash of a text, the bits of a number. */
    private static long identity(Object value) {
      return value instanceof Number number
          ? Double.doubleToLongBits(number.doubleValue())
          : value.hashCode();
    }

    @SuppressWarnings("unchecked") // a facet has values of one type
    private static int compare(Count left, Count right) {
      int byCount = Long.compare(right.count, left.count);
      return byCount != 0 ? byCount : ((Comparable<Object>) left.value).compareTo(right.value);
    }
  }

  /** Adds a count. */
  void add(long count) {
    answer.add(count);
  }

  /** Adds counts. */
  void add(long[] counts) {
    answer.addElements(answer.size(), counts);
  }

  /** Adds a number; infinite where no row has a value. */
  void addNumber(double number) {
    answer.add(Double.doubleToLongBits(number));
  }

  /** Adds a value with its count. */
  void add(Object value, long count) {
    answer.add(Count.identity(value));
    answer.add(count);
  }

  /** Adds values in the order of counts. */
  void addSorted(List<Count> counts) {
    counts.sort(Count::compare);
    counts.forEach(each -> add(each.value, each.count));
  }

  /** Returns the array. */
  long[] toArray() {
    return answer.toLongArray();
  }
}
