package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.schema.Offer;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is stored and asked, the engine answers as the {@link NaiveMatcher} does. */
class NaiveAgreementTest extends SeededProperties {
  private static final int QUERIES = 5;

  @Property
  void searchAndCount_anyOffersAndQueries_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        EngineCheck.assertAgrees("seed=" + seed, engine.snapshot(), offers, queries.query());
      }
    }
  }

  @Property
  void searchAndCount_everyShapeOfPlanForced_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        NaiveQuery query = queries.query();
        NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
        List<Long> expected = naive.page().stream().map(NaiveOffer::id).toList();
        for (PlanShape shape : PlanShape.values()) {
          String what = "seed=" + seed + " " + shape + " " + query;
          Snapshot snapshot = engine.snapshot();
          assertThat(snapshot.search(query.toQuery(), shape).toList(Match::id))
              .as(what)
              .isEqualTo(expected);
          assertThat(snapshot.count(query.toQuery(), shape)).as(what).isEqualTo(naive.count());
        }
      }
    }
  }

  /** The same offers in another order, by another way in, in segments of other sizes. */
  @Property
  void search_whateverTheWayIn_isTheSame(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    List<Offer> shuffled = new ArrayList<>(offers);
    Collections.shuffle(shuffled, random);
    try (OfferEngine one = EngineCheck.engine(random);
        OfferEngine other = EngineCheck.engine(random)) {
      EngineCheck.store(one, offers, random);
      EngineCheck.store(other, shuffled, random);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        NaiveQuery query = queries.query();
        assertThat(other.snapshot().search(query.toQuery()).toList(Match::id))
            .as("seed=%d %s", seed, query)
            .isEqualTo(one.snapshot().search(query.toQuery()).toList(Match::id));
      }
    }
  }
}
