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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Counts of folds whose offers are alike, but for some fields and some offers: the hotels of rooms.
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
  private static final List<String> TEXTS = List.of("sea", "pets", "quiet");
  private static final List<Double> EDGES = List.of(2.0, 3.0, 4.0);
  private static final int HOTELS = 60;

  private final Map<Long, Offer> stored = new TreeMap<>();

  @Property(tries = 60)
  void facets_ofFoldsThatAreAlike_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    stored.clear();
    int deviation = random.nextInt(3) == 0 ? 3 : 60;
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(1 << (3 + random.nextInt(5)))
            .maxSegmentRows(1 << (6 + random.nextInt(4)))
            .build()) {
      for (int round = 0; round < 4; round++) {
        change(engine, seed, deviation, random);
        for (int i = 0; i < 4; i++) {
          check("seed=" + seed, engine.snapshot(), random);
        }
      }
    }
  }

  private void change(OfferEngine engine, long seed, int deviation, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(stored.isEmpty() ? 400 : 40); i > 0; i--) {
      long id = random.nextInt(400);
      if (stored.containsKey(id) && random.nextInt(3) == 0) {
        batch.delete(id);
        stored.remove(id);
      } else {
        Offer offer = offer(id, seed, deviation, random);
        batch.upsert(offer);
        stored.put(id, offer);
      }
    }
    engine.apply(batch.build());
  }

  /** Returns a room like the others of its hotel; one of so many differs. */
  private static Offer offer(long id, long seed, int deviation, Random random) {
    Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
    int hotel = random.nextInt(HOTELS);
    if (hotel > 0) {
      offer.set(HOTEL, hotel);
    }
    Random alike = new Random(seed + hotel);
    if (alike.nextInt(5) > 0) {
      offer.set(CITY, CITIES.get(source(alike, deviation, random).nextInt(CITIES.size())));
    }
    if (alike.nextInt(5) > 0) {
      offer.set(STARS, source(alike, deviation, random).nextInt(5));
    }
    if (alike.nextInt(3) > 0) {
      offer.set(OPEN, source(alike, deviation, random).nextBoolean());
    }
    if (alike.nextInt(5) > 0) {
      int tags = alike.nextInt(4);
      offer.set(TAGS, TEXTS.subList(0, source(alike, deviation, random).nextInt(1 + tags)));
    }
    if (random.nextInt(10) > 0) {
      offer.set(PRICE, 1 + random.nextInt(16) / 4.0);
    }
    return offer.build();
  }

  private static Random source(Random alike, int deviation, Random random) {
    return random.nextInt(deviation) == 0 ? random : alike;
  }

  private void check(String replay, Snapshot snapshot, Random random) {
    QueryBuilder builder = Query.builder(SCHEMA);
    Predicate<Offer> ofPrice = offer -> true;
    if (random.nextBoolean()) {
      double most = 1 + random.nextInt(16) / 4.0;
      builder.where(PRICE, Operator.LTE, most);
      ofPrice = offer -> offer.has(PRICE) && offer.number(PRICE) <= most;
    }
    Predicate<Offer> ofStars = offer -> true;
    if (random.nextBoolean()) {
      int least = random.nextInt(5);
      builder.where(STARS, Operator.GTE, least);
      ofStars = offer -> offer.has(STARS) && offer.integer(STARS) >= least;
    }
    Query query = builder.build();
    FacetRequest request =
        FacetRequest.builder()
            .values(CITY)
            .values(STARS)
            .values(OPEN)
            .values(TAGS)
            .histogram(STARS, 2, 3, 4)
            .histogram(PRICE, 2, 3, 4)
            .range(STARS)
            .range(PRICE)
            .quantiles(STARS, 0.5, 1.0)
            .withoutOwnCondition()
            .counting(Counting.FOLDS)
            .build();
    List<Long> hotels = List.of((long) random.nextInt(HOTELS), 1_000L);
    Facets facets = snapshot.facets(query, request.withFolds(hotels));
    String what = replay + " " + query;
    List<Offer> both = matching(ofPrice.and(ofStars));
    assertThat(facets.matched()).as(what).isEqualTo(size(both));
    List<Long> sizes =
        hotels.stream().map(hotel -> both.stream().filter(isOf(hotel)).count()).toList();
    assertThat(facets.folds()).as(what).isEqualTo(new Facets.Folds(size(both), sizes));
    assertThat(facets.values(CITY))
        .as(what)
        .isEqualTo(values(CITY, both, offer -> offer.has(CITY) ? List.of(offer.text(CITY)) : null));
    assertThat(facets.values(OPEN))
        .as(what)
        .isEqualTo(values(OPEN, both, offer -> offer.has(OPEN) ? List.of(offer.flag(OPEN)) : null));
    assertThat(facets.values(TAGS))
        .as(what)
        .isEqualTo(values(TAGS, both, offer -> offer.has(TAGS) ? offer.texts(TAGS) : null));
    List<Offer> withoutStars = matching(ofPrice);
    assertThat(facets.values(STARS))
        .as(what)
        .isEqualTo(
            values(
                STARS,
                withoutStars,
                offer -> offer.has(STARS) ? List.of(offer.integer(STARS)) : null));
    assertNumbers(what, facets, withoutStars, STARS, offer -> (double) offer.integer(STARS));
    assertNumbers(what, facets, matching(ofStars), PRICE, offer -> offer.number(PRICE));
    assertThat(facets.quantiles(STARS).values()).as(what).isEqualTo(quantiles(withoutStars));
  }

  private static Predicate<Offer> isOf(long hotel) {
    return offer -> offer.has(HOTEL) && offer.integer(HOTEL) == hotel;
  }

  private List<Offer> matching(Predicate<Offer> condition) {
    return stored.values().stream().filter(condition).toList();
  }

  /** Returns how many hotels some rooms have; a room without a hotel counts alone. */
  private static long size(List<Offer> offers) {
    return offers.stream().map(FoldedFacetsAgreementTest::foldOf).distinct().count();
  }

  private static long foldOf(Offer offer) {
    return offer.has(HOTEL) ? offer.integer(HOTEL) : -offer.id() - 1;
  }

  private static <T extends Comparable<T>> Facets.Values values(
      Field field, List<Offer> offers, Function<Offer, List<T>> valuesOf) {
    Map<T, List<Offer>> having = new LinkedHashMap<>();
    List<Offer> absent = new ArrayList<>();
    for (Offer offer : offers) {
      List<T> found = valuesOf.apply(offer);
      if (found == null) {
        absent.add(offer);
      } else {
        found.forEach(value -> having.computeIfAbsent(value, any -> new ArrayList<>()).add(offer));
      }
    }
    List<Facets.Count> counts =
        having.entrySet().stream()
            .sorted(
                Comparator.comparingLong((Map.Entry<T, List<Offer>> each) -> -size(each.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .map(each -> new Facets.Count(each.getKey(), size(each.getValue())))
            .toList();
    return new Facets.Values(field, counts, size(absent), 0);
  }

  private static void assertNumbers(
      String what, Facets facets, List<Offer> offers, Field field, Function<Offer, Double> number) {
    List<Offer> present = offers.stream().filter(offer -> offer.has(field)).toList();
    long absent = size(offers.stream().filter(offer -> !offer.has(field)).toList());
    List<Long> bins = new ArrayList<>();
    for (int bin = 0; bin <= EDGES.size(); bin++) {
      double low = bin == 0 ? Double.NEGATIVE_INFINITY : EDGES.get(bin - 1);
      double high = bin == EDGES.size() ? Double.POSITIVE_INFINITY : EDGES.get(bin);
      bins.add(
          size(
              present.stream()
                  .filter(offer -> number.apply(offer) >= low && number.apply(offer) < high)
                  .toList()));
    }
    int last = EDGES.size();
    Facets.Histogram histogram = facets.histogram(field);
    assertThat(histogram)
        .as(what)
        .isEqualTo(
            new Facets.Histogram(
                field, EDGES, bins.subList(1, last), bins.get(0), bins.get(last), absent));
    Facets.Range range = facets.range(field);
    assertThat(range.present()).as(what).isEqualTo(size(present));
    assertThat(range.absent()).as(what).isEqualTo(absent);
    if (!present.isEmpty()) {
      List<Double> sorted = present.stream().map(number).sorted().toList();
      assertThat(range.least().doubleValue()).as(what).isEqualTo(sorted.get(0));
      assertThat(range.greatest().doubleValue()).as(what).isEqualTo(sorted.get(sorted.size() - 1));
    }
  }

  /** The median and the greatest of the stars, each number once for each hotel that has it. */
  private static List<Number> quantiles(List<Offer> offers) {
    List<Long> stars =
        offers.stream()
            .filter(offer -> offer.has(STARS))
            .map(offer -> List.of(foldOf(offer), offer.integer(STARS)))
            .distinct()
            .map(pair -> pair.get(1))
            .sorted()
            .toList();
    return stars.isEmpty()
        ? List.of()
        : List.of(stars.get((stars.size() + 1) / 2 - 1), stars.get(stars.size() - 1));
  }
}
