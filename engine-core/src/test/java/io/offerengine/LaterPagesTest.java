package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A page that begins anywhere in the results is that part of the naive result, by every shape of
 * plan: before and after offers move to tails or are deleted, with bundles that lie in several
 * segments and whose offers match or not.
 */
class LaterPagesTest {
  private static final int OFFERS = 2400;
  private static final int SEARCHES = Seeds.cases(40);
  private static final int[] LIMITS = {1, 20, 64, 300};
  private static final double[] STORAGES = {5, 50, 123.5};

  /** Orders by permutations, by the cluster field, by few values, by texts and by identifiers. */
  private static final String[] ORDERED = {
    "score", "dph_base", "dph_total", "num_gpus", "reliability", "duration", "gpu_name", "id"
  };

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);

  /** Whether values are absent now and then: scans begin within other rows then. */
  private final boolean hasAbsent = random.nextBoolean();

  @Test
  void search_fromAnyCursor_equalsThatPartOfTheNaiveResult() {
    List<Offer> offers = new ArrayList<>();
    for (long id = 1; id <= OFFERS; id++) {
      offers.add(offer(id));
    }
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .maxSegmentRows(OFFERS / 3)
            .build()) {
      engine.load(offers.iterator(), LoadListener.NONE);
      checkAll(engine, offers);
      update(engine, offers);
      checkAll(engine, offers);
    }
  }

  /** Moves some offers to tails, with other values, and deletes some. */
  private void update(OfferEngine engine, List<Offer> offers) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < OFFERS / 20; i++) {
      int position = random.nextInt(offers.size());
      long id = offers.get(position).id();
      if (random.nextInt(4) == 0) {
        offers.remove(position);
        batch.delete(id);
      } else {
        offers.set(position, offer(id));
        batch.upsert(offers.get(position));
      }
    }
    engine.apply(batch.build());
  }

  private void checkAll(OfferEngine engine, List<Offer> offers) {
    for (int i = 0; i < SEARCHES; i++) {
      NaiveQuery query =
          NaiveQuery.EVERYTHING
              .limit(LIMITS[random.nextInt(LIMITS.length)])
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
      if (random.nextInt(3) == 0) {
        String operator = random.nextBoolean() ? "gte" : "lte";
        query = query.where("dph_total", operator, random.nextInt(300) / 100.0);
      }
      check(engine.snapshot(), offers, query);
    }
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

  private void check(Snapshot snapshot, List<Offer> offers, NaiveQuery query) {
    List<Long> expected =
        new NaiveMatcher(offers, query, EngineCheck.CLOCK)
            .results().stream().map(NaiveOffer::id).toList();
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

  /** Of a bundle, offers have the same terms or others; one offer of ten has no bundle. */
  private Offer offer(long id) {
    int bundle = random.nextInt(OFFERS / 3);
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
    set(offer, MarketplaceSchema.SCORE, terms.nextInt(OFFERS) / 7.0);
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
}
