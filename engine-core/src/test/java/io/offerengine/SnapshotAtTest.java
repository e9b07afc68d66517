package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Searches at a given time. */
class SnapshotAtTest extends SeededProperties {
  private static final int QUERIES = 5;

  @Property(tries = 100)
  void snapshotAtATime_anyQuery_answersLikeAnEngineWithThisClock(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(random.nextInt(60));
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(5e8))
            .build()) {
      EngineCheck.store(engine, offers, random);
      Snapshot snapshot = engine.snapshot().at(TimeKey.ofSeconds(EngineCheck.CLOCK));
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        NaiveQuery query = queries.query();
        EngineCheck.assertAgrees("seed=" + seed, snapshot, offers, query);
        FacetRequest request = FacetRequest.builder().values(MarketplaceSchema.DURATION).build();
        Facets facets = snapshot.facets(query.toQuery(), request);
        NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
        assertThat(facets.matched()).as("seed=%d %s", seed, query).isEqualTo(naive.count());
      }
    }
  }
}
