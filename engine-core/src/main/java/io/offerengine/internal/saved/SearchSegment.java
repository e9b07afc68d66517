package io.offerengine.internal.saved;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.Footprint;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Searches, indexed so that an offer finds those that it satisfies. This is the dual of a segment
 * of offers: the rows are searches, and the values of an offer ask for rows.
 *
 * <p>Each search is filed under values that it asks for, such as a model and a number of GPUs.
 * Under the same values, searches with the same arguments form a {@link Cluster}, and those with
 * rare arguments form one together. In a cluster, searches lie by falling ceiling: the greatest
 * value of one field, such as the price, that a search accepts. So the searches that accept an
 * offer's price are a prefix of the cluster.
 *
 * <p><b>Layout.</b> Row by row: the identifier, the ceiling, and the conditions that neither the
 * ceiling nor the cluster states. Equal conditions are one object.
 *
 * <p><b>Threads.</b> Immutable, but for its {@link Removals} and its serial number.
 */
final class SearchSegment {
  /** What a cluster has beside its own objects: its key, and its entries of maps and lists. */
  private static final long ENTRY_BYTES = 120;

  /** By row: the identifier. */
  final long[] ids;

  final Removals removals;

  /** The number of the segment among those of all searches; for the writer. */
  int serial;

  /** The field of the ceilings; null if there are none. */
  final @Nullable Field ceilingField;

  /** The arguments that clusters share. */
  final List<Arguments> arguments;

  /** The number of {@linkplain FieldIntervals#slot slots}. */
  final int slots;

  /** The clusters by the values under which their searches are filed. */
  final Map<AccessPath, Map<Object, Cluster[]>> filed;

  private final long[] ceilings;

  /** By row: its first condition in {@link #predicates}; one entry more than rows. */
  private final int[] starts;

  private final SearchPredicate[] predicates;

  /** The memory of the distinct conditions. */
  private final long predicateBytes;

  SearchSegment(SearchSegmentBuilder from) {
    this.ids = from.ids;
    this.removals = new Removals(ids.length);
    this.ceilingField = from.ceilingField;
    this.arguments = List.copyOf(from.argumentIndexes.keySet());
    this.slots = from.slots;
    this.filed = from.filed;
    this.ceilings = from.ceilings;
    this.starts = from.starts;
    this.predicates = from.predicates.toArray(SearchPredicate[]::new);
    this.predicateBytes = from.predicateBytes();
  }

  /**
   * Returns whether an offer satisfies the search of a row, apart from the conditions of its
   * cluster.
   *
   * @param ceilingKey what the ceiling of the row must not be below
   */
  boolean accepts(int row, OfferValues values, long ceilingKey) {
    if (ceilings[row] < ceilingKey) {
      return false;
    }
    int end = starts[row + 1];
    for (int i = starts[row]; i < end; i++) {
      if (!predicates[i].accepts(values)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of live rows; for the writer. */
  int live() {
    return ids.length - removals.count();
  }

  /** Returns the end of the rows of a cluster whose ceilings are at least a key. */
  int prefixEnd(Cluster cluster, long ceilingKey) {
    return BinarySearch.firstBehind(
        cluster.from(), cluster.to(), row -> ceilings[row] < ceilingKey);
  }

  /** Returns all clusters. */
  Stream<Cluster> clusters() {
    return filed.values().stream().flatMap(each -> each.values().stream()).flatMap(Arrays::stream);
  }

  /** Returns the memory, in bytes. */
  long bytes() {
    Footprint measured = new Footprint();
    return 2 * Footprint.array(ids.length, Long.BYTES)
        + 2 * Footprint.array(ids.length, Integer.BYTES)
        + Footprint.array(predicates.length, Footprint.REFERENCE)
        + predicateBytes
        + clusters().mapToLong(each -> ENTRY_BYTES + measured.of(each)).sum();
  }

  /** Returns the searches that are live now. */
  Stream<SavedSearch> liveSearches() {
    return clusters()
        .flatMap(cluster ->
            IntStream.range(cluster.from(), cluster.to())
                .filter(row -> removals.isLive(row))
                .mapToObj(row -> search(row, cluster)));
  }

  private SavedSearch search(int row, Cluster cluster) {
    List<SearchPredicate> all = new ArrayList<>(cluster.access());
    Field field = ceilingField;
    if (field != null && ceilings[row] != SearchPredicate.NO_CEILING) {
      NumericSet below = NumericSet.range(Long.MIN_VALUE, ceilings[row]);
      boolean isComputed = field.formula() != null;
      all.add(
          new SearchPredicate.OfField(
              field, below, isComputed ? arguments.get(cluster.argumentsIndex()) : null));
    }
    for (int i = starts[row]; i < starts[row + 1]; i++) {
      all.add(predicates[i]);
    }
    return new SavedSearch(ids[row], all);
  }
}
