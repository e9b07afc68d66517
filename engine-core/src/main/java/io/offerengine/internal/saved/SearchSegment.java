package io.offerengine.internal.saved;

import io.offerengine.internal.column.Footprint;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Searches, indexed so that an offer finds those that it satisfies. This is the dual of a segment
 * of offers: the rows are searches, and the values of an offer ask for rows.
 *
 * <p>Searches with the same arguments form a {@link Group}; searches with rare arguments, or that
 * compare no computed field, form a group together. In a group, searches are filed in {@link Cluster clusters}. In a cluster they lie
 * by falling ceiling: the greatest value of one field, such as the price, that a search accepts. So
 * the searches that accept an offer's price are a prefix of the cluster.
 *
 * <p><b>Layout.</b> Row by row: the identifier, the ceiling, and the conditions that neither the
 * ceiling nor the cluster states. Equal conditions are one object.
 *
 * <p><b>Threads.</b> Immutable, except for {@link #removedAt}.
 */
public final class SearchSegment extends SearchRows {
  final long[] ceilings;
  final List<Group> groups;

  /** By row: its first condition in {@link #predicates}; one entry more than rows. */
  private final int[] starts;

  private final SearchPredicate[] predicates;

  /** The memory of the distinct conditions. */
  private final long predicateBytes;

  /**
   * The searches with the same arguments.
   *
   * @param arguments the arguments; null for searches with rare ones, whose conditions on computed
   *     fields are checked one by one, and for searches without such conditions
   * @param ceilingField the field of the ceilings; null if there are none
   * @param paths the paths along which searches are filed, each with its clusters by key
   * @param rest the cluster of the searches that follow no path; empty if there is none
   */
  record Group(
      @Nullable Arguments arguments,
      @Nullable Field ceilingField,
      Map<AccessPath, Map<Object, Cluster>> paths,
      List<Cluster> rest) {
    /** Returns the key that a ceiling must not be below, so that an offer is accepted. */
    long ceilingKey(OfferValues values) {
      Field field = ceilingField;
      return field == null || !values.has(field, arguments)
          ? SearchPredicate.NO_CEILING
          : values.key(field, arguments);
    }

    private void forEachCluster(Consumer<Cluster> action) {
      paths.values().forEach(clusters -> clusters.values().forEach(action));
      rest.forEach(action);
    }
  }

  SearchSegment(
      long[] ids,
      long[] ceilings,
      int[] starts,
      SearchPredicate[] predicates,
      long predicateBytes,
      List<Group> groups) {
    super(ids);
    this.predicateBytes = predicateBytes;
    this.ceilings = ceilings;
    this.starts = starts;
    this.predicates = predicates;
    this.groups = groups;
  }

  /**
   * Returns whether an offer satisfies the search of a row, apart from the conditions of its
   * cluster.
   *
   * @param ceilingKey the offer's {@link Group#ceilingKey} in the group of the row
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

  /** Returns the end of the rows of a cluster whose ceilings are at least a key. */
  int prefixEnd(Cluster cluster, long ceilingKey) {
    int low = cluster.from();
    int high = cluster.to();
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isInside = ceilings[middle] >= ceilingKey;
      low = isInside ? middle + 1 : low;
      high = isInside ? high : middle;
    }
    return low;
  }

  /** Returns the number of clusters. */
  int clusterCount() {
    int[] count = new int[1];
    groups.forEach(group -> group.forEachCluster(cluster -> count[0]++));
    return count[0];
  }

  /** Returns the memory, in bytes. */
  long bytes() {
    long rows = ids.length;
    long[] bytes = {
      2 * Footprint.array(rows, Long.BYTES)
          + 2 * Footprint.array(rows, Integer.BYTES)
          + Footprint.array(predicates.length, Footprint.REFERENCE)
          + predicateBytes
    };
    groups.forEach(group -> group.forEachCluster(cluster -> bytes[0] += cluster.bytes()));
    return bytes[0];
  }

  @Override
  void forEachLive(Consumer<SavedSearch> action) {
    for (Group group : groups) {
      group.forEachCluster(
          cluster -> {
            for (int row = cluster.from(); row < cluster.to(); row++) {
              if (removedAt[row] == 0) {
                action.accept(search(row, cluster, group));
              }
            }
          });
    }
  }

  private SavedSearch search(int row, Cluster cluster, Group group) {
    List<SearchPredicate> all = new ArrayList<>(cluster.access());
    Field field = group.ceilingField();
    Arguments arguments = group.arguments();
    if (field != null && ceilings[row] != SearchPredicate.NO_CEILING) {
      NumericSet below = NumericSet.range(Long.MIN_VALUE, ceilings[row]);
      all.add(new SearchPredicate.OfField(field, below, field.formula() == null ? null : arguments));
    }
    for (int i = starts[row]; i < starts[row + 1]; i++) {
      all.add(predicates[i]);
    }
    return new SavedSearch(ids[row], all);
  }
}
