package io.offerengine.bench.peers;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Map;

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

  /**
   * Adds a value with its count.
   *
   * @param value a String or a number; a flag as 1 or 0
   */
  void add(Object value, long count) {
    // The bits of a number and the hash of a text stand for them.
    answer.add(
        value instanceof Number number
            ? Double.doubleToLongBits(number.doubleValue())
            : value.hashCode());
    answer.add(count);
  }

  /** Adds values with their counts, the most frequent first. */
  <T extends Comparable<T>> void addSorted(Map<T, Long> counts) {
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<T, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(each -> add(each.getKey(), each.getValue()));
  }

  /** Returns the array. */
  long[] toArray() {
    return answer.toLongArray();
  }
}
