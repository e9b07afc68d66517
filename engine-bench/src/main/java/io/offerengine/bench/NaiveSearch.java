package io.offerengine.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The search that a program would write over a list: filter by a predicate, rank, fold bundles,
 * cut. The baseline of {@link SearchBenchmark}.
 *
 * <p>Written to be fast in its own way: one pass, each match's key computed once, and instead of a
 * sort of all matches a heap made of them at once, of which only the results are taken.
 *
 * @param filter what matches
 * @param key what ranks
 * @param descending whether large keys come first
 * @param limit the largest number of results
 */
record NaiveSearch(
    Predicate<NaiveOffer> filter, ToDoubleFunction<NaiveOffer> key, boolean descending, int limit) {

  /** Returns the identifiers of the best matches, one of each bundle, best first. */
  long[] run(List<NaiveOffer> offers) {
    List<Ranked> matches = new ArrayList<>();
    double sign = descending ? -1 : 1;
    for (NaiveOffer offer : offers) {
      if (filter.test(offer)) {
        matches.add(new Ranked(sign * key.applyAsDouble(offer), offer));
      }
    }
    // Made of a collection, the queue costs O(n), not O(n log n).
    PriorityQueue<Ranked> best = new PriorityQueue<>(matches);
    Set<Long> bundles = new HashSet<>();
    long[] ids = new long[limit];
    int found = 0;
    for (Ranked next = best.poll(); next != null && found < limit; next = best.poll()) {
      if (bundles.add(next.offer.bundleId())) {
        ids[found++] = next.offer.id();
      }
    }
    return Arrays.copyOf(ids, found);
  }

  private record Ranked(double key, NaiveOffer offer) implements Comparable<Ranked> {
    @Override
    public int compareTo(Ranked other) {
      int byKey = Double.compare(key, other.key);
      return byKey != 0 ? byKey : Long.compare(offer.id(), other.offer.id());
    }
  }
}
