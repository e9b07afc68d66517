package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Pages, one after the other or from anywhere on, are the naive result and nothing twice. */
class PagesAgreementTest extends SeededProperties {
  private static final int SEARCHES = Seeds.cases(40);
  private static final int[] ANY_LIMITS = {1, 20, 64, 300};
  private static final int[] LARGE_LIMITS = {256, 257, 700, 2600};
  private static final double[] STORAGES = {5, 50, 123.5};

  /** Orders by permutations, by the cluster field, by few values, by texts and by identifiers. */
  private static final String[] ORDERED = {
    "score", "dph_base", "dph_total", "num_gpus", "reliability", "duration", "gpu_name", "id"
  };

  /** Has four values: far more offers than a large page wants tie. */
  private static final NaiveQuery.Key TIED = new NaiveQuery.Key("num_gpus", true);

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);

  /** Whether values are absent now and then: scans begin within other rows then. */
  private final boolean hasAbsent = random.nextBoolean();

  private static List<Long> ids(List<Offer> offers, NaiveQuery query) {
    return new NaiveMatcher(offers, query, EngineCheck.CLOCK)
        .results().stream().map(NaiveOffer::id).toList();
  }

  @Property
  void pages_untilThereIsNoNext_haveTheNaiveValues(@ForAll("seeds") long seedOfCase) {
    Random ofCase = new Random(seedOfCase);
    List<Offer> offers = new RandomOffers(ofCase).offers(ofCase.nextInt(150));
    try (OfferEngine engine = EngineCheck.engine(ofCase)) {
      EngineCheck.store(engine, offers, ofCase);
      NaiveQuery any = new RandomQueries(ofCase, offers, EngineCheck.CLOCK).query();
      NaiveQuery query = any.limit(1 + ofCase.nextInt(ofCase.nextBoolean() ? 4 : 60));
      List<NaiveOffer> expected = new NaiveMatcher(offers, query, EngineCheck.CLOCK).results();
      String what = "seed=" + seedOfCase + " " + query;
      int from = 0;
      Cursor after = null;
      do {
        Matches page = engine.snapshot().search(query.toQuery(after));
        int to = Math.min(from + query.limit(), expected.size());
        EngineCheck.assertSameResults(what + " from " + from, page, expected.subList(from, to));
        Cursor next = page.nextCursor();
        assertThat(next == null).as(what).isEqualTo(to == expected.size());
        after = next == null ? null : Cursor.parse(next.token());
        from = to;
      } while (after != null);
    }
  }

  /** The first page's clock goes on: durations don't move while a client turns pages. */
  @Property
  void pages_whileTheClockRuns_keepTheFirstPagesTime(@ForAll("seeds") long seedOfCase) {
    Random ofCase = new Random(seedOfCase);
    List<Offer> offers = new RandomOffers(ofCase).offers(20 + ofCase.nextInt(40));
    double[] clock = {EngineCheck.CLOCK};
    try (OfferEngine engine =
        EngineCheck.loaded(
            OfferEngine.builder(MarketplaceSchema.schema())
                .clock(() -> TimeKey.ofSeconds(clock[0]++)),
            offers)) {
      NaiveQuery query =
          NaiveQuery.EVERYTHING
              .where("duration", "gte", ofCase.nextInt(3))
              .orderBy(new NaiveQuery.Key("duration", ofCase.nextBoolean()))
              .limit(7);
      assertThat(EngineCheck.idsOfPages(engine.snapshot(), query.toQuery()))
          .as("seed=%d %s", seedOfCase, query)
          .isEqualTo(ids(offers, query));
    }
  }

  /** A cursor of one query under another one, whatever differs: an error. */
  @Property
  void cursor_ofAnotherQuery_isRefused(@ForAll("seeds") long seedOfCase) {
    Random ofCase = new Random(seedOfCase);
    List<Offer> offers = new RandomOffers(ofCase).offers(30);
    try (OfferEngine engine = EngineCheck.engine(ofCase)) {
      engine.load(offers.iterator(), LoadListener.NONE);
      RandomQueries queries = new RandomQueries(ofCase, offers, EngineCheck.CLOCK);
      NaiveQuery one = queries.query().limit(1);
      NaiveQuery other = queries.query().limit(1);
      Cursor cursor = engine.snapshot().search(one.toQuery()).nextCursor();
      boolean alike =
          one.toQuery().valueSets().equals(other.toQuery().valueSets())
              && one.toQuery().order().equals(other.toQuery().order())
              && one.toQuery().arguments().equals(other.toQuery().arguments())
              && one.fold() == other.fold();
      if (cursor == null || alike) {
        return;
      }
      InvalidQueryException error =
          catchThrowableOfType(InvalidQueryException.class, () -> other.toQuery(cursor));
      assertThat(error).as("seed=%d %s under %s", seedOfCase, one, other).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_CURSOR);
      assertThat(error.path()).isEqualTo("/cursor");
    }
  }

  /** Offers in several segments, and then in tails too. */
  private void forSealedAndChanged(int count, BiConsumer<Snapshot, List<Offer>> check) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 1; id <= count; id++) {
      offers.add(offer(id, count));
    }
    try (OfferEngine engine =
        EngineCheck.loaded(
            OfferEngine.builder(MarketplaceSchema.schema())
                .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
                .maxSegmentRows(count / 3),
            offers)) {
      check.accept(engine.snapshot(), offers);
      update(engine, offers, count);
      check.accept(engine.snapshot(), offers);
    }
  }

  /** Moves some offers to tails, with other values, and deletes some. */
  private void update(OfferEngine engine, List<Offer> offers, int count) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < count / 20; i++) {
      int position = random.nextInt(offers.size());
      long id = offers.get(position).id();
      if (random.nextInt(4) == 0) {
        offers.remove(position);
        batch.delete(id);
      } else {
        offers.set(position, offer(id, count));
        batch.upsert(offers.get(position));
      }
    }
    engine.apply(batch.build());
  }

  /** Of a bundle, offers have the same terms or others; one offer of ten has no bundle. */
  private Offer offer(long id, int count) {
    int bundle = random.nextInt(count / 3);
    boolean isAlike = random.nextInt(4) > 0;
    Random terms = isAlike ? new Random(bundle) : random;
    Offer.Builder offer =
        Offer.builder()
            .set(MarketplaceSchema.ID, id)
            .set(MarketplaceSchema.RENTED, random.nextInt(3) == 0);
    if (random.nextInt(10) > 0) {
      offer.set(MarketplaceSchema.BUNDLE_ID, bundle < 20 ? Long.MIN_VALUE + bundle / 10 : bundle);
    }
    if (isPresent()) {
      offer.set(MarketplaceSchema.GPU_NAME, String.valueOf((char) ('a' + terms.nextInt(5))));
      offer.set(MarketplaceSchema.NUM_GPUS, 1L << terms.nextInt(4));
    }
    set(offer, MarketplaceSchema.RELIABILITY, terms.nextInt(1000) / 1000.0);
    set(offer, MarketplaceSchema.DPH_BASE, terms.nextInt(1000) / 300.0);
    set(offer, MarketplaceSchema.STORAGE_COST, terms.nextInt(30) / 10.0);
    set(offer, MarketplaceSchema.SCORE, terms.nextInt(count) / 7.0);
    set(offer, MarketplaceSchema.END_DATE, EngineCheck.CLOCK + terms.nextInt(500) - 20);
    return offer.build();
  }

  private boolean isPresent() {
    return !hasAbsent || random.nextInt(12) > 0;
  }

  private void set(Offer.Builder offer, Field field, double value) {
    if (isPresent()) {
      offer.put(field, value);
    }
  }

  private NaiveQuery query(int[] limits) {
    NaiveQuery query =
        NaiveQuery.EVERYTHING
            .limit(limits[random.nextInt(limits.length)])
            .fold(random.nextInt(3) > 0)
            .orderBy(order());
    if (random.nextInt(3) == 0) {
      query = query.storage(STORAGES[random.nextInt(STORAGES.length)]);
    }
    if (random.nextBoolean()) {
      query = query.where("rented", "eq", random.nextBoolean());
    }
    if (random.nextInt(3) == 0) {
      query = query.where("gpu_name", "in", List.of("a", "b"));
    }
    if (random.nextBoolean()) {
      // The dearest are rare: their segment gathers them, beside walks through the others.
      String price = random.nextBoolean() ? "dph_base" : "dph_total";
      String operator = random.nextInt(3) > 0 ? "gte" : "lte";
      query = query.where(price, operator, random.nextInt(300) / 100.0);
    }
    return query;
  }

  private NaiveQuery.Key[] order() {
    int first = random.nextInt(ORDERED.length);
    int second = random.nextInt(ORDERED.length);
    return random.nextBoolean() || first == second
        ? new NaiveQuery.Key[] {key(first)}
        : new NaiveQuery.Key[] {key(first), key(second)};
  }

  private NaiveQuery.Key key(int field) {
    return new NaiveQuery.Key(ORDERED[field], random.nextBoolean());
  }

  /** Hundreds of results from several segments at once, with ties within and between them. */
  @Example
  void pages_ofHundredsOfResults_areTheNaiveResult() {
    forSealedAndChanged(
        5000,
        (snapshot, offers) -> {
          List<NaiveQuery> queries = new ArrayList<>();
          queries.add(NaiveQuery.EVERYTHING.limit(260).orderBy(TIED));
          for (int i = 0; i < SEARCHES; i++) {
            queries.add(query(LARGE_LIMITS));
          }
          for (NaiveQuery query : queries) {
            assertThat(EngineCheck.idsOfPages(snapshot, query.toQuery()))
                .as("seed=%d %s", seed, query)
                .isEqualTo(ids(offers, query));
          }
        });
  }

  @Example
  void page_fromAnyCursor_isThatPartOfTheNaiveResult() {
    forSealedAndChanged(
        2400,
        (snapshot, offers) -> {
          for (int i = 0; i < SEARCHES; i++) {
            checkFromAnywhere(snapshot, offers, query(ANY_LIMITS));
          }
        });
  }

  private void checkFromAnywhere(Snapshot snapshot, List<Offer> offers, NaiveQuery query) {
    List<Long> expected = ids(offers, query);
    if (expected.size() < 2) {
      return;
    }
    int from = 1 + random.nextInt(expected.size() - 1);
    List<Long> page = expected.subList(from, Math.min(expected.size(), from + query.limit()));
    Cursor after = snapshot.search(query.limit(from).toQuery()).nextCursor();
    assertThat(after).isNotNull();
    String what = "seed=" + seed + " from " + from + " of " + expected.size() + " " + query;
    assertThat(snapshot.search(query.toQuery(after)).toList(Match::id)).as(what).isEqualTo(page);
    for (PlanShape shape : PlanShape.values()) {
      Matches matches = snapshot.search(query.toQuery(after), shape);
      assertThat(matches.toList(Match::id)).as(shape + " " + what).isEqualTo(page);
      assertThat(matches.nextCursor() == null)
          .as(shape + " " + what)
          .isEqualTo(from + page.size() == expected.size());
    }
  }
}
