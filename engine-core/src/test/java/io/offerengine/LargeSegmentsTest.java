package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * Segments of 9,000 rows and more answer as the {@link NaiveMatcher} does, by the planner's choice
 * and by each shape of plan.
 *
 * <p>Small segments have one bucket of ranks, and their prefix caches hold few rows. The test
 * asserts that these segments have buckets, and that searches filled the prefix caches.
 *
 * <p>{@code -DlargeCases=NUMBER} tries so many cases instead of one; {@code -Dseed=NUMBER} replays
 * the case that a failure names.
 */
class LargeSegmentsTest {
  private static final int SEGMENTS = 3;

  private static final int SEGMENT_ROWS = 9000;

  /** Deletions leave more rows than {@link #SEGMENT_ROWS} in a segment that is written anew. */
  private static final int SPARE_ROWS = 1000;

  private static final int BATCHES = 20;

  private static final int PAGES = 4;

  private static final int EXPLAINED = 40;

  private static final List<String> EQUALITY = List.of("eq", "neq", "in", "notin");
  private static final List<String> OPERATORS =
      List.of("eq", "neq", "in", "notin", "gt", "gte", "lt", "lte");

  /** Fields of many values, whose rows are sorted; the prices are computed for each storage. */
  private static final List<String> SORTED =
      List.of(
          "score",
          "dlperf",
          "reliability",
          "inet_down",
          "disk_space",
          "machine_id",
          "dph_base",
          "dph_total",
          "dlperf_per_dphtotal",
          "duration");

  /** Stored fields of {@link #SORTED} by which rows do not lie: their permutations are stored. */
  private static final List<String> WITH_BUCKETS =
      List.of("score", "dlperf", "reliability", "inet_down", "disk_space", "machine_id");

  private static final List<String> OF_FEW_VALUES =
      List.of("rented", "rentable", "static_ip", "num_gpus", "gpu_ram", "gpu_arch", "gpu_name");

  private static final double[] STORAGES = {0, 8, 50, 100, 123.5};
  private static final int[] LIMITS = {1, 7, 64, 300, 1500};

  private final Map<Long, Offer> model = new TreeMap<>();
  private long seed;
  private final Random random = new Random();

  @Test
  void search_ofLargeSegments_equalsTheNaiveResult() throws IOException {
    int cases = Integer.getInteger("largeCases", 1);
    long first = Seeds.first();
    for (seed = first; seed < first + cases; seed++) {
      random.setSeed(seed);
      checkCase();
    }
  }

  private void checkCase() throws IOException {
    RandomOffers generator = new RandomOffers(random, poolSizes());
    int rows = SEGMENT_ROWS + SPARE_ROWS + random.nextInt(SPARE_ROWS);
    model.clear();
    generator.offers(SEGMENTS * rows).forEach(offer -> model.put(offer.id(), offer));
    OfferEngine.Builder builder =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .maxSegmentRows(rows);
    OfferEngine engine = builder.build();
    try (SavedOffers saved = new SavedOffers()) {
      engine.load(model.values().iterator(), LoadListener.NONE);
      assertSegmentsAreLarge(engine);
      assertHasBuckets(engine);
      searchBothEnds(engine);
      checkPrefixFilters(engine);
      checkQueries(engine);
      engine = restart(saved, engine, builder);
      for (int i = 0; i < BATCHES; i++) {
        EngineCheck.change(engine, model, generator, random);
      }
      assertSegmentsAreLarge(engine);
      assertHasBuckets(engine);
      checkQueries(engine);
    }
  }

  /** Restored segments have the structures and the plans of the segments that were saved. */
  private OfferEngine restart(SavedOffers saved, OfferEngine engine, OfferEngine.Builder builder)
      throws IOException {
    OfferEngine restored = saved.restart(engine, builder);
    RandomQueries queries =
        new RandomQueries(random, List.copyOf(model.values()), EngineCheck.CLOCK);
    for (int i = 0; i < EXPLAINED; i++) {
      NaiveQuery query = i % 2 == 0 ? queries.query() : best(queries, "gte", pick(SORTED));
      assertThat(restored.snapshot().explain(query.toQuery()).segments())
          .as("seed=%d %s", seed, query)
          .isEqualTo(engine.snapshot().explain(query.toQuery()).segments());
    }
    searchBothEnds(restored);
    return restored;
  }

