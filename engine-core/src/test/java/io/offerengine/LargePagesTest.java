package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Pages of hundreds of results, from several segments and tails at once, with ties within segments
 * and between them, are those of the naive matcher, and so are the pages after them.
 */
class LargePagesTest {
  private static final int OFFERS = 5000;
  private static final int SEARCHES = Seeds.cases(40);
  private static final int[] LIMITS = {256, 257, 700, 2600};
  private static final String[] ORDERED = {"score", "dph_base", "reliability", "num_gpus"};

  /** Has four values: far more offers than a page wants tie. */
  private static final NaiveQuery.Key TIED = new NaiveQuery.Key("num_gpus", true);

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);

  @Test
  void search_ofLargePages_equalsTheNaiveResult() {
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
      checkPages(engine, offers, NaiveQuery.EVERYTHING.limit(260).orderBy(TIED));
    }
  }

  /** Moves some offers to tails, with other values, and deletes some. */
  private void update(OfferEngine engine, List<Offer> offers) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < OFFERS / 20; i++) {
      int place = random.nextInt(offers.size());
      long id = offers.get(place).id();
      if (random.nextInt(4) == 0) {
        offers.remove(place);
        batch.delete(id);
      } else {
        offers.set(place, offer(id));
        batch.upsert(offers.get(place));
      }
    }
    engine.apply(batch.build());
  }

  private void checkAll(OfferEngine engine, List<Offer> offers) {
    for (int i = 0; i < SEARCHES; i++) {
      NaiveQuery query =
          NaiveQuery.EVERYTHING
              .limit(LIMITS[random.nextInt(LIMITS.length)])
              .fold(random.nextBoolean())
              .orderBy(order());
      if (random.nextBoolean()) {
        query = query.where("rented", "eq", random.nextBoolean());
      }
      if (random.nextBoolean()) {
        // The dearest are rare: their segment gathers them, beside walks through the others.
        query = query.where("dph_base", "gte", random.nextInt(300) / 100.0);
      }
      checkPages(engine, offers, query);
    }
  }

  private NaiveQuery.Key[] order() {
    NaiveQuery.Key first = key(random.nextInt(ORDERED.length));
    int second = random.nextInt(ORDERED.length);
    return random.nextInt(3) > 0 || ORDERED[second].equals(first.field())
        ? new NaiveQuery.Key[] {first}
        : new NaiveQuery.Key[] {first, key(second)};
  }

  private NaiveQuery.Key key(int field) {
    return new NaiveQuery.Key(ORDERED[field], random.nextBoolean());
  }

  private void checkPages(OfferEngine engine, List<Offer> offers, NaiveQuery query) {
    String what = "seed=" + seed + " " + query;
    List<Long> expected =
        new NaiveMatcher(offers, query, EngineCheck.CLOCK)
            .results().stream().map(NaiveOffer::id).toList();
    List<Long> found = new ArrayList<>();
    Cursor after = null;
    do {
      Matches page = engine.snapshot().search(query.toQuery(after));
      assertThat(page.size()).as(what).isLessThanOrEqualTo(query.limit());
      found.addAll(page.toList(Match::id));
      after = page.nextCursor();
    } while (after != null);
    assertThat(found).as(what).isEqualTo(expected);
  }

  /** Bundles are of two offers on average; one offer of ten has none. */
  private Offer offer(long id) {
    Offer.Builder offer =
        Offer.builder()
            .set(MarketplaceSchema.ID, id)
            .set(MarketplaceSchema.RENTED, random.nextInt(3) == 0)
            .set(MarketplaceSchema.NUM_GPUS, 1L << random.nextInt(4))
            .set(MarketplaceSchema.RELIABILITY, random.nextInt(1000) / 1000.0)
            .set(MarketplaceSchema.DPH_BASE, random.nextInt(300) / 100.0);
    int bundle = random.nextInt(OFFERS / 2);
    if (random.nextInt(10) > 0) {
      offer.set(MarketplaceSchema.BUNDLE_ID, bundle < 100 ? Long.MIN_VALUE : bundle);
    }
    if (random.nextInt(10) > 0) {
      offer.set(MarketplaceSchema.SCORE, random.nextInt(2 * OFFERS) / 7.0);
    }
    return offer.build();
  }
}
