package io.offerengine;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Facets of large segments equal the {@link NaiveFacets}; {@link AnySchemaAgreementTest} asks for
 * facets of small ones.
 */
class FacetsAgreementTest extends SeededProperties {
  private static final int REQUESTS = 4;

  /** Enough rows for bitmaps, ranks and their buckets to be used. */
  @Property(tries = 3)
  void facets_ofLargeSegments_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Map<Field, Integer> sizes = new HashMap<>();
    int[] choice = {2, 5, 40, Integer.MAX_VALUE};
    RandomOffers generator =
        new RandomOffers(
            random, field -> sizes.computeIfAbsent(field, any -> choice[random.nextInt(4)]));
    Map<Long, Offer> stored = new TreeMap<>();
    generator.offers(6_000).forEach(offer -> stored.put(offer.id(), offer));
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .tailCapacity(64)
            .build()) {
      engine.load(new ArrayList<>(stored.values()).iterator(), LoadListener.NONE);
      check(seed, random, engine, stored.values());
      EngineCheck.change(engine, stored, generator, random);
      check(seed, random, engine, stored.values());
    }
  }

  private void check(long seed, Random random, OfferEngine engine, Collection<Offer> offers) {
    List<Offer> all = List.copyOf(offers);
    RandomQueries queries = new RandomQueries(random, all, EngineCheck.CLOCK);
    for (int i = 0; i < REQUESTS; i++) {
      new FacetsCheck("seed=" + seed, random, engine.snapshot(), all, queries.query()).run();
    }
  }
}
