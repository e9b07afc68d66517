package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Direction;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Queries have the same fingerprint exactly where a text of all that they ask is the same. */
class FingerprintTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int QUERIES = 20_000;

  @Test
  void of_randomQueries_isTheSameWhereTheirTextsAre() {
    long seed = 1;
    Random random = new Random(seed);
    Map<String, Long> byText = new HashMap<>();
    Map<Long, String> byFingerprint = new HashMap<>();
    for (int i = 0; i < QUERIES; i++) {
      Query query = query(random);
      String text = textOf(query);
      long fingerprint = Fingerprint.of(query);
      assertThat(byText.computeIfAbsent(text, none -> fingerprint))
          .as("seed=%d %s", seed, text)
          .isEqualTo(fingerprint);
      assertThat(byFingerprint.computeIfAbsent(fingerprint, none -> text))
          .as("seed=%d", seed)
          .isEqualTo(text);
    }
    assertThat(byText.size()).as("different queries").isBetween(QUERIES / 10, QUERIES - 100);
  }

  @Test
  void of_oneQuery_staysWhatItIs() {
    Query query =
        Query.builder(SCHEMA)
            .where(MarketplaceSchema.GPU_NAME, Operator.IN, List.of("RTX 4090", "H100 SXM"))
            .where(MarketplaceSchema.NUM_GPUS, Operator.GTE, 2)
            .orderBy(MarketplaceSchema.DPH_TOTAL, Direction.ASC)
            .build();
    // Clients hold tokens while servers restart.
    assertThat(Fingerprint.of(query)).isEqualTo(-2581348902935092759L);
    Query places =
        Query.builder(SCHEMA)
            .where(MarketplaceSchema.GEOLOCATION, Operator.IN, List.of("US", "Paris, FR"))
            .orderBy(MarketplaceSchema.GEOLOCATION, Direction.DESC)
            .build();
    assertThat(Fingerprint.of(places)).isEqualTo(2523032156857757954L);
    Query parts =
        Query.builder(SCHEMA)
            .where(MarketplaceSchema.GPU_NAME, Operator.CONTAINS, "RTX")
            .where(MarketplaceSchema.GPU_NAME, Operator.STARTS_WITH, "g")
            .where(MarketplaceSchema.GPU_NAME, Operator.NEQ, "GTX")
            .build();
    assertThat(Fingerprint.of(parts)).isEqualTo(-2074439411108942818L);
  }

  /** Values may have in them what stands between values elsewhere. */
  @Test
  void of_setsWhosePartsReadAlikeInARow_isAnotherOne() {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    TextListField tags = rooms.texts("tags").add();
    IntegerListField floors = rooms.integers("floors").add();
    TextField name = rooms.text("name").add();
    PlaceField place = rooms.place("place").add();
    Schema schema = rooms.build();
    List<QueryBuilder> queries = new ArrayList<>();
    Supplier<QueryBuilder> next =
        () -> {
          queries.add(Query.builder(schema));
          return queries.get(queries.size() - 1);
        };
    for (Operator operator : List.of(Operator.HAS_ANY, Operator.HAS_ALL)) {
      next.get().where(tags, operator, List.of("a", "b", "z"));
      next.get().where(tags, operator, List.of("a', 'b", "z"));
      next.get().where(tags, operator, List.of("a] any of ['b", "c"));
      next.get().where(floors, operator, List.of(1, 2));
      next.get().where(floors, operator, List.of(12, 1));
    }
    next.get()
        .where(tags, Operator.HAS_ANY, List.of("a", "b"))
        .where(tags, Operator.HAS_ANY, List.of("c", "d"));
    next.get().where(tags, Operator.HAS_ANY, List.of("a", "b'] any of ['c", "d"));
    for (Operator operator : List.of(Operator.IN, Operator.NOTIN)) {
      next.get().where(place, operator, List.of("a", "b"));
      next.get().where(place, operator, List.of("a' 'b"));
    }
    next.get().where(name, Operator.CONTAINS, "a").where(name, Operator.CONTAINS, "b");
    next.get().where(name, Operator.CONTAINS, "a' contains 'b");
    next.get().where(name, Operator.STARTS_WITH, "a").where(name, Operator.CONTAINS, "b");
    next.get().where(name, Operator.CONTAINS, "b' starts_with 'a");
    next.get().where(name, Operator.CONTAINS, "a").where(name, Operator.NEQ, "b");
    Map<Long, Query> byFingerprint = new HashMap<>();
    for (QueryBuilder each : queries) {
      Query query = each.build();
      assertThat(byFingerprint.put(Fingerprint.of(query), query)).as(query.toString()).isNull();
    }
  }

  /** The slow rule. */
  private static String textOf(Query query) {
    StringBuilder text = new StringBuilder(query.schema().name());
    text.append(query.order()).append(query.fold());
    for (Parameter<?> parameter : query.schema().parameters()) {
      boolean unset = parameter.isClock() && !query.arguments().isGiven(parameter);
      text.append(parameter).append(unset ? "" : query.arguments().value(parameter));
    }
    Map<String, ValueSet> sorted = new TreeMap<>();
    query.valueSets().forEach((field, accepted) -> sorted.put(field.name(), accepted));
    return text.append(sorted).toString();
  }

  private static Query query(Random random) {
    List<Consumer<QueryBuilder>> parts = new ArrayList<>();
    if (random.nextBoolean()) {
      Operator operator = random.nextBoolean() ? Operator.GTE : Operator.EQ;
      int count = random.nextInt(3);
      parts.add(query -> query.where(MarketplaceSchema.NUM_GPUS, operator, count));
    }
    if (random.nextInt(3) == 0) {
      List<Integer> counts = random.ints(2, 0, 4).boxed().toList();
      parts.add(query -> query.where(MarketplaceSchema.CPU_CORES, Operator.NOTIN, counts));
    }
    if (random.nextBoolean()) {
      Operator operator = random.nextBoolean() ? Operator.IN : Operator.NOTIN;
      List<String> names = random.ints(2, 0, 3).mapToObj(i -> "RTX 4090".substring(i)).toList();
      parts.add(query -> query.where(MarketplaceSchema.GPU_NAME, operator, names));
    }
    if (random.nextInt(3) == 0) {
      String place = random.nextBoolean() ? "DE" : "Utah, US";
      parts.add(query -> query.where(MarketplaceSchema.GEOLOCATION, Operator.EQ, place));
    }
    if (random.nextInt(3) == 0) {
      InstanceType[] types = InstanceType.values();
      InstanceType type = types[random.nextInt(types.length)];
      parts.add(query -> query.with(MarketplaceSchema.TYPE, type));
    }
    if (random.nextInt(4) == 0) {
      double storage = random.nextInt(2) * 8;
      parts.add(query -> query.with(MarketplaceSchema.ALLOCATED_STORAGE, storage));
    }
    if (random.nextInt(4) == 0) {
      double now = 1_700_000_000.5 + random.nextInt(2);
      parts.add(query -> query.with(MarketplaceSchema.NOW, TimeKey.ofSeconds(now)));
    }
    Collections.shuffle(parts, random);
    QueryBuilder query = Query.builder(SCHEMA).fold(random.nextBoolean()).limit(random.nextInt(9));
    parts.forEach(part -> part.accept(query));
    if (random.nextBoolean()) {
      query.orderBy(MarketplaceSchema.DPH_TOTAL, direction(random));
    }
    if (random.nextBoolean()) {
      query.orderBy(MarketplaceSchema.SCORE, direction(random));
    }
    return query.build();
  }

  private static Direction direction(Random random) {
    return random.nextBoolean() ? Direction.ASC : Direction.DESC;
  }
}
