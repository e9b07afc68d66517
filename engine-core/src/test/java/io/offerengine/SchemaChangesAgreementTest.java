package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * An engine that was restored under a changed schema is like an engine into which the same offers
 * were loaded under that schema.
 */
class SchemaChangesAgreementTest extends SeededProperties {
  private static final int IDS = 90;
  private static final int SEARCHES = 12;

  @Property(tries = 300)
  void restore_underAChangedSchema_isLikeALoad(@ForAll("seeds") long seed) throws IOException {
    Random random = new Random(seed);
    ChangedSchema before = ChangedSchema.random(random);
    ChangedSchema now = before.changed(random);
    Map<Long, Map<Integer, Object>> values = new TreeMap<>();
    Schema schema = now.build();
    try (SavedOffers saved = new SavedOffers();
        OfferEngine restored = engine(schema, random);
        OfferEngine loaded = engine(schema, random)) {
      save(before, values, saved, random);

      SchemaChanges changes = restored.restore(saved.directory());

      List<Offer> offers = new ArrayList<>();
      values.forEach((id, given) ->
          offers.add(now.offer(schema, id, stored(before, before.withoutDerived(given)))));
      loaded.load(offers.iterator(), LoadListener.NONE);
      assertThat(changes).as("seed=%d", seed).isEqualTo(now.since(before));
      assertSame(seed, restored, loaded, random);
      Offer more = now.offer(schema, random.nextInt(IDS), now.values(random));
      for (OfferEngine each : List.of(restored, loaded)) {
        assertThat(each.apply(OfferBatch.builder().upsert(more).build()))
            .as("seed=%d", seed)
            .isEqualTo(2);
      }
      restored.save(saved.directory(), "again");
      try (OfferEngine again = engine(schema, random)) {
        assertThat(again.restore(saved.directory()).isEmpty()).as("seed=%d", seed).isTrue();
        assertSame(seed, again, loaded, random);
      }
    }
  }

  private static OfferEngine engine(Schema schema, Random random) {
    return OfferEngine.builder(schema)
        .tailCapacity(8)
        .maxSegmentRows(10 + random.nextInt(50))
        .build();
  }

  /** Drops the values that the earlier schema did not store. */
  private static Map<Integer, Object> stored(ChangedSchema before, Map<Integer, Object> given) {
    Map<Integer, Object> stored = new TreeMap<>(given);
    before.specs().stream()
        .filter(spec -> !spec.rule().isStored())
        .forEach(spec -> stored.remove(spec.key()));
    return stored;
  }

  private static void save(
      ChangedSchema before,
      Map<Long, Map<Integer, Object>> values,
      SavedOffers saved,
      Random random)
      throws IOException {
    Schema schema = before.build();
    try (OfferEngine engine = engine(schema, random)) {
      for (int batches = random.nextInt(12); batches >= 0; batches--) {
        OfferBatch.Builder batch = OfferBatch.builder();
        for (int i = random.nextInt(12); i >= 0; i--) {
          long id = random.nextInt(IDS);
          if (values.containsKey(id) && random.nextInt(4) == 0) {
            values.remove(id);
            batch.delete(id);
          } else {
            values.put(id, before.values(random));
            batch.upsert(before.offer(schema, id, values.get(id)));
          }
        }
        engine.apply(batch.build());
        if (random.nextInt(6) == 0) {
          engine.save(saved.directory(), "earlier");
        }
      }
      engine.save(saved.directory(), "last");
    }
  }

  private static void assertSame(
      long seed, OfferEngine restored, OfferEngine loaded, Random random) {
    Schema schema = loaded.schema();
    assertThat(restored.snapshot().size()).as("seed=%d", seed).isEqualTo(loaded.snapshot().size());
    Query all = Query.builder(schema).orderById().limit(2 * IDS).build();
    assertThat(texts(restored, all)).as("seed=%d", seed).isEqualTo(texts(loaded, all));
    for (int i = 0; i < SEARCHES; i++) {
      Query query = query(schema, loaded, random);
      assertThat(texts(restored, query))
          .as("seed=%d, %s", seed, query)
          .isEqualTo(texts(loaded, query));
    }
  }

  private static Query query(Schema schema, OfferEngine engine, Random random) {
    QueryBuilder query = Query.builder(schema).limit(1 + random.nextInt(20));
    List<Field> fields = schema.fields();
    Field condition = fields.get(random.nextInt(fields.size()));
    List<Match> all = new ArrayList<>();
    engine
        .snapshot()
        .search(Query.builder(schema).orderById().limit(2 * IDS).build())
        .forEach(all::add);
    Match some = all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    if (some == null || !some.has(condition)) {
      query.where(condition.name(), random.nextBoolean() ? "eq" : "neq", null);
    } else if (condition.type() == FieldType.NUMBER) {
      query.where(condition.name(), random.nextBoolean() ? "gte" : "lt", some.number(condition));
    } else if (condition.type() == FieldType.INTEGER) {
      query.where(condition.name(), random.nextBoolean() ? "eq" : "lte", some.integer(condition));
    } else if (condition.type() == FieldType.BOOLEAN) {
      query.where(condition.name(), "eq", some.flag(condition));
    } else if (condition.type().isText()) {
      query.where(condition.name(), random.nextBoolean() ? "eq" : "neq", some.text(condition));
    } else if (condition.type() == FieldType.TEXT_LIST) {
      List<String> texts = some.texts(condition);
      query.where(condition.name(), "has", texts == null ? "" : texts.get(0));
    }
    Field order = fields.get(random.nextInt(fields.size()));
    return order.isSortable()
        ? query.orderBy(order, random.nextBoolean() ? Direction.ASC : Direction.DESC).build()
        : query.orderById().build();
  }

  private static List<String> texts(OfferEngine engine, Query query) {
    List<String> texts = new ArrayList<>();
    for (Match match : engine.snapshot().search(query)) {
      StringBuilder text = new StringBuilder(match.toOffer().toString());
      for (Field field : engine.schema().fields()) {
        Object[] value = {UntypedValues.of(match, field)};
        text.append(' ').append(field).append('=').append(Arrays.deepToString(value));
      }
      texts.add(text.toString());
    }
    return texts;
  }
}
