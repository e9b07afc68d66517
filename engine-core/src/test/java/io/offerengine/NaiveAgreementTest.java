package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is stored and asked, the engine answers as the {@link NaiveMatcher} does. */
class NaiveAgreementTest extends SeededProperties {
  private static final int QUERIES = 5;

  /** The order in which offers come, the way in, and the shape of the plan make no difference. */
  @Property
  void searchAndCount_anyOffersAndQueries_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    List<Offer> shuffled = new ArrayList<>(offers);
    Collections.shuffle(shuffled, random);
    RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
    List<NaiveQuery> drawn = Stream.generate(queries::query).limit(QUERIES).toList();
    for (List<Offer> each : List.of(offers, shuffled)) {
      try (OfferEngine engine = EngineCheck.engine(random)) {
        EngineCheck.store(engine, each, random);
        for (NaiveQuery query : drawn) {
          EngineCheck.assertAgrees("seed=" + seed, engine.snapshot(), offers, query);
          NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
          EngineCheck.assertEveryShape(
              "seed=" + seed + " " + query,
              engine.snapshot(),
              query.toQuery(),
              naive.page().stream().map(NaiveOffer::id).toList(),
              naive.count());
        }
      }
    }
  }

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
