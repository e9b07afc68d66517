package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * In segments so large that they have every index and that walks pay, each shape of plan answers as
 * the plain scan does; and so does the one that the planner chooses.
 */
class LargeSegmentsTest {
  private static final int OFFERS = 6000;
  private static final int QUERIES = 300;

  @Test
  void search_byEveryShape_equalsTheScan() {
    long seed = Long.getLong("seed", new Random().nextLong());
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(OFFERS);
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> EngineCheck.CLOCK)
            .maxSegmentRows(random.nextBoolean() ? OFFERS : OFFERS * 3 / 4)
            .build()) {
      engine.load(offers.iterator(), LoadListener.NONE);
      deleteSome(engine, offers, random);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      Snapshot snapshot = engine.snapshot();
      for (int i = 0; i < QUERIES; i++) {
        Query query = queries.query().toQuery();
        List<Long> expected = ids(snapshot.search(query, PlanShape.SCAN));
        long count = snapshot.count(query, PlanShape.SCAN);
        for (PlanShape shape : PlanShape.values()) {
          String what = "seed=" + seed + " " + shape + " " + query;
          assertThat(ids(snapshot.search(query, shape))).as(what).isEqualTo(expected);
          assertThat(snapshot.count(query, shape)).as(what).isEqualTo(count);
        }
        String what = "seed=" + seed + " " + query;
        assertThat(ids(snapshot.search(query))).as(what).isEqualTo(expected);
        assertThat(snapshot.count(query)).as(what).isEqualTo(count);
        assertThat(snapshot.explain(query).rowsMatched()).as(what).isEqualTo(count);
      }
    }
  }

  private static void deleteSome(OfferEngine engine, List<Offer> offers, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    int share = random.nextBoolean() ? 20 : 3; // beyond a twelfth, segments are written anew
    for (Offer offer : offers) {
      if (random.nextInt(share) == 0) {
        batch.delete(offer.id());
      }
    }
    engine.apply(batch.build());
  }

  private static List<Long> ids(Matches matches) {
    List<Long> ids = new ArrayList<>();
    while (matches.next()) {
      ids.add(matches.id());
    }
    return ids;
  }
}
