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
import java.util.function.Consumer;
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
  private final Arguments arguments;
  private final Scratch scratch;
  private final boolean countsFolds;

  /** Null if neither folds nor their sizes are asked for. */
  private final @Nullable FoldCount folds;

  /** The query itself first, then those without the own conditions of some facets. */
  private final List<Query> variants = new ArrayList<>();

  /** By the fields whose conditions are left out, in the order of the conditions. */
  private final Map<List<Field>, Integer> variantByDropped = new HashMap<>();

  private final List<CountedValues> values = new ArrayList<>();
  private final Map<Field, CountedNumbers> numbers = new LinkedHashMap<>();
  private final List<String> report = new ArrayList<>();
  private long matched;

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
    this.scratch = Scratch.take(deadline);
    this.arguments = query.arguments().atClock(query.schema(), clock);
    this.countsFolds = request.counting() == Counting.FOLDS;
    List<Long> sizesOf = request.folds();
    this.folds =
        countsFolds || sizesOf != null
            ? new FoldCount(sizesOf == null ? List.of() : sizesOf)
            : null;
    variants.add(this.query);
    for (ValueFacet facet : request.values()) {
      Field field = facet.field();
      ValueCounter counter = new ValueCounter(new ValueTally(field));
      ValueCounter existing = facet.includesZero() ? new ValueCounter(new ValueTally(field)) : null;
      values.add(new CountedValues(facet, variantOf(field), counter, existing));
    }
    request.histograms().forEach(facet -> addNumbers(facet.field()));
    request.ranges().forEach(this::addNumbers);
    request.quantiles().forEach(facet -> addNumbers(facet.field()));
  }

  private void addNumbers(Field field) {
    if (numbers.containsKey(field)) {
      return;
    }
    List<Double> edges = List.of();
    for (HistogramFacet facet : request.histograms()) {
      edges = facet.field() == field ? facet.edges() : edges;
    }
    boolean keepsKeys = request.quantiles().stream().anyMatch(facet -> facet.field() == field);
    NumberTally tally = new NumberTally(field, edges, keepsKeys);
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
    try {
      search.eachSegment(found -> {
        for (int i = 0; i < counts.length; i++) {
          counts[i] += Bits.count(found.masks()[i], found.view().wordCount());
        }
      });
    } finally {
      search.scratch.release();
    }
    return counts;
  }

  /** Finds the matching rows of each segment: the bitmaps are valid until the next one's. */
  private void eachSegment(Consumer<FoundRows> consumer) {
    QueryVariants matcher = new QueryVariants(variants, arguments, scratch);
    for (SegmentView view : root.views()) {
      if (view.liveCount() > 0) {
        SegmentReader reader = new SegmentReader(view.segment(), arguments);
        consumer.accept(new FoundRows(view, reader, matcher.match(view, reader)));
        scratch.reset();
      }
    }
  }

  /**
   * Counts the facets.
   *
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if it takes longer than the
   *     query's deadline
   */
  public Facets run() {
    count(false);
    return result();
  }

  /** Counts the facets, and returns in words how each segment was counted. */
  public List<String> explain() {
    report.add("query: " + query);
    report.add("matching rows found " + variants.size() + " times, with other own conditions");
    count(true);
    return List.copyOf(report);
  }

  private void count(boolean isReported) {
    try {
      if (folds == null) {
        eachSegment(found -> add(rows(found), isReported));
      } else {
        countFolds(folds, isReported);
      }
    } finally {
      scratch.release();
    }
  }

  /** Finds the rows of all segments first: only then it is known which folds several have. */
  private void countFolds(FoldCount counted, boolean isReported) {
    List<FoundRows> all = new ArrayList<>();
    eachSegment(found -> all.add(found.copy()));
    int variantCount = countsFolds ? variants.size() : 1;
    FoldNumbers numbers =
        FoldNumbers.of(Objects.requireNonNull(query.schema().foldField()), all, variantCount);
    for (int i = 0; i < all.size(); i++) {
      VariantRows[] folded = folds(all.get(i), numbers, numbers.ofRows(i), variantCount);
      counted.add(folded[0], numbers);
      add(countsFolds ? folded : rows(all.get(i)), isReported);
      scratch.reset();
    }
  }

  private VariantRows[] rows(FoundRows found) {
    VariantRows[] rows = new VariantRows[found.masks().length];
    for (int variant = 0; variant < rows.length; variant++) {
      rows[variant] = VariantRows.ofRows(matched(found, variant, null));
    }
    return rows;
  }

  /** Returns the rows whose folds are counted, for the first variants. */
  private VariantRows[] folds(FoundRows found, FoldNumbers numbers, int[] ofRows, int variants) {
    VariantRows[] rows = new VariantRows[variants];
    for (int variant = 0; variant < rows.length; variant++) {
      rows[variant] = VariantRows.ofFolds(matched(found, variant, ofRows), numbers, scratch);
    }
    return rows;
  }

  private MatchedRows matched(FoundRows found, int variant, int @Nullable [] folds) {
    return new MatchedRows(found.view(), found.reader(), found.masks()[variant], scratch, folds);
  }

  private void add(VariantRows[] rows, boolean isReported) {
    MatchedRows all = rows[0].all();
    if (isReported) {
      report(rows);
    }
    matched += all.count();
    for (CountedValues each : values) {
      rows[each.variant()].count(each.facet().field(), each.counter()::begin);
      if (each.existing() != null) {
        MatchedRows live = live(all);
        live.count(each.existing()::begin);
        live.readRows();
      }
    }
    for (CountedNumbers each : numbers.values()) {
      rows[each.variant()].count(each.tally().field(), each.counter()::begin);
    }
    for (VariantRows each : rows) {
      each.readRows();
    }
  }

  private MatchedRows live(MatchedRows rows) {
    SegmentView view = rows.view();
    long[] words = scratch.bitmap(view.wordCount());
    view.copyLive(words, 0, view.wordCount());
    return rows.withoutFolds(words);
  }

  private void report(VariantRows[] rows) {
    SegmentView view = rows[0].all().view();
    String name = view.segment().getClass().getSimpleName();
    report.add(name + " of " + view.size() + " rows, " + rows[0].all().count() + " match:");
    for (CountedValues each : values) {
      Field field = each.facet().field();
      MatchedRows counted = rows[each.variant()].counted(field);
      report(field, counted, each.counter().usesBitmaps(counted) ? "bitmaps" : "rows");
    }
    for (CountedNumbers each : numbers.values()) {
      Field field = each.tally().field();
      MatchedRows counted = rows[each.variant()].counted(field);
      report(field, counted, each.counter().way(counted).name().toLowerCase(Locale.ROOT));
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
        countsFolds ? Objects.requireNonNull(folds).different() : matched,
        counted,
        request.histograms().stream().map(each -> tally(each.field()).histogram()).toList(),
        request.ranges().stream().map(field -> tally(field).range()).toList(),
        quantiles,
        request.folds() == null ? null : Objects.requireNonNull(folds).result());
  }

  private NumberTally tally(Field field) {
    return Objects.requireNonNull(numbers.get(field)).tally();
  }
}
