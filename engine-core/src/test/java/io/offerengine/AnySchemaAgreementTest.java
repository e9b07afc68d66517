package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.saved.ForcedSearches;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever fields a schema has, and whatever was stored, changed and restarted, an engine answers
 * every kind of question as the naive rules do.
 */
class AnySchemaAgreementTest extends SeededProperties {
  private static final int QUERIES = 4;

  private final Map<Long, Offer> stored = new TreeMap<>();
  private Random random = new Random();
  private RandomSchema rules = RandomSchema.random(random);

  @Property(tries = 130)
  void engine_ofAnySchema_answersAsTheNaiveRules(@ForAll("seeds") long seed) throws IOException {
    random = new Random(seed);
    rules = RandomSchema.random(random);
    RandomOffers generator = new RandomOffers(random, rules);
    stored.clear();
    generator.offers(generator.count()).forEach(offer -> stored.put(offer.id(), offer));
    OfferEngine.Builder builder = EngineCheck.builder(random, rules.schema());
    OfferEngine engine = builder.build();
    try (SavedOffers saved = new SavedOffers()) {
      EngineCheck.store(engine, List.copyOf(stored.values()), random);
      for (int round = 0; round < 3; round++) {
        engine = random.nextInt(4) == 0 ? saved.restart(engine, builder) : engine;
        check("seed=" + seed + " " + rules, engine);
        for (int i = 0; i < 4; i++) {
          EngineCheck.change(engine, stored, generator, random);
        }
      }
      engine.close();
    }
  }

  private void check(String replay, OfferEngine engine) {
    List<Offer> offers = List.copyOf(stored.values());
    RandomQueries queries = new RandomQueries(random, rules, offers, EngineCheck.CLOCK);
    Snapshot snapshot = engine.snapshot();
    Map<Long, NaiveQuery> drawn = new TreeMap<>();
    for (long i = 0; i < QUERIES; i++) {
      NaiveQuery query = queries.query();
      drawn.put(i, query);
      EngineCheck.assertAgrees(replay, snapshot, offers, query);
      checkShapesAndPages(replay + " " + query, snapshot, offers, query);
      new FacetsCheck(replay, random, snapshot, offers, query).run();
      checkPrecondition(replay + " " + query, engine, query);
    }
    checkDistinct(replay, snapshot);
    checkComputed(replay);
    checkSaved(replay, drawn);
  }

  private static void checkShapesAndPages(
      String what, Snapshot snapshot, List<Offer> offers, NaiveQuery query) {
    NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
    List<Long> page = naive.page().stream().map(NaiveOffer::id).toList();
    EngineCheck.assertEveryShape(what, snapshot, query.toQuery(), page, naive.count());
    if (query.limit() > 0) {
      assertThat(EngineCheck.idsOfPages(snapshot, query.toQuery()))
          .as(what)
          .isEqualTo(naive.results().stream().map(NaiveOffer::id).toList());
    }
    EngineCheck.assertVisits(what, snapshot, offers, query);
  }

  /** Updates nothing, if an offer has what a query asks of its stored and derived values. */
  private void checkPrecondition(String what, OfferEngine engine, NaiveQuery query) {
    boolean isComputed =
        query.conditions().stream().anyMatch(each -> query.field(each.field()).formula() != null);
    if (stored.isEmpty() || isComputed) {
      return;
    }
    NaiveQuery asked = NaiveQuery.of(rules).withConditions(query.conditions());
    Offer offer = new ArrayList<>(stored.values()).get(random.nextInt(stored.size()));
    OfferChanges none = OfferChanges.builder(rules.schema()).build();
    OfferBatch batch =
        OfferBatch.builder()
            .updateIf(offer.id(), OfferConditions.of(asked.toQuery()), none)
            .build();
    boolean isApplied = true;
    try {
      engine.apply(batch);
    } catch (ConflictException e) {
      isApplied = false;
    }
    assertThat(isApplied).as("%s of %s", what, offer).isEqualTo(matches(offer, asked));
  }

  private static boolean matches(Offer offer, NaiveQuery query) {
    return new NaiveMatcher(List.of(offer), query, EngineCheck.CLOCK).count() > 0;
  }

  private void checkDistinct(String replay, Snapshot snapshot) {
    NaiveQuery everything = NaiveQuery.of(rules);
    for (Field field : rules.schema().fields()) {
      if (field.type() == FieldType.TEXT && field.collation().equals(Collation.EXACT)) {
        TreeSet<String> all = new TreeSet<>(Collation::compare);
        for (Offer offer : stored.values()) {
          Object text = new NaiveOffer(offer, everything, EngineCheck.CLOCK).value(field);
          if (text != null) {
            all.add((String) text);
          }
        }
        assertThat(snapshot.distinctTexts(field)).as(replay).isEqualTo(List.copyOf(all));
        String any = all.isEmpty() ? "x" : new ArrayList<>(all).get(random.nextInt(all.size()));
        String prefix = any.substring(0, any.offsetByCodePoints(0, any.isEmpty() ? 0 : 1));
        int limit = random.nextInt(5);
        assertThat(snapshot.distinct(field, prefix, limit))
            .as("%s %s", replay, prefix)
            .isEqualTo(
                all.stream()
                    .filter(text -> text.regionMatches(true, 0, prefix, 0, prefix.length()))
                    .limit(limit)
                    .toList());
      }
    }
  }

  /** A formula has the same value for an offer alone. */
  private void checkComputed(String replay) {
    NaiveQuery everything = NaiveQuery.of(rules);
    Arguments usual = Arguments.defaults(rules.schema());
    for (Field field : rules.schema().fields()) {
      if (field.formula() != null) {
        for (Offer offer : stored.values()) {
          Object expected = new NaiveOffer(offer, everything, EngineCheck.CLOCK).value(field);
          assertThat(offer.compute((NumberField) field, usual))
              .as("%s %s of %s", replay, field, offer)
              .isEqualTo(expected == null ? Double.valueOf(Double.NaN) : expected);
        }
      }
    }
  }

  private void checkSaved(String replay, Map<Long, NaiveQuery> queries) {
    ForcedSearches[] ways = ForcedSearches.values();
    SavedSearches.Builder building = ways[random.nextInt(ways.length)].builder(rules.schema());
    queries.forEach((id, query) -> building.add(id, query.toQuery()));
    SavedSearches saved = building.build();
    stored.values().stream()
        .limit(20)
        .forEach(offer -> {
          List<Long> found = new ArrayList<>();
          saved.match(offer, TimeKey.ofSeconds(EngineCheck.CLOCK), found::add);
          assertThat(found)
              .as("%s %s of %s", replay, offer, queries)
              .containsExactlyInAnyOrderElementsOf(
                  queries.keySet().stream().filter(id -> matches(offer, queries.get(id))).toList());
        });
  }
}
