package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.saved.SearchPredicate.OfField;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link SearchSegment}. The searches alone decide how they are indexed:
 *
 * <ul>
 *   <li>The ceilings are those of the field that has most upper bounds.
 *   <li>A search is filed under its rarest key: the one that the fewest searches have.
 *   <li>Under a key, clusters of searches with the same arguments are large enough for bitmaps.
 *   <li>In such a cluster, fields that many searches restrict have bitmaps.
 * </ul>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SearchSegmentBuilder {
  /** Arguments of a smaller share of the searches are rare: each may double the clusters. */
  private static final int MOST_ARGUMENTS = 64;

  /** A field that a smaller share of a cluster restricts has no bitmaps. */
  private static final int LEAST_SHARE = 64;

  final @Nullable Field ceilingField;

  /** The arguments that clusters share, with their indexes. */
  final Map<Arguments, Integer> argumentIndexes = new LinkedHashMap<>();

  final Map<AccessPath, Map<Object, Cluster[]>> filed = new LinkedHashMap<>();
  final long[] ids;
  final long[] ceilings;
  final int[] starts;
  final List<SearchPredicate> predicates = new ArrayList<>();
  int slots;
  private int rows;
  private final SearchSizes sizes;
  private final Map<SearchPredicate, SearchPredicate> interned = new HashMap<>();
  private final Map<Arguments, Arguments> internedArguments = new HashMap<>();
  private final Map<Field, FieldIntervals> intervals = new HashMap<>();

  private SearchSegmentBuilder(List<SavedSearch> searches, SearchSizes sizes) {
    this.sizes = sizes;
    this.ids = new long[searches.size()];
    this.ceilings = new long[searches.size()];
    this.starts = new int[searches.size() + 1];
    this.ceilingField = ceilingField(searches);
    chooseArguments(searches);
    divideFields(searches);
  }

  /** Returns a segment of some searches. */
  static SearchSegment build(
      List<SavedSearch> searches, List<AccessPath> paths, SearchSizes sizes) {
    SearchSegmentBuilder builder = new SearchSegmentBuilder(searches, sizes);
    file(searches, paths)
        .forEach((key, same) ->
            builder
                .filed
                .computeIfAbsent(key.path(), any -> new HashMap<>())
                .put(key.values(), builder.clusters(key.path(), same)));
    return new SearchSegment(builder);
  }

  private static @Nullable Field ceilingField(List<SavedSearch> searches) {
    Object2IntOpenHashMap<Field> counts = new Object2IntOpenHashMap<>();
    for (SavedSearch search : searches) {
      for (SearchPredicate each : search.predicates()) {
        if (hasCeiling(each)) {
          counts.addTo(((OfField) each).field(), 1);
        }
      }
    }
    Comparator<Field> byCount = Comparator.comparingInt(counts::getInt);
    return counts.keySet().stream()
        .max(byCount.thenComparingInt(field -> -field.ordinal()))
        .orElse(null);
  }

  private static boolean hasCeiling(SearchPredicate predicate) {
    return predicate instanceof OfField one && one.ceiling() != SearchPredicate.NO_CEILING;
  }

  private void chooseArguments(List<SavedSearch> searches) {
    Map<Arguments, Integer> counts = new LinkedHashMap<>();
    searches.stream()
        .flatMap(each -> Stream.ofNullable(each.arguments()))
        .forEach(own -> counts.merge(own, 1, Integer::sum));
    int least = Math.max(sizes.bitmapRows(), searches.size() / MOST_ARGUMENTS);
    counts.forEach((each, count) -> {
      if (count >= least) {
        argumentIndexes.put(intern(each), argumentIndexes.size());
      }
    });
  }

  private void divideFields(List<SavedSearch> searches) {
    Map<Field, List<ValueSet>> sets = new LinkedHashMap<>();
    for (SavedSearch search : searches) {
      for (SearchPredicate each : search.predicates()) {
        if (each instanceof OfField one && FieldIntervals.canDivide(one.accepted())) {
          sets.computeIfAbsent(one.field(), any -> new ArrayList<>()).add(one.accepted());
        }
      }
    }
    sets.forEach((field, accepted) -> {
      intervals.put(field, new FieldIntervals(field, slots, accepted, sizes.thresholds()));
      slots += field.formula() == null ? 1 : argumentIndexes.size();
    });
  }

  /** Files each search under its rarest key. */
  private static Map<AccessPath.Key, List<SavedSearch>> file(
      List<SavedSearch> searches, List<AccessPath> paths) {
    List<List<AccessPath.Key>> keys =
        searches.stream().map(search -> AccessPath.keysOf(search, paths)).toList();
    Object2IntOpenHashMap<AccessPath.Key> counts = new Object2IntOpenHashMap<>();
    keys.forEach(own -> own.forEach(key -> counts.addTo(key, 1)));
    Map<AccessPath.Key, List<SavedSearch>> byKey = new LinkedHashMap<>();
    for (int i = 0; i < searches.size(); i++) {
      AccessPath.Key rarest = Collections.min(keys.get(i), Comparator.comparingInt(counts::getInt));
      byKey.computeIfAbsent(rarest, any -> new ArrayList<>()).add(searches.get(i));
    }
    return byKey;
  }

  /** Divides the searches of a key by their arguments, as far as clusters remain large. */
  private Cluster[] clusters(AccessPath path, List<SavedSearch> searches) {
    Map<Integer, List<SavedSearch>> byArguments = new LinkedHashMap<>();
    List<SavedSearch> mixed = new ArrayList<>();
    List<SavedSearch> computeNothing = new ArrayList<>();
    for (SavedSearch each : searches) {
      Arguments own = each.arguments();
      Integer index = own == null ? null : argumentIndexes.get(own);
      if (index != null) {
        byArguments.computeIfAbsent(index, any -> new ArrayList<>()).add(each);
      } else {
        (own == null ? computeNothing : mixed).add(each);
      }
    }
    boolean areMany = byArguments.size() > 1 || !mixed.isEmpty();
    byArguments
        .values()
        .removeIf(same -> areMany && same.size() < sizes.bitmapRows() && mixed.addAll(same));
    byArguments.values().stream()
        .max(Comparator.comparingInt(List::size))
        .orElse(mixed)
        .addAll(computeNothing);
    if (!mixed.isEmpty()) {
      byArguments.put(-1, mixed);
    }
    return byArguments.entrySet().stream()
        .map(each -> cluster(path, each.getValue(), each.getKey()))
        .toArray(Cluster[]::new);
  }

  /** A search and the greatest value of the ceiling field that it accepts. */
  private record Row(SavedSearch search, long ceiling) {}

  private Cluster cluster(AccessPath path, List<SavedSearch> searches, int argumentsIndex) {
    List<Row> sorted = new ArrayList<>(searches.size());
    for (SavedSearch search : searches) {
      long ceiling = SearchPredicate.NO_CEILING;
      for (SearchPredicate each : search.predicates()) {
        ceiling = isCeiling(each, argumentsIndex) ? ((OfField) each).ceiling() : ceiling;
      }
      sorted.add(new Row(search, ceiling));
    }
    sorted.sort(Comparator.comparingLong(row -> ~row.ceiling));
    int from = rows;
    List<SearchPredicate> access = List.of();
    for (Row row : sorted) {
      List<SearchPredicate> shared = new ArrayList<>(2);
      ids[rows] = row.search.id();
      ceilings[rows] = row.ceiling;
      for (SearchPredicate each : row.search.predicates()) {
        if (each instanceof OfField one && path.fields().contains(one.field())) {
          shared.add(intern(each));
        } else if (!isCeiling(each, argumentsIndex)) {
          predicates.add(intern(each));
        }
      }
      access = shared;
      starts[++rows] = predicates.size();
    }
    List<SearchPredicate> shared = List.copyOf(access);
    return sorted.size() < sizes.bitmapRows()
        ? new Cluster(from, rows, argumentsIndex, shared, new FieldBitmaps[0], new long[0])
        : withBitmaps(from, argumentsIndex, shared);
  }

  /** Returns whether a condition is stated by the ceiling of its row. */
  private boolean isCeiling(SearchPredicate predicate, int argumentsIndex) {
    return hasCeiling(predicate)
        && ((OfField) predicate).field() == ceilingField
        && isComparable((OfField) predicate, argumentsIndex);
  }

  /** Returns whether all searches of a cluster see the same values of the field of a condition. */
  private static boolean isComparable(OfField predicate, int argumentsIndex) {
    return predicate.field().formula() == null || argumentsIndex >= 0;
  }

  private Cluster withBitmaps(int from, int argumentsIndex, List<SearchPredicate> access) {
    long[] residual = new long[Bits.wordCount(rows - from)];
    Map<Field, Restricted> restricted = new LinkedHashMap<>();
    for (int row = from; row < rows; row++) {
      for (int i = starts[row]; i < starts[row + 1]; i++) {
        if (predicates.get(i) instanceof OfField one
            && isComparable(one, argumentsIndex)
            && FieldIntervals.canDivide(one.accepted())) {
          Restricted field = restricted.computeIfAbsent(one.field(), any -> new Restricted());
          field.rows.add(row - from);
          field.sets.add(one.accepted());
        } else {
          Bits.set(residual, row - from);
        }
      }
    }
    List<FieldBitmaps> bitmaps = new ArrayList<>();
    restricted.forEach((field, each) -> {
      if (each.rows.size() < (rows - from) / LEAST_SHARE) {
        each.rows.forEach(row -> Bits.set(residual, row));
      } else {
        bitmaps.add(
            new FieldBitmaps(
                Objects.requireNonNull(intervals.get(field)), each.rows, each.sets, rows - from));
      }
    });
    boolean hasResidual = Bits.count(residual) > 0;
    return new Cluster(
        from,
        rows,
        argumentsIndex,
        access,
        bitmaps.toArray(FieldBitmaps[]::new),
        hasResidual ? residual : new long[0]);
  }

  /** The rows of a cluster that restrict a field, and what they accept. */
  private static final class Restricted {
    private final IntArrayList rows = new IntArrayList();
    private final List<ValueSet> sets = new ArrayList<>();
  }

  /** Returns the one object that stands for all equal conditions. */
  private SearchPredicate intern(SearchPredicate predicate) {
    SearchPredicate shared = predicate;
    if (predicate instanceof OfField one && one.arguments() != null) {
      shared = new OfField(one.field(), one.accepted(), intern(one.arguments()));
    }
    return interned.computeIfAbsent(shared, any -> any);
  }

  private Arguments intern(Arguments own) {
    return internedArguments.computeIfAbsent(own, any -> any);
  }

  /** Returns the memory of the distinct conditions, in bytes. */
  long predicateBytes() {
    return interned.keySet().stream().mapToLong(SearchPredicate::bytes).sum();
  }
}
