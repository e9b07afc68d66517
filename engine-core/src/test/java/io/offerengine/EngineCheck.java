package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Builds small engines with many segments, and compares what they answer with the oracle. */
final class EngineCheck {
  static final double CLOCK = 750.25;

  /** Of more results than this, every second, third or further one shows its values. */
  private static final int SHOWN = 20;

  /** The most matches that a visitor receives at once. */
  private static final int VISITED = 256;

  private EngineCheck() {}

  /** Returns an empty engine whose tails and segments hold few rows; some tails more than most. */
  static OfferEngine engine(Random random) {
    return builder(random).build();
  }

  /** Configures an engine whose tails and segments hold few rows; some tails more than most. */
  static OfferEngine.Builder builder(Random random) {
    return builder(random, MarketplaceSchema.schema());
  }

  /** Configures an engine whose tails and segments hold few rows; some tails more than most. */
  static OfferEngine.Builder builder(Random random, Schema schema) {
    return OfferEngine.builder(schema)
        .clock(() -> TimeKey.ofSeconds(CLOCK))
        .checkFormulas(Formula.Checks.EVERY_ROW)
        .tailCapacity(random.nextInt(6) == 0 ? 600 : 1 + random.nextInt(40))
        .maxSegmentRows(64 << random.nextInt(4));
  }

  /** Stores offers by one of the ways in: a load, one batch, many batches. */
  static void store(OfferEngine engine, List<Offer> offers, Random random) {
    if (random.nextInt(3) == 0) {
      engine.load(offers.iterator(), LoadListener.NONE);
      return;
    }
    int perBatch = random.nextBoolean() ? offers.size() + 1 : 1 + random.nextInt(20);
    for (int from = 0; from < offers.size(); from += perBatch) {
      OfferBatch.Builder batch = OfferBatch.builder();
      offers.subList(from, Math.min(from + perBatch, offers.size())).forEach(batch::upsert);
      engine.apply(batch.build());
    }
  }