  private String pick(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  /** Returns how many values each field has: many where rows are sorted, few or many elsewhere. */
  private ToIntFunction<Field> poolSizes() {
    Map<String, Integer> sizes = new HashMap<>();
    SORTED.forEach(field -> sizes.put(field, Integer.MAX_VALUE));
    OF_FEW_VALUES.forEach(field -> sizes.put(field, 2 + random.nextInt(12)));
    return field ->
        sizes.computeIfAbsent(
            field.name(), any -> new int[] {2, 40, 2000, Integer.MAX_VALUE}[random.nextInt(4)]);
  }

  private void assertSegmentsAreLarge(OfferEngine engine) {
    List<Long> large =
        engine.snapshot().explain(NaiveQuery.EVERYTHING.toQuery()).segments().stream()
            .map(Explanation.Segment::rows)
            .filter(rows -> rows >= SEGMENT_ROWS)
            .toList();
    assertThat(large).as("seed=%d segments of %d rows", seed, SEGMENT_ROWS).hasSize(SEGMENTS);
  }

  /** A permutation takes four bytes a row, and the bitmaps of its buckets three more. */
  private void assertHasBuckets(OfferEngine engine) {
    Map<String, Long> bytes = permutationBytes(engine);
    for (String field : WITH_BUCKETS) {
      assertThat(bytes.get(field))
          .as("seed=%d bytes of %s's permutations with buckets", seed, field)
          .isGreaterThan(6L * SEGMENTS * SEGMENT_ROWS);
    }
  }

  private static Map<String, Long> permutationBytes(OfferEngine engine) {
    Map<String, Long> bytes = new HashMap<>();
    for (EngineStats.StructureBytes structure : engine.stats().structures()) {
      if (structure.structure().equals("permutation")) {
        bytes.put(structure.field(), structure.bytes());
      }
    }
    return bytes;
  }

  /** Asks for each operator: by fields of few values and sorted ones, and by any field. */
  private void checkQueries(OfferEngine engine) {
    List<Offer> offers = List.copyOf(model.values());
    RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
    int next = random.nextInt(SORTED.size());
    for (String operator : OPERATORS) {
      String first = SORTED.get(next++ % SORTED.size());
      check(engine.snapshot(), offers, best(queries, operator, first));
      NaiveQuery any = queries.query();
      check(engine.snapshot(), offers, any.where(condition(queries, operator, field -> true)));
    }
    for (NaiveQuery query : List.of(NaiveQuery.EVERYTHING, queries.query(), queries.broad())) {
      EngineCheck.assertVisits("seed=" + seed + " " + query, engine.snapshot(), offers, query);
    }
  }

  /** Returns a search for the best by a sorted field among the many offers of two conditions. */
  private NaiveQuery best(RandomQueries queries, String operator, String first) {
    NaiveQuery query =
        NaiveQuery.EVERYTHING
            .limit(LIMITS[random.nextInt(LIMITS.length)])
            .fold(random.nextBoolean())
            .storage(STORAGES[random.nextInt(STORAGES.length)]);
    List<String> fields = EQUALITY.contains(operator) ? OF_FEW_VALUES : SORTED;
    query = query.where(condition(queries, operator, fields::contains));
    query = query.where(condition(queries, "neq", OF_FEW_VALUES::contains));
    String second = SORTED.get(random.nextInt(SORTED.size()));
    return second.equals(first)
        ? query.orderBy(key(first))
        : query.orderBy(key(first), key(second));
  }

  private NaiveQuery.Key key(String field) {
    return new NaiveQuery.Key(field, random.nextBoolean());
  }

  private static NaiveQuery.Condition condition(
      RandomQueries queries, String operator, Predicate<String> fields) {
    NaiveQuery.Condition condition;
    do {
      condition = queries.condition(NaiveQuery.EVERYTHING);
    } while (!condition.operator().equals(operator) || !fields.test(condition.field()));
    return condition;
  }

  private void check(Snapshot snapshot, List<Offer> offers, NaiveQuery query) {
    String what = "seed=" + seed + " " + query;
    NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
    List<Long> expected = naive.results().stream().map(NaiveOffer::id).toList();
    List<Long> page = expected.subList(0, Math.min(query.limit(), expected.size()));
    EngineCheck.assertEveryShape(what, snapshot, query.toQuery(), page, naive.count());
    EngineCheck.assertSameResults(what, snapshot.search(query.toQuery()), naive.page());
    checkPages(what, snapshot, query, expected);
  }

  /** Compares the first pages with as many naive results. */
  private static void checkPages(
      String what, Snapshot snapshot, NaiveQuery query, List<Long> expected) {
    List<Long> found = new ArrayList<>();
    Cursor after = null;
    int pages = 0;
    do {
      Matches page = snapshot.search(query.toQuery(after));
      found.addAll(page.toList(Match::id));
      after = page.nextCursor();
      pages++;
    } while (after != null && pages < PAGES);
    int size = Math.min(expected.size(), pages * query.limit());
    assertThat(found).as(what + " in pages").isEqualTo(expected.subList(0, size));
    assertThat(after == null)
        .as(what + " ends")
        .isEqualTo(query.limit() == 0 || size == expected.size());
  }

  /** Asks for the first of every order: prefix caches hold their own keys from then on. */
  private static void searchBothEnds(OfferEngine engine) {
    for (String field : WITH_BUCKETS) {
      for (boolean descending : new boolean[] {false, true}) {
        NaiveQuery.Key key = new NaiveQuery.Key(field, descending);
        engine.snapshot().search(NaiveQuery.EVERYTHING.limit(1).orderBy(key).toQuery());
      }
    }
  }

  /**
   * Asks for the first of every order among half of the offers. Beyond their own keys, prefix
   * caches hold bits and keys by which conditions are checked; they gather them for a search that
   * uses them.
   */
  private void checkPrefixFilters(OfferEngine engine) {
    List<Offer> offers = List.copyOf(model.values());
    for (String field : WITH_BUCKETS) {
      String filtered = field.equals("dlperf") ? "inet_down" : "dlperf";
      long before = permutationBytes(engine).get(field);
      NaiveQuery query =
          NaiveQuery.EVERYTHING
              .limit(7)
              .where(filtered, random.nextBoolean() ? "gte" : "lte", median(offers, filtered))
              .orderBy(key(field));
      check(engine.snapshot(), offers, query);
      assertThat(permutationBytes(engine).get(field))
          .as("seed=%d prefix caches of %s", seed, field)
          .isGreaterThan(before);
    }
  }

  private static double median(List<Offer> offers, String name) {
    Field field = MarketplaceSchema.schema().field(name).orElseThrow();
    double[] sorted =
        offers.stream()
            .filter(offer -> offer.has(field))
            .mapToDouble(offer -> offer.number(field))
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }
}
