package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Pages, one after the other, are the whole result and nothing twice. */
class PagingTest extends SeededProperties {
  @Property
  void pages_untilThereIsNoNext_areTheNaiveResult(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(random.nextInt(150));
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      NaiveQuery any = new RandomQueries(random, offers, EngineCheck.CLOCK).query();
      NaiveQuery query = any.limit(1 + random.nextInt(random.nextBoolean() ? 4 : 60));
      List<NaiveOffer> expected = new NaiveMatcher(offers, query, EngineCheck.CLOCK).results();
      String what = "seed=" + seed + " " + query;
      List<Long> ids = new ArrayList<>();
      String token = null;
      do {
        Cursor cursor = token == null ? null : Cursor.parse(token);
        Matches page = engine.snapshot().search(query.toQuery(cursor));
        int from = Math.min(ids.size(), expected.size());
        int to = Math.min(from + query.limit(), expected.size());
        EngineCheck.assertSameResults(what + " from " + from, page, expected.subList(from, to));
        ids.addAll(page.toList(Match::id));
        Cursor next = page.nextCursor();
        assertThat(next == null).as(what).isEqualTo(to == expected.size());
        token = next == null ? null : next.token();
      } while (token != null);
      assertThat(ids).as(what).isEqualTo(expected.stream().map(NaiveOffer::id).toList());
      assertThat(new HashSet<>(ids)).as(what).hasSameSizeAs(ids);
    }
  }

  /** The first page's clock goes on: durations don't move while a client turns pages. */
  @Property
  void pages_whileTheClockRuns_keepTheFirstPagesTime(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(20 + random.nextInt(40));
    double[] clock = {EngineCheck.CLOCK};
    try (OfferEngine engine =
        OfferEngine.builder(io.offerengine.marketplace.MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(clock[0]++))
            .build()) {
      engine.load(offers.iterator(), LoadListener.NONE);
      NaiveQuery query =
          NaiveQuery.EVERYTHING
              .where("duration", "gte", random.nextInt(3))
              .orderBy(new NaiveQuery.Key("duration", random.nextBoolean()))
              .limit(7);
      List<NaiveOffer> expected = new NaiveMatcher(offers, query, EngineCheck.CLOCK).results();
      List<Long> ids = new ArrayList<>();
      Cursor cursor = null;
      do {
        Matches page = engine.snapshot().search(query.toQuery(cursor));
        ids.addAll(page.toList(Match::id));
        cursor = page.nextCursor();
      } while (cursor != null);
      assertThat(ids)
          .as("seed=%d %s", seed, query)
          .isEqualTo(expected.stream().map(NaiveOffer::id).toList());
    }
  }

  /** A cursor of one query under another one, whatever differs: an error. */
  @Property
  void cursor_ofAnotherQuery_isRefused(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new RandomOffers(random).offers(30);
    try (OfferEngine engine = EngineCheck.engine(random)) {
      engine.load(offers.iterator(), LoadListener.NONE);
      RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
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
      assertThat(error).as("seed=%d %s under %s", seed, one, other).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_CURSOR);
      assertThat(error.path()).isEqualTo("/cursor");
    }
  }
}
