package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.FacetRequest.HistogramFacet;
import io.offerengine.facet.FacetRequest.QuantileFacet;
import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.MaterializedLookup;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the facets of one query: finds the matching rows of each segment, with and without the
 * conditions that facets ignore, and hands them to the tallies.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class FacetSearch {
  private final EngineVersion root;
  private final Query query;
  private final FacetRequest request;
  private final Deadline deadline;
  private final MaterializedLookup lookup;
  private final Scratch scratch;
  private final @Nullable FoldNumbers folds;
  private final @Nullable FoldCounter foldCounter;

  /** The query itself first, then those without the own conditions of some facets. */
  private final List<Query> variants = new ArrayList<>();

  /** By the fields whose conditions are left out, in the order of the conditions. */
  private final Map<List<Field>, Integer> variantByDropped = new HashMap<>();

  private final List<CountedValues> values = new ArrayList<>();
  private final Map<Field, CountedNumbers> numbers = new LinkedHashMap<>();
  private final List<String> report = new ArrayList<>();
  private long matched;
  private long[] matchedFolds = {};

  private record CountedValues(
      ValueFacet facet, int variant, ValueCounter counter, @Nullable ValueCounter existing) {}

  private record CountedNumbers(int variant, NumberTally tally, NumberCounter counter) {}

  /**
   * Prepares a search.
   *
   * @param clock the time, in seconds since 1970, unless the query gives it
   */
  public FacetSearch(EngineVersion root, Query query, FacetRequest request, double clock) {
    this(root, query, request, clock, new Deadline(query.deadline()));
  }

  /** Prepares a search with a deadline of its own in place of the query's. */
  FacetSearch(
      EngineVersion root, Query query, FacetRequest request, double clock, Deadline deadline) {
    this.root = root;
    this.query = query.atClock(clock);
    this.request = request;
    this.deadline = deadline;
    this.scratch = Scratch.take(deadline);
    Arguments arguments = query.arguments().atClock(query.schema(), clock);
    this.lookup = new MaterializedLookup(arguments);
    boolean countsFolds = request.counting() == Counting.FOLDS;
    this.folds =
        countsFolds ? new FoldNumbers(Objects.requireNonNull(query.schema().foldField())) : null;
    List<Long> sizesOf = request.folds();
    this.foldCounter =
        sizesOf == null
            ? null
            : new FoldCounter(Objects.requireNonNull(query.schema().foldField()), sizesOf);
    variants.add(this.query);
    for (ValueFacet facet : request.values()) {
      Field field = facet.field();
      ValueCounter counter = new ValueCounter(new ValueTally(field, countsFolds));
      ValueCounter existing =
          facet.includesZero() ? new ValueCounter(new ValueTally(field, false)) : null;
      values.add(new CountedValues(facet, variantOf(field), counter, existing));
    }
    request.histograms().forEach(facet -> addNumbers(facet.field(), countsFolds));
    request.ranges().forEach(field -> addNumbers(field, countsFolds));
    request.quantiles().forEach(facet -> addNumbers(facet.field(), countsFolds));
  }

  private void addNumbers(Field field, boolean countsFolds) {
    if (numbers.containsKey(field)) {
      return;
    }
    List<Double> edges = List.of();
    for (HistogramFacet facet : request.histograms()) {
      edges = facet.field() == field ? facet.edges() : edges;
    }
    boolean keepsKeys = request.quantiles().stream().anyMatch(facet -> facet.field() == field);
    NumberTally tally = new NumberTally(field, edges, keepsKeys, countsFolds);
    numbers.put(field, new CountedNumbers(variantOf(field), tally, new NumberCounter(tally)));
  }

  private int variantOf(Field field) {
    if (!request.isWithoutOwnCondition()) {
      return 0;
    }
    List<Field> dropped = new ArrayList<>();
    for (Condition condition : query.conditions()) {
      if (condition.field() == field || isFlagOf(condition.field(), field)) {
        dropped.add(condition.field());
      }
    }
    if (dropped.isEmpty()) {
      return 0;
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
   * Counts the rows of each of some queries that differ in their conditions alone.
   *
   * @param clock the time, in seconds since 1970, unless the queries give it
   * @return by query
   */
  public static long[] count(EngineVersion root, List<Query> queries, double clock) {
    FacetRequest nothing = FacetRequest.builder(queries.get(0).schema()).build();
    FacetSearch search = new FacetSearch(root, queries.get(0), nothing, clock);
    search.variants.clear();
    queries.forEach(query -> search.variants.add(query.atClock(clock)));
    long[] counts = new long[queries.size()];
    search.eachSegment((view, reader, masks) -> {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += Bits.count(masks[i], view.wordCount());
      }
    });
    return counts;
  }

  /** Takes the matching rows of a segment, by variant. */
  private interface SegmentConsumer {
    void accept(SegmentView view, SegmentReader reader, long[][] masks);
  }

  private void eachSegment(SegmentConsumer consumer) {
    QueryVariants matcher = new QueryVariants(variants, lookup, scratch, deadline);
    try {
      for (SegmentView view : root.views()) {
        if (view.liveCount() > 0) {
          SegmentReader reader = new SegmentReader(view.segment(), lookup);
          consumer.accept(view, reader, matcher.match(view, reader));
          scratch.reset();
        }
      }
    } finally {
      scratch.release();
    }
  }

  /**
   * Counts the facets.
   *
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if it takes longer than the
   *     query's deadline
   */
  public Facets run() {
    eachSegment((view, reader, masks) -> add(view, reader, masks, false));
    return result();
  }

  /** Counts the facets, and returns in words how each segment was counted. */
  public List<String> explain() {
    report.add("query: " + query);
    report.add("matching rows found " + variants.size() + " times, with other own conditions");
    eachSegment((view, reader, masks) -> add(view, reader, masks, true));
    return List.copyOf(report);
  }

  private void add(SegmentView view, SegmentReader reader, long[][] masks, boolean isReported) {
    int[] ofRows = folds == null ? new int[0] : folds.of(view, reader, masks);
    MatchedRows[] rows = new MatchedRows[masks.length];
    for (int variant = 0; variant < rows.length; variant++) {
      rows[variant] = new MatchedRows(view, reader, masks[variant], deadline, scratch, ofRows);
    }
    if (isReported) {
      report(rows);
    }
    matched += rows[0].count();
    matchedFolds = folds == null ? matchedFolds : folds.addTo(matchedFolds, rows[0]);
    if (foldCounter != null) {
      foldCounter.add(rows[0]);
    }
    for (CountedValues each : values) {
      rows[each.variant()].count(each.counter()::begin);
      if (each.existing() != null) {
        MatchedRows live = live(view, reader);
        live.count(each.existing()::begin);
        live.readRows();
      }
    }
    for (CountedNumbers each : numbers.values()) {
      rows[each.variant()].count(each.counter()::begin);
    }
    for (MatchedRows each : rows) {
      each.readRows();
    }
  }

  private MatchedRows live(SegmentView view, SegmentReader reader) {
    long[] words = scratch.bitmap(view.wordCount());
    view.copyLive(words, 0, view.wordCount());
    return new MatchedRows(view, reader, words, deadline, scratch, new int[0]);
  }

  private void report(MatchedRows[] rows) {
    SegmentView view = rows[0].view();
    String name = view.segment().getClass().getSimpleName();
    report.add(name + " of " + view.size() + " rows, " + rows[0].count() + " match:");
    for (CountedValues each : values) {
      String way = each.counter().usesBitmaps(rows[each.variant()]) ? "bitmaps" : "rows";
      report(each.facet().field(), rows[each.variant()], way);
    }
    for (CountedNumbers each : numbers.values()) {
      NumberCounter.Way way = each.counter().way(rows[each.variant()]);
      String text = way.name().toLowerCase(Locale.ROOT);
      report(each.tally().field(), rows[each.variant()], text);
    }
  }

  private void report(Field field, MatchedRows rows, String way) {
    report.add("  " + field + ": " + rows.count() + " rows counted by " + way);
  }

  private Facets result() {
    List<Facets.Values> counted = new ArrayList<>();
    for (CountedValues each : values) {
      counted.add(each.counter().finish(each.facet(), each.existing()));
    }
    List<Facets.Quantiles> quantiles = new ArrayList<>();
    for (QuantileFacet each : request.quantiles()) {
      quantiles.add(tally(each.field()).quantiles(each.shares()));
    }
    return new Facets(
        root.version(),
        folds == null ? matched : Bits.count(matchedFolds),
        counted,
        request.histograms().stream().map(each -> tally(each.field()).histogram()).toList(),
        request.ranges().stream().map(field -> tally(field).range()).toList(),
        quantiles,
        foldCounter == null ? null : foldCounter.result());
  }

  private NumberTally tally(Field field) {
    return Objects.requireNonNull(numbers.get(field)).tally();
  }
}
