package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Pages of large segments, one after the other or from anywhere on, are the naive result and
 * nothing twice; {@link AnySchemaAgreementTest} turns the pages of small ones.
 */
class PagesAgreementTest {
  private static final int SEARCHES = Seeds.cases(40);
  private static final int[] ANY_LIMITS = {1, 20, 64, 300};
  private static final int[] LARGE_LIMITS = {256, 257, 700, 2600};

  /** How many values a field has: many, though some offers tie. */
  private static final int VALUES = 1_000;

  /** Orders by permutations, by the cluster field, by few values, by texts and by identifiers. */
  private static final String[] ORDERED = {
    "score", "dph_base", "dph_total", "num_gpus", "reliability", "duration", "gpu_name", "id"
  };

  /** Has four values: far more offers than a large page wants tie. */
  private static final NaiveQuery.Key TIED = new NaiveQuery.Key("num_gpus", true);

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);

  private static List<Long> ids(List<Offer> offers, NaiveQuery query) {
    return new NaiveMatcher(offers, query, EngineCheck.CLOCK)
        .results().stream().map(NaiveOffer::id).toList();
  }

  /** Offers in several segments, and then in tails too. */
  private void forSealedAndChanged(int count, BiConsumer<Snapshot, List<Offer>> check) {
    RandomOffers generator =
        new RandomOffers(
            random,
            field -> field == MarketplaceSchema.NUM_GPUS ? 4 : VALUES,
            random.nextBoolean() ? 1 : 8);
    Map<Long, Offer> stored = new TreeMap<>();
    generator.offers(count).forEach(offer -> stored.put(offer.id(), offer));
    try (OfferEngine engine =
        EngineCheck.loaded(
            OfferEngine.builder(MarketplaceSchema.schema())
                .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
                .maxSegmentRows(count / 3),
            List.copyOf(stored.values()))) {
      check.accept(engine.snapshot(), List.copyOf(stored.values()));
      for (int i = 0; i < count / 300; i++) {
        EngineCheck.change(engine, stored, generator, random);
      }
      check.accept(engine.snapshot(), List.copyOf(stored.values()));
    }
  }

  private NaiveQuery query(List<Offer> offers, int[] limits) {
    return new RandomQueries(random, offers, EngineCheck.CLOCK)
        .broad()
        .limit(limits[random.nextInt(limits.length)])
        .orderBy(order());
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
  @Test
  void pages_ofHundredsOfResults_areTheNaiveResult() {
    forSealedAndChanged(
        5000,
        (snapshot, offers) -> {
          List<NaiveQuery> queries = new ArrayList<>();
          queries.add(NaiveQuery.EVERYTHING.limit(260).orderBy(TIED));
          for (int i = 0; i < SEARCHES; i++) {
            queries.add(query(offers, LARGE_LIMITS));
          }
          for (NaiveQuery query : queries) {
            assertThat(EngineCheck.idsOfPages(snapshot, query.toQuery()))
                .as("seed=%d %s", seed, query)
                .isEqualTo(ids(offers, query));
          }
        });
  }

  @Test
  void page_fromAnyCursor_isThatPartOfTheNaiveResult() {
    forSealedAndChanged(
        2400,
        (snapshot, offers) -> {
          for (int i = 0; i < SEARCHES; i++) {
            checkFromAnywhere(snapshot, offers, query(offers, ANY_LIMITS));
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
      Matches matches = snapshot.by(shape).search(query.toQuery(after));
      assertThat(matches.toList(Match::id)).as(shape + " " + what).isEqualTo(page);
      assertThat(matches.nextCursor() == null)
          .as(shape + " " + what)
          .isEqualTo(from + page.size() == expected.size());
    }
  }
}
