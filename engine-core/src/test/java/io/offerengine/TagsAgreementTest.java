package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.query.ConflictException;
import io.offerengine.query.Conjunction;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Lists, patterns and alternatives of a schema with tags, through updates, deletions, merges. */
class TagsAgreementTest extends SeededProperties {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final TextListField TAGS =
      ROOMS
          .texts("tags")
          .collation(Collation.of("lower", text -> text.toLowerCase(Locale.ROOT)))
          .add();
  private static final TextListField NOTES = ROOMS.texts("notes").cold().add();
  private static final IntegerListField FLOORS = ROOMS.integers("floors").add();
  private static final TextField NAME = ROOMS.text("name").add();
  private static final IntegerField PRICE = ROOMS.integer("price").hot().add();
  private static final Schema SCHEMA =
      ROOMS.clusterBy(PRICE).defaultOrder(PRICE, Direction.ASC).build();

  private static final String[] TEXTS =
      ";sea;Sea;SEA view;pets;quiet;ß;SS;\u0130;i\u0307;\u212A;k;ſ;😀x".split(";");

  private static final NaiveFacets.Reading<Offer> READING =
      new NaiveFacets.Reading<>(
          UntypedValues::of, (field, text) -> field == TAGS ? text.toLowerCase(Locale.ROOT) : text);

  private final TreeMap<Long, Offer> stored = new TreeMap<>();

  /** A condition and what it means. */
  private record Drawn(
      Field field, Operator operator, @Nullable Object value, Predicate<Offer> holds) {}

  @Property(tries = 60)
  void searchCountAndDistinct_afterAnyChanges_equalTheNaiveOnes(@ForAll("seeds") long seed)
      throws IOException {
    Random random = new Random(seed);
    stored.clear();
    boolean isMany = random.nextInt(6) == 0;
    OfferEngine.Builder builder =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(8 << random.nextInt(3))
            .maxSegmentRows(64 << random.nextInt(4));
    OfferEngine engine = builder.build();
    try (SavedOffers saved = new SavedOffers()) {
      for (int round = 0; round < 4; round++) {
        change(engine, random, isMany ? 400 : 40);
        engine = random.nextInt(4) == 0 ? saved.restart(engine, builder) : engine;
        for (int i = 0; i < 6; i++) {
          check("seed=" + seed, engine, random);
        }
      }
    }
  }

  private void change(OfferEngine engine, Random random, int count) {
    OfferBatch.Builder batch = OfferBatch.builder();
    TreeMap<Long, Offer> next = new TreeMap<>(stored);
    for (int i = 0; i < count; i++) {
      long id = random.nextInt(2 * count);
      Offer old = next.get(id);
      if (old == null || random.nextInt(3) == 0) {
        Offer offer = offer(id, random);
        batch.upsert(offer);
        next.put(id, offer);
      } else if (random.nextInt(3) == 0) {
        batch.delete(id);
        next.remove(id);
      } else {
        OfferChanges changes = changes(random);
        batch.update(id, changes);
        next.put(id, old.with(changes));
      }
    }
    engine.apply(batch.build());
    stored.clear();
    stored.putAll(next);
  }

  private static Offer offer(long id, Random random) {
    Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
    UntypedValues.putMostly(offer, random, 4, TAGS, texts(random));
    UntypedValues.putMostly(offer, random, 4, NOTES, texts(random));
    long[] floors = random.longs(random.nextInt(4), -1, 4).toArray();
    UntypedValues.putMostly(offer, random, 4, FLOORS, floors);
    UntypedValues.putMostly(offer, random, 4, NAME, text(random));
    UntypedValues.putMostly(offer, random, 4, PRICE, (long) random.nextInt(200));
    return offer.build();
  }

