package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.saved.SearchPredicate.OfField;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link SearchSegment}. The searches alone decide how they are indexed:
 *
 * <ul>
 *   <li>The ceilings of a group are those of the field that has most upper bounds in the group.
 *   <li>A search is filed under its rarest key: the one that the fewest searches of the group have.
 *   <li>In a cluster of many searches, fields that many of them restrict have bitmaps.
 * </ul>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SearchSegmentBuilder {
  /** Arguments of a smaller share of the searches are rare: a match looks each group up. */
  private static final int GROUPS = 64;

  /** A field that a smaller share of a cluster restricts has no bitmaps. */
  private static final int BITMAP_SHARE = 64;

  /** The key of the searches that follow no path. */
  private static final AccessPath.Key NO_KEY = new AccessPath.Key(new AccessPath(List.of()), "");

  private final List<AccessPath> paths;
  private final SearchSizes sizes;
  private final Map<Object, Object> interned = new HashMap<>();
  private final long[] ids;
  private final long[] ceilings;
  private final int[] starts;
  private final List<SearchPredicate> predicates = new ArrayList<>();
  private int rows;

  private SearchSegmentBuilder(List<AccessPath> paths, SearchSizes sizes, int rows) {
    this.paths = paths;
    this.sizes = sizes;
    this.ids = new long[rows];
    this.ceilings = new long[rows];
    this.starts = new int[rows + 1];
  }

  /** Returns a segment of some searches. */
  static SearchSegment build(
      List<SavedSearch> searches, List<AccessPath> paths, SearchSizes sizes) {
    return new SearchSegmentBuilder(paths, sizes, searches.size()).build(searches);
  }

  private SearchSegment build(List<SavedSearch> searches) {
    Map<Arguments, List<SavedSearch>> byArguments = new LinkedHashMap<>();
    List<SavedSearch> others = new ArrayList<>();
    for (SavedSearch each : searches) {
      Arguments arguments = each.arguments();
      List<SavedSearch> same =
          arguments == null
              ? others
              : byArguments.computeIfAbsent(arguments, any -> new ArrayList<>());
      same.add(each);
    }
    int least = Math.max(sizes.bitmapRows(), searches.size() / GROUPS);
    List<SearchSegment.Group> groups = new ArrayList<>();
    byArguments.forEach(
        (arguments, same) -> {
          if (same.size() < least) {
            others.addAll(same);
          } else {
            groups.add(group(same, arguments));
          }
        });
    if (!others.isEmpty()) {
      groups.add(group(others, null));
    }
    long predicateBytes = 0;
    for (Object each : interned.keySet()) {
      predicateBytes += each instanceof SearchPredicate predicate ? predicate.bytes() : 0;
    }
    SearchPredicate[] all = predicates.toArray(SearchPredicate[]::new);
    return new SearchSegment(ids, ceilings, starts, all, predicateBytes, List.copyOf(groups));
  }

  private SearchSegment.Group group(List<SavedSearch> searches, @Nullable Arguments given) {
    Arguments arguments = given == null ? null : (Arguments) intern((Object) given);
    Field ceilingField = ceilingField(searches, arguments);
    Map<AccessPath, Map<Object, Cluster>> clusters = new LinkedHashMap<>();
    List<Cluster> rest = new ArrayList<>(1);
    file(searches)
        .forEach(
            (key, filed) -> {
              Cluster cluster = cluster(key, filed, ceilingField, arguments);
              if (key == NO_KEY) {
                rest.add(cluster);
              } else {
                clusters
                    .computeIfAbsent(key.path(), any -> new HashMap<>())
                    .put(key.key(), cluster);
              }
            });
    return new SearchSegment.Group(arguments, ceilingField, clusters, rest);
  }

  /** Returns the field with the most upper bounds that one search after the other can state. */
  private static @Nullable Field ceilingField(
      List<SavedSearch> searches, @Nullable Arguments arguments) {
    Map<Field, Integer> counts = new HashMap<>();
    for (SavedSearch search : searches) {
      for (SearchPredicate each : search.predicates()) {
        if (hasCeiling(each) && canIndex(each, arguments)) {
          counts.merge(((OfField) each).field(), 1, Integer::sum);
        }
      }
    }
    Comparator<Map.Entry<Field, Integer>> byCount = Map.Entry.comparingByValue();
    return counts.entrySet().stream()
        .max(byCount.thenComparing(entry -> -entry.getKey().ordinal()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private static boolean hasCeiling(SearchPredicate predicate) {
    return predicate instanceof OfField one && one.ceiling() != SearchPredicate.NO_CEILING;
  }

  /** Returns whether all searches of a group see the same values of the field of a condition. */
  private static boolean canIndex(SearchPredicate predicate, @Nullable Arguments arguments) {
    return predicate instanceof OfField one
        && (one.field().formula() == null || arguments != null);
  }

  /** Files each search under its rarest key. */
  private Map<AccessPath.Key, List<SavedSearch>> file(List<SavedSearch> searches) {
    List<List<AccessPath.Key>> keys = new ArrayList<>(searches.size());
    Map<AccessPath.Key, int[]> counts = new HashMap<>();
    for (SavedSearch search : searches) {
      List<AccessPath.Key> own = AccessPath.keysOf(search, paths);
      own.forEach(key -> counts.computeIfAbsent(key, any -> new int[1])[0]++);
      keys.add(own);
    }
    Map<AccessPath.Key, List<SavedSearch>> filed = new LinkedHashMap<>();
    for (int i = 0; i < searches.size(); i++) {
      AccessPath.Key rarest = NO_KEY;
      int fewest = Integer.MAX_VALUE;
      for (AccessPath.Key key : keys.get(i)) {
        int count = counts.get(key)[0];
        rarest = count < fewest ? key : rarest;
        fewest = Math.min(count, fewest);
      }
      filed.computeIfAbsent(rarest, any -> new ArrayList<>()).add(searches.get(i));
    }
    return filed;
  }

  /** A search and the greatest value of the ceiling field that it accepts. */
  private record Row(SavedSearch search, long ceiling) {
    static Row of(SavedSearch search, @Nullable Field ceilingField) {
      for (SearchPredicate each : search.predicates()) {
        if (isCeiling(each, ceilingField)) {
          return new Row(search, ((OfField) each).ceiling());
        }
      }
      return new Row(search, SearchPredicate.NO_CEILING);
    }
  }

  private static boolean isCeiling(SearchPredicate predicate, @Nullable Field ceilingField) {
    return hasCeiling(predicate) && ((OfField) predicate).field() == ceilingField;
  }

  private Cluster cluster(
      AccessPath.Key key,
      List<SavedSearch> searches,
      @Nullable Field ceilingField,
      @Nullable Arguments arguments) {
    int from = rows;
    List<Row> sorted = new ArrayList<>(searches.size());
    searches.forEach(search -> sorted.add(Row.of(search, ceilingField)));
    sorted.sort(Comparator.comparingLong(row -> ~row.ceiling));
    List<SearchPredicate> access = List.of();
    for (Row row : sorted) {
      List<SearchPredicate> shared = new ArrayList<>(2);
      ids[rows] = row.search.id();
      ceilings[rows] = row.ceiling;
      for (SearchPredicate each : row.search.predicates()) {
        if (each instanceof OfField one && key.path().fields().contains(one.field())) {
          shared.add(intern(each));
        } else if (!isCeiling(each, ceilingField)) {
          predicates.add(intern(each));
        }
      }
      access = shared;
      starts[++rows] = predicates.size();
    }
    return sorted.size() < sizes.bitmapRows()
        ? new Cluster(from, rows, List.copyOf(access), List.of(), new long[0])
        : withBitmaps(from, List.copyOf(access), arguments);
  }

  /** Returns the one object that stands for all equal conditions. */
  private SearchPredicate intern(SearchPredicate predicate) {
    if (predicate instanceof OfField one && one.arguments() != null) {
      Arguments shared = (Arguments) intern((Object) one.arguments());
      return (SearchPredicate) intern((Object) new OfField(one.field(), one.accepted(), shared));
    }
    return (SearchPredicate) intern((Object) predicate);
  }

  private Object intern(Object value) {
    Object known = interned.putIfAbsent(value, value);
    return known == null ? value : known;
  }

  private Cluster withBitmaps(
      int from, List<SearchPredicate> access, @Nullable Arguments arguments) {
    long[] residual = new long[Bits.wordCount(rows - from)];
    Map<Field, Restricted> restricted = new LinkedHashMap<>();
    for (int row = from; row < rows; row++) {
      for (SearchPredicate each : predicates.subList(starts[row], starts[row + 1])) {
        if (canIndex(each, arguments) && FieldBitmaps.canHold(((OfField) each).accepted())) {
          OfField one = (OfField) each;
          Restricted field = restricted.computeIfAbsent(one.field(), any -> new Restricted());
          field.rows.add(row - from);
          field.sets.add(one.accepted());
        } else {
          Bits.set(residual, row - from);
        }
      }
    }
    List<FieldBitmaps> bitmaps = new ArrayList<>();
    restricted.forEach(
        (field, each) -> {
          if (each.rows.size() < (rows - from) / BITMAP_SHARE) {
            each.rows.forEach(row -> Bits.set(residual, row));
          } else {
            bitmaps.add(
                new FieldBitmaps(field, each.rows, each.sets, rows - from, sizes.thresholds()));
          }
        });
    boolean hasResidual = Bits.count(residual) > 0;
    return new Cluster(
        from, rows, access, List.copyOf(bitmaps), hasResidual ? residual : new long[0]);
  }

  /** The rows of a cluster that restrict a field, and what they accept. */
  private static final class Restricted {
    private final IntArrayList rows = new IntArrayList();
    private final List<ValueSet> sets = new ArrayList<>();
  }
}