  /** Returns offers of the identifiers from zero on. */
  static List<Offer> offers(int count, LongFunction<Offer> offer) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < count; id++) {
      offers.add(offer.apply(id));
    }
    return offers;
  }

  /** Returns an engine with some offers, which it loaded. */
  static OfferEngine loaded(OfferEngine.Builder builder, List<Offer> offers) {
    OfferEngine engine = builder.build();
    engine.load(offers.iterator(), LoadListener.NONE);
    return engine;
  }

  /** Changes, deletes and adds some offers, in the engine and among those that it should hold. */
  static void change(
      OfferEngine engine, Map<Long, Offer> stored, RandomOffers generator, Random random) {
    List<Long> ids = new ArrayList<>(stored.keySet());
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(30); i > 0 && !ids.isEmpty(); i--) {
      long id = ids.remove(random.nextInt(ids.size()));
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          OfferChanges changes = generator.changes();
          batch.update(id, changes);
          stored.put(id, generator.rules().kept(stored.get(id)).with(changes));
        }
        case 2, 3 -> {
          batch.delete(id);
          stored.remove(id);
        }
        default -> {
          Offer offer = generator.offer(random.nextBoolean() ? id : 5_000 + id);
          batch.upsert(offer);
          stored.put(offer.id(), offer);
        }
      }
    }
    engine.apply(batch.build());
  }

  /** Returns an offer that has a price and nothing else. */
  static Offer offer(long id, double price) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.DPH_BASE, price)
        .build();
  }

  /** Returns all offers of an engine, by identifier. */
  static List<Offer> offers(OfferEngine engine) {
    Query everything = Query.builder(engine.schema()).orderById().fold(false).limit(10_000).build();
    return engine.snapshot().search(everything).toList(Match::toOffer);
  }

  /** Visits the results of all pages, each page asked for by the token of the one before. */
  static void forEachOfPages(Snapshot snapshot, Query query, Consumer<Match> consumer) {
    Matches page = snapshot.search(query);
    assertThat(page.size()).isLessThanOrEqualTo(query.limit());
    page.forEach(consumer);
    for (Cursor cursor = page.nextCursor(); cursor != null; cursor = page.nextCursor()) {
      page = snapshot.search(query.after(Cursor.parse(cursor.token())));
      assertThat(page.size()).isBetween(1, query.limit());
      page.forEach(consumer);
    }
  }

  static List<Long> idsOfPages(Snapshot snapshot, Query query) {
    List<Long> ids = new ArrayList<>();
    forEachOfPages(snapshot, query, match -> ids.add(match.id()));
    return ids;
  }

  /** Compares a page and the count by each shape of plan, and by the planner's choice. */
  static void assertEveryShape(
      String what, Snapshot snapshot, Query query, List<Long> page, long count) {
    for (PlanShape shape : PlanShape.values()) {
      assertThat(snapshot.by(shape).search(query).toList(Match::id))
          .as(shape + " " + what)
          .isEqualTo(page);
      assertThat(snapshot.by(shape).count(query)).as(shape + " " + what).isEqualTo(count);
    }
    assertThat(snapshot.search(query).toList(Match::id)).as(what).isEqualTo(page);
    assertThat(snapshot.count(query)).as(what).isEqualTo(count);
  }

  /** Compares the page and the count by each shape of plan with those of a scan of all rows. */
  static void assertEqualsScan(String what, Snapshot snapshot, Query query) {
    List<Long> expected = snapshot.by(PlanShape.FULL_SCAN).search(query).toList(Match::id);
    long count = snapshot.by(PlanShape.FULL_SCAN).count(query);
    assertEveryShape(what, snapshot, query, expected, count);
  }

  /** Visits all matches by each shape of plan, and by the planner's choice with their values. */
  static void assertVisits(
      String what, Snapshot snapshot, Collection<Offer> offers, NaiveQuery query) {
    Map<Long, NaiveOffer> expected = new TreeMap<>();
    new NaiveMatcher(offers, query.fold(false), CLOCK)
        .results()
        .forEach(offer -> expected.put(offer.id(), offer));
    List<@Nullable PlanShape> shapes = new ArrayList<>(List.of(PlanShape.values()));
    shapes.add(null);
    for (PlanShape shape : shapes) {
      String by = shape + " visits " + what;
      List<Long> found = new ArrayList<>();
      snapshot
          .by(shape)
          .forEach(
              query.toQuery(),
              batch -> {
                assertThat(batch.size()).as(by).isBetween(1, VISITED);
                assertThat(batch.isFolded()).as(by).isFalse();
                assertThat(batch.nextCursor()).as(by).isNull();
                List<Long> ids = batch.toList(Match::id);
                found.addAll(ids);
                assertThat(expected).as(by).containsKeys(ids.toArray(Long[]::new));
                if (shape == null) {
                  assertSameResults(by, batch, ids.stream().map(expected::get).toList());
                }
              });
      Collections.sort(found);
      assertThat(found).as(by).isEqualTo(List.copyOf(expected.keySet()));
    }
  }

  /** Compares identifiers, order, every shown value, the count and whether there is more. */
  static void assertAgrees(
      String replay, Snapshot snapshot, Collection<Offer> offers, NaiveQuery query) {
    NaiveMatcher naive = new NaiveMatcher(offers, query, CLOCK);
    Matches matches = snapshot.search(query.toQuery());
    assertSameResults(replay + " " + query, matches, naive.page());
    assertThat(snapshot.count(query.toQuery()))
        .as("%s count of %s", replay, query)
        .isEqualTo(naive.count());
    boolean more = query.limit() > 0 && naive.results().size() > query.limit();
    assertThat(matches.nextCursor() != null).as("%s more of %s", replay, query).isEqualTo(more);
  }

  /**
   * Compares results with the expected ones: identifiers in order, what the offers brought, and
   * every value that {@link #SHOWN} of them show.
   */
  static void assertSameResults(String what, Matches matches, List<NaiveOffer> expected) {
    assertThat(matches.toList(Match::id))
        .as(what)
        .isEqualTo(expected.stream().map(NaiveOffer::id).toList());
    assertThat(matches.size()).as(what).isEqualTo(expected.size());
    int step = 1 + expected.size() / SHOWN;
    for (int i = 0; i < expected.size(); i++) {
      NaiveOffer offer = expected.get(i);
      Match match = matches.get(i);
      for (Field field : offer.query().schema().shownFields()) {
        if (i % step == 0) {
          assertShown(what, match, field, offer.shown(field));
        }
      }
      assertThat(match.toOffer()).as(what).isEqualTo(offer.query().rules().kept(offer.offer()));
    }
  }

  private static void assertShown(String what, Match match, Field field, Object expected) {
    Object actual = UntypedValues.of(match, field);
    boolean same = java.util.Objects.deepEquals(actual, expected);
    boolean hasIt = match.has(field) == (expected != null);
    if (!same || !hasIt) {
      assertThat(actual).as("%s: %s of %d", what, field, match.id()).isEqualTo(expected);
      assertThat(match.has(field))
          .as("%s: has %s of %d", what, field, match.id())
          .isEqualTo(expected != null);
    }
    if (field.type() == FieldType.INTEGER
        && expected instanceof Long integer
        && match.number(field) != integer.doubleValue()) {
      assertThat(match.number(field))
          .as("%s: %s as a number", what, field)
          .isEqualTo(integer.doubleValue());
    }
  }
}
