package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.FacetRequest.QuantileFacet;
import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the facets of one query: finds the matching rows of each segment, with and without the
 * conditions that facets ignore, and hands them to the counters.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class FacetSearch {
  private final EngineVersion version;
  private final Query query;
  private final FacetRequest request;
  private final double clock;
  private final Scratch scratch;
  private final boolean countsFolds;

  /** Null until the folds of matching rows are counted. */
  private Facets.@Nullable Folds folds;

  /** The conditions that facets may leave out. */
  private final List<Condition> ownConditions;

  /** The query itself first, then those without the own conditions of some facets. */
  private final List<Query> variants = new ArrayList<>();

  /** By the fields whose conditions are left out, in the order of the conditions. */
  private final Map<List<Field>, Integer> variantByDropped = new HashMap<>();

  private final Map<Field, ValueCounts> values = new LinkedHashMap<>();
  private final Map<Field, NumberCounts> numbers = new LinkedHashMap<>();

  /** Those of values, and then those of numbers. */
  private final List<FieldCounter> counters = new ArrayList<>();

  /** The values of all live rows, for facets that also return values with the count 0. */
  private final Map<Field, ValueCounts> existing = new HashMap<>();

  /** How each segment was counted; null if nobody asks. */
  private @Nullable List<String> report;

  private long matched;

  /**
   * Prepares a search.
   *
   * @param clock the time, in seconds since 1970, unless the query gives it
   */
  public FacetSearch(
      EngineVersion version, Query query, FacetRequest request, double clock, Deadline deadline) {
    this.version = version;
    this.query = query.atClock(clock);
    this.clock = clock;
    this.request = request;
    this.scratch = Scratch.take(deadline);
    this.countsFolds = request.counting() == Counting.FOLDS;
    this.ownConditions =
        request.isWithoutOwnCondition() ? List.copyOf(query.conditions()) : List.of();
    variants.add(this.query);
    variantByDropped.put(List.of(), 0);
    for (ValueFacet facet : request.values()) {
      Field field = facet.field();
      values.put(field, new ValueCounts(field, variantOf(field)));
      if (facet.includesZero()) {
        existing.put(field, new ValueCounts(field, 0));
      }
    }
    request.histograms().forEach(facet -> countNumbers(facet.field(), facet.edges()));
    request.ranges().forEach(field -> countNumbers(field, List.of()));
    request.quantiles().forEach(facet -> countNumbers(facet.field(), List.of()));
    counters.addAll(values.values());
    counters.addAll(numbers.values());
  }

  private void countNumbers(Field field, List<Double> edges) {
    boolean keepsKeys = request.quantiles().stream().anyMatch(facet -> facet.field() == field);
    numbers.computeIfAbsent(
        field, any -> new NumberCounts(field, variantOf(field), edges, keepsKeys));
  }

  private int variantOf(Field field) {
    List<Field> dropped = new ArrayList<>();
    for (Condition condition : ownConditions) {
      if (condition.field() == field || isFlagOf(condition.field(), field)) {
        dropped.add(condition.field());
      }
    }
    return variantByDropped.computeIfAbsent(
        dropped,
        fields -> {
          variants.add(query.without(condition -> fields.contains(condition.field())));
          return variants.size() - 1;
        });
  }

  private static boolean isFlagOf(Field flag, Field field) {
    Derivation derivation = flag.derivation();
    return flag.type() == FieldType.BOOLEAN
        && derivation != null
        && List.of(field).equals(derivation.inputs());
  }

  /**
   * Counts the facets.
   *
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if it takes longer than the
   *     query's deadline
   */
  public Facets run() {
    count();
    return result();
  }

  /** Counts the facets, and returns in words how each segment was counted. */
  public List<String> explain() {
    List<String> lines = new ArrayList<>();
    lines.add("query: " + query);
    lines.add("matching rows found " + variants.size() + " times, with other own conditions");
    report = lines;
    count();
    return List.copyOf(lines);
  }

  private void count() {
    QueryVariants finder = new QueryVariants(variants, clock, scratch);
    try {
      if (countsFolds || request.folds() != null) {
        countFolds(finder);
      } else {
        finder.forEachSegment(version, this::add);
      }
    } finally {
      scratch.release();
    }
  }

  /** Finds the rows of all segments first: only then it is known which folds several have. */
  private void countFolds(QueryVariants finder) {
    List<MatchedRows[]> segments = new ArrayList<>();
    List<MatchedRows> numbered = new ArrayList<>();
    int foldedVariants = countsFolds ? variants.size() : 1;
    finder.forEachSegment(
        version,
        found -> {
          MatchedRows[] rows =
              Arrays.stream(found).map(MatchedRows::copy).toArray(MatchedRows[]::new);
          segments.add(rows);
          numbered.add(rows[0].or(List.of(rows).subList(1, foldedVariants)));
        });
    Field foldField = Objects.requireNonNull(query.schema().foldField());
    FoldNumbers foldNumbers = FoldNumbers.of(foldField, numbered);
    for (int i = 0; i < segments.size(); i++) {
      MatchedRows[] rows = segments.get(i);
      int[] ofRows = foldNumbers.ofRows(i);
      MatchedRows[] folded =
          Arrays.stream(rows, 0, foldedVariants)
              .map(each -> FoldedRows.of(each, foldNumbers, ofRows))
              .toArray(MatchedRows[]::new);
      foldNumbers.add(folded[0]);
      add(countsFolds ? folded : rows);
      scratch.reset();
    }
    List<Long> sizes = new ArrayList<>();
    for (long fold : Objects.requireNonNullElse(request.folds(), List.<Long>of())) {
      sizes.add(segments.stream().mapToLong(rows -> rows[0].count(fold)).sum());
    }
    folds = new Facets.Folds(foldNumbers.different(), sizes);
  }

  /** Adds the rows of a segment, by variant. */
  private void add(MatchedRows[] rows) {
    if (report != null) {
      report(rows, report);
    }
    matched += rows[0].count;
    List<MatchedRows> toRead = new ArrayList<>();
    for (FieldCounter each : counters) {
      List<MatchedRows> parts = rows[each.variant].parts(each.field);
      parts.forEach(part -> part.count(each));
      toRead.addAll(parts);
    }
    if (!existing.isEmpty()) {
      MatchedRows live = rows[0].live();
      existing.values().forEach(live::count);
      toRead.add(live);
    }
    toRead.forEach(MatchedRows::readRows);
  }

  private void report(MatchedRows[] rows, List<String> lines) {
    SegmentView view = rows[0].view;
    String name = view.segment().getClass().getSimpleName();
    lines.add(name + " of " + view.size() + " rows, " + rows[0].count + " match:");
    for (FieldCounter each : counters) {
      MatchedRows most = rows[each.variant].parts(each.field).get(0);
      String way = each.way(most).name().toLowerCase(Locale.ROOT);
      lines.add("  " + each.field + ": " + most.count + " rows counted by " + way);
    }
  }

  private Facets result() {
    List<Facets.Values> counts = new ArrayList<>();
    for (ValueFacet each : request.values()) {
      ValueCounts ofField = Objects.requireNonNull(values.get(each.field()));
      counts.add(ofField.finish(each, existing.get(each.field())));
    }
    List<Facets.Quantiles> quantiles = new ArrayList<>();
    for (QuantileFacet each : request.quantiles()) {
      quantiles.add(numbers(each.field()).quantiles(each.shares()));
    }
    return new Facets(
        version.number(),
        countsFolds ? Objects.requireNonNull(folds).count() : matched,
        counts,
        request.histograms().stream().map(each -> numbers(each.field()).histogram()).toList(),
        request.ranges().stream().map(field -> numbers(field).range()).toList(),
        quantiles,
        request.folds() == null ? null : folds);
  }

  private NumberCounts numbers(Field field) {
    return Objects.requireNonNull(numbers.get(field));
  }
}
