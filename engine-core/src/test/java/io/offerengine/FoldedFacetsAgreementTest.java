package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.testing.SeededProperties;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Facets of rooms and of their hotels, with own conditions or without. Most rooms of a hotel are
 * alike, but for some fields and some rooms; or none are.
 */
class FoldedFacetsAgreementTest extends SeededProperties {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final TextField CITY = ROOMS.text("city").add();
  private static final IntegerField STARS = ROOMS.integer("stars").hot().add();
  private static final FlagField OPEN = ROOMS.flag("open").add();
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final NumberField PRICE = ROOMS.number("price").hot().add();
  private static final IntegerField HOTEL = ROOMS.integer("hotel").add();
  private static final Schema SCHEMA = ROOMS.foldBy(HOTEL).clusterBy(PRICE).build();
  private static final List<String> CITIES = List.of("Lisbon", "lisbon", "Porto", "Faro", "Braga");
  private static final List<String> TEXTS = List.of("sea", "pets", "quiet", "", "bath");
  private static final List<Double> EDGES = List.of(2.0, 3.0, 4.0);

  private final Map<Long, Offer> stored = new TreeMap<>();
  private Random random = new Random();

  /** One room of so many differs from the others of its hotel; each does if the number is 1. */
  private int deviation;

  private int hotels;

