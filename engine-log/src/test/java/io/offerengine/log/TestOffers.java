package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Match;
import io.offerengine.SearchableOffers;
import io.offerengine.query.Query;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleConsumer;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A schema with a field of each type, and offers of it. */
final class TestOffers {
  static final Schema SCHEMA;
  static final Field ID;
  static final Field COUNT;
  static final Field PRICE;
  static final Field FLAG;
  static final Field NAME;
  static final Field DRIVER;
  static final Field CITY;
  static final Field NUMBERS;
  static final Field TAGS;

  static {
    Schema.Builder schema = Schema.builder("test offers", "id");
    COUNT = schema.field("count", FieldType.INTEGER).tier(Tier.WARM).add();
    PRICE = schema.field("price", FieldType.NUMBER).hot().add();
    FLAG = schema.field("flag", FieldType.BOOLEAN).add();
    NAME = schema.field("name", FieldType.TEXT).add();
    DRIVER = schema.field("driver", FieldType.VERSION).add();
    CITY = schema.field("city", FieldType.PLACE).add();
    NUMBERS = schema.field("numbers", FieldType.INTEGER_LIST).add();
    TAGS = schema.field("tags", FieldType.TEXT_LIST).add();
    ID = schema.idField();
    SCHEMA = schema.clusterBy(PRICE).build();
  }

  private TestOffers() {}

  static Offer offer(long id, double price) {
    return Offer.builder(SCHEMA).put(ID, id).put(PRICE, price).build();
  }

  static OfferBatch upsert(long id, double price) {
    return OfferBatch.builder().upsert(offer(id, price)).build();
  }

  static OfferBatch update(long id, double price) {
    return OfferBatch.builder()
        .update(id, OfferChanges.builder(SCHEMA).put(PRICE, price).build())
        .build();
  }

  static OfferBatch delete(long id) {
    return OfferBatch.builder().delete(id).build();
  }

  /** Returns a schema with a price and twice the price, whose derivation passes each price on. */
  static Schema derived(DoubleConsumer prices) {
    Schema.Builder schema = Schema.builder("derived", "id");
    NumberField price = schema.number("price").add();
    schema
        .field("twice", FieldType.NUMBER)
        .derived(
            "2 * price",
            Derivation.reading(
                List.of(price),
                offer -> {
                  prices.accept(offer.number(price));
                  return 2 * offer.number(price);
                }))
        .add();
    return schema.build();
  }

  /** Returns a schema whose derivation fails while something holds. */
  static Schema failing(AtomicBoolean fails) {
    return derived(price -> {
      if (fails.get()) {
        throw new IllegalStateException("no such price");
      }
    });
  }

  /** Returns an offer of a schema that has a price. */
  static Offer priced(Schema schema, long id, double price) {
    return Offer.builder(schema)
        .put(schema.idField(), id)
        .put(schema.field("price").orElseThrow(), price)
        .build();
  }

  /** Runs statements on a database, as an operator or another program does. */
  static void execute(DataSource source, String... statements) throws SQLException {
    try (Connection connection = source.getConnection()) {
      for (String sql : statements) {
        new Sql(connection).execute(sql);
      }
    }
  }

  /** Returns the number that a query of one row gives. */
  static long number(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return new Sql(connection).number("SELECT " + sql);
    }
  }

  /** Returns the sum of some counts. */
  static int sum(List<Integer> counts) {
    return counts.stream().mapToInt(Integer::intValue).sum();
  }

  /** Asserts that work is refused since the log can't take it now, and whether it is in doubt. */
  static AbstractThrowableAssert<?, ?> assertUnavailable(boolean isInDoubt, ThrowingCallable work) {
    return assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            LogUnavailableException.class,
            e -> assertThat(e.isInDoubt()).as(e.getMessage()).isEqualTo(isInDoubt));
  }

  /** Returns an offer with random values, some absent. */
  static Offer random(Random random, long id) {
    Offer.Builder offer = Offer.builder(SCHEMA).put(ID, id);
    if (random.nextInt(4) > 0) {
      offer.put(COUNT, random.nextBoolean() ? random.nextLong() : random.nextInt(5));
    }
    if (random.nextInt(4) > 0) {
      offer.put(PRICE, random.nextBoolean() ? random.nextDouble() : -0.0);
    }
    if (random.nextBoolean()) {
      offer.put(FLAG, random.nextBoolean());
    }
    if (random.nextInt(4) > 0) {
      offer.put(NAME, "näme " + random.nextInt(9));
    }
    if (random.nextInt(4) > 0) {
      offer.put(DRIVER, random.nextInt(600) + "." + random.nextInt(9));
    }
    if (random.nextInt(4) > 0) {
      offer.put(CITY, random.nextBoolean() ? "Montana, US" : "");
    }
    if (random.nextInt(4) > 0) {
      offer.put(NUMBERS, random.longs(random.nextInt(4)).toArray());
    }
    if (random.nextInt(4) > 0) {
      offer.put(TAGS, random.nextBoolean() ? List.of() : List.of("spot", "new"));
    }
    return offer.build();
  }

  /** Returns all offers of an engine by identifier. */
  static List<Offer> all(SearchableOffers engine) {
    TreeMap<Long, Offer> found = new TreeMap<>();
    engine
        .snapshot()
        .forEach(
            Query.builder(engine.schema()).fold(false).build(),
            some -> {
              for (Match match : some) {
                found.put(match.id(), match.toOffer());
              }
            });
    return new ArrayList<>(found.values());
  }
}