  private static OfferChanges changes(Random random) {
    OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
    switch (random.nextInt(5)) {
      case 0 -> changes.set(TAGS, texts(random));
      case 1 -> changes.clear(TAGS);
      case 2 -> changes.set(FLOORS, new long[] {random.nextInt(4)});
      case 3 -> changes.set(NAME, text(random));
      default -> changes.set(PRICE, random.nextInt(200));
    }
    return changes.build();
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      texts.add(text(random));
    }
    return texts;
  }

  private static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private void check(String replay, OfferEngine engine, Random random) {
    QueryBuilder builder = Query.builder(SCHEMA).limit(1 + random.nextInt(200));
    Predicate<Offer> holds = offer -> true;
    for (int i = random.nextInt(3); i > 0; i--) {
      Drawn drawn = condition(random);
      builder.where(drawn.field(), drawn.operator(), drawn.value());
      holds = holds.and(drawn.holds());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      holds = holds.and(alternatives(builder, random));
    }
    Query query = builder.build();
    List<Long> expected =
        stored.values().stream()
            .filter(holds)
            .sorted((left, right) -> compare(left, right))
            .map(Offer::id)
            .toList();
    Snapshot snapshot = engine.snapshot();
    String what = replay + " " + query;
    List<Long> page = expected.subList(0, Math.min(query.limit(), expected.size()));
    EngineCheck.assertEveryShape(what, snapshot, query, page, expected.size());
    assertThat(snapshot.explain(query).toString()).contains("query: ");
    checkPages(what, snapshot, query, expected);
    checkDistinct(replay, snapshot, random);
    checkPrecondition(what, engine, random);
    checkFacets(what, snapshot, query, stored.values().stream().filter(holds).toList());
  }

  private void checkFacets(String what, Snapshot snapshot, Query query, List<Offer> matches) {
    FacetRequest request =
        FacetRequest.builder()
            .values(TAGS, 100)
            .values(NOTES, 2)
            .values(FLOORS, 100)
            .includeZero()
            .values(NAME, 3)
            .build();
    Facets facets = snapshot.facets(query, request);
    assertThat(facets.matched()).as(what).isEqualTo(matches.size());
    NaiveFacets<Offer> naive = new NaiveFacets<>(matches, READING, null);
    assertThat(facets.values(TAGS)).as(what).isEqualTo(naive.values(TAGS, 100, List.of()));
    assertThat(facets.values(NOTES)).as(what).isEqualTo(naive.values(NOTES, 2, List.of()));
    assertThat(facets.values(NAME)).as(what).isEqualTo(naive.values(NAME, 3, List.of()));
    assertThat(facets.values(FLOORS))
        .as(what)
        .isEqualTo(naive.values(FLOORS, 100, List.copyOf(stored.values())));
  }

  private static void checkPages(String what, Snapshot snapshot, Query query, List<Long> all) {
    Matches first = snapshot.search(query);
    first.toList(Match::id);
    if (first.nextCursor() != null) {
      int end = Math.min(2 * query.limit(), all.size());
      assertThat(snapshot.search(query.after(first.nextCursor())).toList(Match::id))
          .as(what)
          .isEqualTo(all.subList(query.limit(), end));
    }
  }

  private void checkDistinct(String replay, Snapshot snapshot, Random random) {
    String text = text(random);
    String prefix = text.substring(0, text.startsWith("😀") ? 2 : Math.min(1, text.length()));
    int limit = random.nextInt(5);
    TreeSet<String> expected = new TreeSet<>(Collation::compare);
    for (Offer offer : stored.values()) {
      String name = offer.text(NAME);
      if (name != null && name.regionMatches(true, 0, prefix, 0, prefix.length())) {
        expected.add(name);
      }
    }
    assertThat(snapshot.distinct(NAME, prefix, limit))
        .as(replay + " " + prefix)
        .isEqualTo(expected.stream().limit(limit).toList());
  }

  private void checkPrecondition(String what, OfferEngine engine, Random random) {
    if (stored.isEmpty()) {
      return;
    }
    Drawn drawn = condition(random);
    Offer offer = new ArrayList<>(stored.values()).get(random.nextInt(stored.size()));
    Query query =
        Query.builder(SCHEMA).where(drawn.field(), drawn.operator(), drawn.value()).build();
    boolean isApplied = true;
    try {
      engine.apply(
          OfferBatch.builder()
              .updateIf(offer.id(), OfferConditions.of(query), OfferChanges.builder(SCHEMA).build())
              .build());
    } catch (ConflictException e) {
      isApplied = false;
    }
    assertThat(isApplied).as(what + " " + query).isEqualTo(drawn.holds().test(offer));
  }

  private static Predicate<Offer> alternatives(QueryBuilder builder, Random random) {
    List<Conjunction> alternatives = new ArrayList<>();
    Predicate<Offer> any = offer -> false;
    for (int i = random.nextInt(4); i >= 0; i--) {
      Conjunction conjunction = Conjunction.of(SCHEMA);
      Predicate<Offer> all = offer -> true;
      for (int j = random.nextInt(2); j >= 0; j--) {
        Drawn drawn = condition(random);
        conjunction.where(drawn.field(), drawn.operator(), drawn.value());
        all = all.and(drawn.holds());
      }
      alternatives.add(conjunction);
      any = any.or(all);
    }
    if (random.nextBoolean()) {
      builder.whereNone(alternatives);
      return any.negate();
    }
    builder.whereAny(alternatives);
    return any;
  }

  private static Drawn condition(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> tags(random.nextBoolean() ? TAGS : NOTES, random);
      case 1 -> floors(random);
      case 2 -> name(random);
      default -> {
        int most = random.nextInt(220);
        Predicate<Offer> holds = offer -> offer.has(PRICE) && offer.integer(PRICE) <= most;
        yield new Drawn(PRICE, Operator.LTE, most, holds);
      }
    };
  }

  private static Drawn tags(Field field, Random random) {
    List<String> wanted = List.of(text(random), text(random));
    Predicate<Offer> first = offer -> has(offer, field, wanted.get(0));
    Predicate<Offer> second = offer -> has(offer, field, wanted.get(1));
    return switch (random.nextInt(5)) {
      case 0 -> new Drawn(field, Operator.HAS_ANY, wanted, first.or(second));
      case 1 -> new Drawn(field, Operator.HAS_ALL, wanted, first.and(second));
      case 2 -> new Drawn(field, Operator.EQ, null, offer -> !offer.has(field));
      case 3 -> new Drawn(field, Operator.NEQ, null, offer -> offer.has(field));
      default -> new Drawn(field, Operator.HAS, wanted.get(0), first);
    };
  }

  private static boolean has(Offer offer, Field field, String text) {
    List<String> texts = offer.texts(field);
    return texts != null
        && texts.stream()
            .anyMatch(each ->
                field == NOTES
                    ? each.equals(text)
                    : each.toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)));
  }

  private static Drawn floors(Random random) {
    List<Integer> wanted = List.of(random.nextInt(5) - 1, random.nextInt(5) - 1);
    Predicate<Offer> first = offer -> has(offer, wanted.get(0));
    Predicate<Offer> second = offer -> has(offer, wanted.get(1));
    return switch (random.nextInt(4)) {
      case 0 -> new Drawn(FLOORS, Operator.HAS_ANY, wanted, first.or(second));
      case 1 -> new Drawn(FLOORS, Operator.HAS_ALL, wanted, first.and(second));
      case 2 -> new Drawn(FLOORS, Operator.HAS, 1.5, offer -> false);
      default -> new Drawn(FLOORS, Operator.HAS, wanted.get(0), first);
    };
  }

  private static boolean has(Offer offer, int floor) {
    long[] floors = offer.integers(FLOORS);
    return floors != null && Arrays.stream(floors).anyMatch(each -> each == floor);
  }

  private static Drawn name(Random random) {
    String text = text(random);
    Predicate<Offer> present = offer -> offer.has(NAME);
    return switch (random.nextInt(4)) {
      case 0 ->
          new Drawn(
              NAME,
              Operator.STARTS_WITH,
              text,
              present.and(
                  offer -> offer.text(NAME).regionMatches(true, 0, text, 0, text.length())));
      case 1 ->
          new Drawn(NAME, Operator.CONTAINS, text, present.and(offer -> contains(offer, text)));
      case 2 ->
          new Drawn(NAME, Operator.NEQ, text, present.and(offer -> !offer.text(NAME).equals(text)));
      default ->
          new Drawn(NAME, Operator.EQ, text, present.and(offer -> offer.text(NAME).equals(text)));
    };
  }

  private static boolean contains(Offer offer, String text) {
    String name = offer.text(NAME);
    for (int at = 0; at <= name.length(); at++) {
      if (name.regionMatches(true, at, text, 0, text.length())) {
        return true;
      }
    }
    return false;
  }

  private static int compare(Offer left, Offer right) {
    long first = left.has(PRICE) ? left.integer(PRICE) : Long.MAX_VALUE;
    long second = right.has(PRICE) ? right.integer(PRICE) : Long.MAX_VALUE;
    int byPrice = Long.compare(first, second);
    return byPrice != 0 ? byPrice : Long.compare(left.id(), right.id());
  }
}
