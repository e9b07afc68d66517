package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Rows rank by their cursors alone as they rank in one engine, so that results can be merged. */
class CursorOrderTest extends SeededProperties {
  private static final int QUERIES = 5;

  @Property
  void cursors_ofAnyResult_ascendStrictly(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        Query query = queries.query().toQuery();
        String what = "seed=" + seed + " " + query;
        Matches matches = engine.snapshot().search(query);
        List<Cursor> cursors = cursors(matches);
        for (int row = 1; row < cursors.size(); row++) {
          Cursor before = cursors.get(row - 1);
          Cursor after = cursors.get(row);
          assertThat(query.cursorOrder().compare(before, after)).as(what).isNegative();
          assertThat(query.cursorOrder().compare(after, before)).as(what).isPositive();
          assertThat(query.cursorOrder().compare(after, after)).as(what).isZero();
        }
        Cursor next = matches.nextCursor();
        if (next != null) {
          assertThat(cursors.get(cursors.size() - 1)).as(what).isEqualTo(next);
        }
      }
    }
  }

  @Property
  void rowsOfSeveralEngines_sortedByTheirTokens_areTheRowsOfOneEngine(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    List<List<Offer>> shards = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    offers.forEach(offer -> shards.get(random.nextInt(shards.size())).add(offer));
    try (OfferEngine whole = EngineCheck.engine(random)) {
      EngineCheck.store(whole, offers, random);
      List<Snapshot> parts = new ArrayList<>();
      for (List<Offer> shard : shards) {
        OfferEngine engine = EngineCheck.engine(random);
        EngineCheck.store(engine, shard, random);
        parts.add(engine.snapshot());
      }
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        Query query = queries.query().fold(false).toQuery();
        List<Cursor> merged = new ArrayList<>();
        for (Snapshot part : parts) {
          cursors(part.search(query)).forEach(each -> merged.add(Cursor.parse(each.token())));
        }
        Collections.shuffle(merged, random);
        Comparator<Cursor> order = query.cursorOrder();
        merged.sort(order);
        List<Cursor> first = merged.subList(0, Math.min(query.limit(), merged.size()));
        assertThat(first)
            .as("seed=%d %s", seed, query)
            .isEqualTo(cursors(whole.snapshot().search(query)));
      }
    }
  }

  @Property(tries = 100)
  void snapshotAtATime_anyQuery_answersLikeAnEngineWithThisClock(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(random.nextInt(60));
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema()).clock(() -> 5e8).build()) {
      EngineCheck.store(engine, offers, random);
      Snapshot snapshot = engine.snapshot().at(EngineCheck.CLOCK);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
      for (int i = 0; i < QUERIES; i++) {
        NaiveQuery query = queries.query();
        EngineCheck.assertAgrees("seed=" + seed, snapshot, offers, query);
        FacetRequest request =
            FacetRequest.builder(MarketplaceSchema.schema())
                .values(MarketplaceSchema.DURATION)
                .build();
        Facets facets = snapshot.facets(query.toQuery(), request);
        NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
        assertThat(facets.matched()).as("seed=%d %s", seed, query).isEqualTo(naive.count());
      }
      assertThatThrownBy(() -> engine.snapshot().at(Double.NaN))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("NaN");
    }
  }

  @Property(tries = 20)
  void facetsWithAllValues_whateverTheLimit_leaveOutNone(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(50);
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      FacetRequest few =
          FacetRequest.builder(MarketplaceSchema.schema())
              .values(MarketplaceSchema.GPU_NAME, 1)
              .values(MarketplaceSchema.DPH_TOTAL, 2)
              .includeZero()
              .build();
      FacetRequest many =
          FacetRequest.builder(MarketplaceSchema.schema())
              .values(MarketplaceSchema.GPU_NAME)
              .values(MarketplaceSchema.DPH_TOTAL)
              .includeZero()
              .build();
      Query query = new RandomQueries(random, offers, EngineCheck.CLOCK).query().toQuery();
      assertThat(engine.snapshot().facets(query, few.withAllValues()))
          .as("seed=%d %s", seed, query)
          .isEqualTo(engine.snapshot().facets(query, many));
    }
  }

  @Property(tries = 1)
  void compare_cursorsOfAnotherOrder_refuses() {
    try (OfferEngine engine = EngineCheck.engine(new Random(1))) {
      engine.load(new RandomOffers(new Random(1)).offers(3).iterator(), LoadListener.NONE);
      Query byPrice =
          NaiveQuery.EVERYTHING.orderBy(new NaiveQuery.Key("dph_total", false)).toQuery();
      Query byName = NaiveQuery.EVERYTHING.orderBy(new NaiveQuery.Key("gpu_name", false)).toQuery();
      Query byId = NaiveQuery.EVERYTHING.toQuery();
      Matches matches = engine.snapshot().search(byId);
      assertThatThrownBy(matches::cursor).isInstanceOf(IllegalStateException.class);
      Cursor cursor = cursors(matches).get(0);
      assertThat(byId.cursorOrder().compare(cursor, cursor)).isZero();
      for (Query other : List.of(byPrice, byName)) {
        assertThatThrownBy(() -> other.cursorOrder().compare(cursor, cursor))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  private static List<Cursor> cursors(Matches matches) {
    List<Cursor> cursors = new ArrayList<>();
    while (matches.next()) {
      cursors.add(matches.cursor());
    }
    return cursors;
  }
}