  @Property(tries = 140)
  void facets_ofRoomsAndHotels_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    random = new Random(seed);
    stored.clear();
    deviation = List.of(1, 1, 3, 60, 60).get(random.nextInt(5));
    hotels = random.nextBoolean() ? 20 : 60;
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(1 << (3 + random.nextInt(5)))
            .maxSegmentRows(1 << (6 + random.nextInt(4)))
            .build()) {
      for (int round = 0; round < 4; round++) {
        change(engine, seed);
        for (int i = 0; i < 4; i++) {
          check("seed=" + seed, engine.snapshot());
        }
      }
    }
  }

  private void change(OfferEngine engine, long seed) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(stored.isEmpty() ? 400 : 80); i > 0; i--) {
      long id = random.nextInt(400);
      if (stored.containsKey(id) && random.nextInt(3) == 0) {
        batch.delete(id);
        stored.remove(id);
      } else {
        Offer offer = offer(id, seed);
        batch.upsert(offer);
        stored.put(id, offer);
      }
    }
    engine.apply(batch.build());
  }

  private Offer offer(long id, long seed) {
    Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
    int hotel = random.nextInt(hotels);
    if (hotel > 0) {
      offer.set(HOTEL, hotel);
    }
    Random alike = deviation == 1 ? random : new Random(seed + hotel);
    if (alike.nextInt(5) > 0) {
      offer.set(CITY, any(CITIES, source(alike)));
    }
    if (alike.nextInt(5) > 0) {
      offer.set(STARS, source(alike).nextInt(5));
    }
    if (alike.nextInt(3) > 0) {
      offer.set(OPEN, source(alike).nextBoolean());
    }
    if (alike.nextInt(5) > 0) {
      Random tags = source(alike);
      offer.set(TAGS, tags.ints(tags.nextInt(4), 0, TEXTS.size()).mapToObj(TEXTS::get).toList());
    }
    if (random.nextInt(10) > 0) {
      offer.set(PRICE, 1 + random.nextInt(16) / 4.0);
    }
    return offer.build();
  }

  private Random source(Random alike) {
    return random.nextInt(deviation) == 0 ? random : alike;
  }

  private static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  private void check(String replay, Snapshot snapshot) {
    QueryBuilder builder = Query.builder(SCHEMA);
    Map<Field, Predicate<Offer>> conditions = conditions(builder);
    Query query = builder.build();
    boolean dropsOwn = random.nextBoolean();
    boolean isFolded = random.nextInt(3) > 0;
    boolean hasZero = random.nextBoolean();
    int limit = 1 + random.nextInt(random.nextBoolean() ? 6 : 100);
    FacetRequest.Builder request = FacetRequest.builder();
    for (Field field : List.of(CITY, STARS, OPEN, TAGS)) {
      request.values(field, limit);
      if (hasZero) {
        request.includeZero();
      }
    }
    for (Field field : List.of(STARS, PRICE)) {
      request.histogram(field, 2, 3, 4).range(field).quantiles(field, 0.5, 1.0);
    }
    request.counting(isFolded ? Counting.FOLDS : Counting.ROWS);
    if (dropsOwn) {
      request.withoutOwnCondition();
    }
    List<Long> sized = List.of((long) random.nextInt(hotels), 1_000L);
    Facets facets = snapshot.facets(query, request.build().withFolds(sized));
    String what = replay + " " + query + (isFolded ? " folds" : "") + (dropsOwn ? " others" : "");
    Field fold = isFolded ? HOTEL : null;
    NaiveFacets<Offer> both = naive(conditions, null, fold);
    assertThat(facets.matched()).as(what).isEqualTo(both.matched());
    List<Long> sizes = sized.stream().map(hotel -> size(hotel, both.matches())).toList();
    assertThat(facets.folds())
        .as(what)
        .isEqualTo(new Facets.Folds(naive(conditions, null, HOTEL).matched(), sizes));
    for (Field field : List.of(CITY, STARS, OPEN, TAGS)) {
      List<Offer> all = hasZero ? List.copyOf(stored.values()) : List.of();
      assertThat(facets.values(field))
          .as(what)
          .isEqualTo(naive(conditions, dropsOwn ? field : null, fold).values(field, limit, all));
    }
    for (Field field : List.of(STARS, PRICE)) {
      NaiveFacets<Offer> naive = naive(conditions, dropsOwn ? field : null, fold);
      assertThat(facets.histogram(field)).as(what).isEqualTo(naive.histogram(field, EDGES));
      assertThat(facets.range(field)).as(what).isEqualTo(naive.range(field));
      assertThat(facets.quantiles(field))
          .as(what)
          .isEqualTo(naive.quantiles(field, List.of(0.5, 1.0)));
    }
  }

  /** Adds conditions, and returns what they mean by their fields. */
  private Map<Field, Predicate<Offer>> conditions(QueryBuilder builder) {
    Map<Field, Predicate<Offer>> conditions = new HashMap<>();
    if (random.nextBoolean()) {
      double most = 1 + random.nextInt(16) / 4.0;
      builder.where(PRICE, Operator.LTE, most);
      conditions.put(PRICE, offer -> offer.has(PRICE) && offer.number(PRICE) <= most);
    }
    if (random.nextBoolean()) {
      int least = random.nextInt(5);
      builder.where(STARS, Operator.GTE, least);
      conditions.put(STARS, offer -> offer.has(STARS) && offer.integer(STARS) >= least);
    }
    if (random.nextBoolean()) {
      String tag = any(TEXTS, random);
      builder.where(TAGS, Operator.HAS, tag);
      conditions.put(TAGS, offer -> offer.has(TAGS) && offer.texts(TAGS).contains(tag));
    }
    return conditions;
  }

  private NaiveFacets<Offer> naive(
      Map<Field, Predicate<Offer>> conditions, @Nullable Field dropped, @Nullable Field fold) {
    List<Offer> matches =
        stored.values().stream()
            .filter(offer ->
                conditions.entrySet().stream()
                    .allMatch(each -> each.getKey() == dropped || each.getValue().test(offer)))
            .toList();
    return new NaiveFacets<>(
        matches, new NaiveFacets.Reading<>(UntypedValues::of, (field, text) -> text), fold);
  }

  private static long size(long hotel, List<Offer> rooms) {
    return rooms.stream().filter(room -> room.has(HOTEL) && room.integer(HOTEL) == hotel).count();
  }
}
