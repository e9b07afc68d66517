package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextListField;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Facets of lists that count folds, with and without own conditions and values that others have.
 */
class TagFacetsAgreementTest extends SeededProperties {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final IntegerField HOTEL = ROOMS.integer("hotel").add();
  private static final IntegerField FLOOR = ROOMS.integer("floor").add();
  private static final Schema SCHEMA = ROOMS.foldBy(HOTEL).build();
  private static final List<String> TEXTS = List.of("sea", "pets", "quiet", "", "bath");

  private final Map<Long, Offer> stored = new TreeMap<>();

  @Property(tries = 80)
  void facetsOfTags_afterAnyChanges_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    stored.clear();
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA).tailCapacity(16).maxSegmentRows(128).build()) {
      for (int round = 0; round < 4; round++) {
        change(engine, random);
        for (int i = 0; i < 4; i++) {
          check("seed=" + seed, engine.snapshot(), random);
        }
      }
    }
  }

  private void change(OfferEngine engine, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(80); i > 0; i--) {
      long id = random.nextInt(150);
      if (stored.containsKey(id) && random.nextInt(3) == 0) {
        batch.delete(id);
        stored.remove(id);
      } else {
        Offer offer = offer(id, random);
        batch.upsert(offer);
        stored.put(id, offer);
      }
    }
    engine.apply(batch.build());
  }

  private static Offer offer(long id, Random random) {
    Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
    if (random.nextInt(4) > 0) {
      List<String> tags = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        tags.add(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      offer.set(TAGS, tags);
    }
    if (random.nextInt(4) > 0) {
      offer.set(HOTEL, random.nextInt(20));
    }
    return offer.set(FLOOR, random.nextInt(3)).build();
  }

  private void check(String replay, Snapshot snapshot, Random random) {
    QueryBuilder builder = Query.builder(SCHEMA);
    Integer floor = random.nextBoolean() ? random.nextInt(3) : null;
    if (floor != null) {
      builder.where(FLOOR, Operator.EQ, floor);
    }
    String tag = random.nextBoolean() ? TEXTS.get(random.nextInt(TEXTS.size())) : null;
    if (tag != null) {
      builder.where(TAGS, Operator.HAS, tag);
    }
    boolean dropsOwn = random.nextBoolean();
    boolean isFolded = random.nextInt(3) > 0;
    boolean hasZero = random.nextBoolean();
    int limit = 1 + random.nextInt(6);
    FacetRequest.Builder request = FacetRequest.builder().values(TAGS, limit);
    if (hasZero) {
      request.includeZero();
    }
    if (dropsOwn) {
      request.withoutOwnCondition();
    }
    request.counting(isFolded ? Counting.FOLDS : Counting.ROWS);
    List<Offer> counted =
        stored.values().stream()
            .filter(offer -> floor == null || offer.integer(FLOOR) == floor)
            .filter(offer -> tag == null || dropsOwn || (offer.has(TAGS) && has(offer, tag)))
            .toList();
    String what = replay + " " + builder.build() + (isFolded ? " folds" : "");
    assertThat(snapshot.facets(builder.build(), request.build()).values(TAGS))
        .as(what)
        .isEqualTo(naive(counted, isFolded, hasZero, limit));
  }

  private static boolean has(Offer offer, String tag) {
    return tags(offer).contains(tag);
  }

  private static List<String> tags(Offer offer) {
    return offer.has(TAGS) ? offer.texts(TAGS) : List.of();
  }

  /** Counts each tag by the offers, or by the hotels, that have it. */
  private Facets.Values naive(List<Offer> counted, boolean isFolded, boolean hasZero, int limit) {
    Set<String> values = new HashSet<>();
    for (Offer offer : hasZero ? stored.values() : counted) {
      values.addAll(tags(offer));
    }
    List<Facets.Count> counts =
        values.stream()
            .map(tag -> {
              List<Offer> having = counted.stream().filter(offer -> has(offer, tag)).toList();
              return new Facets.Count(tag, size(having, isFolded));
            })
            .sorted(
                Comparator.comparingLong((Facets.Count each) -> -each.count())
                    .thenComparing(each -> (String) each.value()))
            .toList();
    int shown = Math.min(limit, counts.size());
    long absent = size(counted.stream().filter(offer -> !offer.has(TAGS)).toList(), isFolded);
    return new Facets.Values(TAGS, counts.subList(0, shown), absent, counts.size() - shown);
  }

  private static long size(Collection<Offer> offers, boolean isFolded) {
    if (!isFolded) {
      return offers.size();
    }
    long alone = offers.stream().filter(offer -> !offer.has(HOTEL)).count();
    return alone
        + offers.stream()
            .filter(offer -> offer.has(HOTEL))
            .map(offer -> offer.integer(HOTEL))
            .distinct()
            .count();
  }
}
