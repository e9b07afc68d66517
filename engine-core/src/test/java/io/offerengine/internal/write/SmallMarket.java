package io.offerengine.internal.write;

import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.VersionField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A market of a few goods with one field of every kind that plans tell apart, and versions of it
 * whose rows lie as a test wants them.
 */
public final class SmallMarket {
  private static final Schema.Builder GOODS = Schema.builder("goods", "id");

  /** What prices are multiplied with. */
  public static final Parameter<Double> FACTOR = GOODS.parameter("factor", 1, 0);

  /** The clock. */
  public static final Parameter<Instant> NOW = GOODS.clock("now");

  /** The identifier. */
  public static final Field ID = GOODS.idField();

  /** Goods of one crate fold. */
  public static final IntegerField CRATE = GOODS.integer("crate").add();

  /** Few values, so that a sealed segment has a bitmap for each. */
  public static final IntegerField COLOUR = GOODS.integer("colour").add();

  /** As {@link #COLOUR}. */
  public static final IntegerField SHAPE = GOODS.integer("shape").add();

  /** Sorted in a sealed segment where it has many values. */
  public static final NumberField PRICE = GOODS.number("price").hot().add();

  /** Without an index where it has many values. */
  public static final NumberField WEIGHT = GOODS.number("weight").cold().add();

  /** As {@link #WEIGHT}. */
  public static final NumberField HEIGHT = GOODS.number("height").cold().add();

  /** A plain text. */
  public static final TextField NAME = GOODS.text("name").add();

  /** A version. */
  public static final VersionField RELEASE = GOODS.version("release").add();

  /** A flag whose absence counts as false. */
  public static final FlagField SALE = GOODS.flag("sale").absentAsFalse().add();

  /** Grows with the price and falls with the weight, whose absence counts as zero. */
  public static final Field TOTAL =
      computed(
          "total",
          new Formula(
              "price * factor - weight",
              List.of(Formula.Input.increasing(PRICE), Formula.Input.decreasing(WEIGHT).orZero()),
              (in, arguments) -> in[0] * arguments.value(FACTOR) - in[1]));

  /** Follows the colour, an integer. */
  public static final Field TINT =
      computed(
          "tint",
          new Formula(
              "colour / 2",
              List.of(Formula.Input.increasing(COLOUR)),
              (in, arguments) -> in[0] / 2));

  /** Nothing is promised of it. */
  public static final Field DENSITY =
      computed(
          "density",
          new Formula(
              "weight / height",
              List.of(Formula.Input.unknown(WEIGHT), Formula.Input.unknown(HEIGHT)),
              (in, arguments) -> in[0] / in[1]));

  /** Seconds that the clock is ahead of the weight. */
  public static final Field AGE =
      computed(
          "age",
          new Formula(
              "now - weight",
              List.of(Formula.Input.decreasing(WEIGHT)),
              (in, arguments) -> arguments.value(NOW) - in[0]));

  private static final Schema SCHEMA = GOODS.foldBy(CRATE).build();

  private SmallMarket() {}

  private static Field computed(String name, Formula formula) {
    return GOODS.field(name, FieldType.NUMBER).computed(formula).add();
  }

  /** Returns the schema; its rows lie in the order of identifiers. */
  public static Schema schema() {
    return SCHEMA;
  }

  /** Starts an offer. */
  public static Offer.Builder offer(long id) {
    return Offer.builder(SCHEMA).put(ID, id);
  }

  /** Returns as many offers, of the identifiers from zero. */
  public static List<Offer> offers(int count, LongFunction<Offer.Builder> description) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < count; id++) {
      offers.add(description.apply(id).build());
    }
    return offers;
  }

  /** Returns a version of offers in sealed segments of some rows, beside an empty tail. */
  public static EngineVersion sealed(int maxRows, List<Offer> offers) {
    SegmentWriter writer = writer(maxRows, 0);
    writer.load(offers.iterator(), count -> {});
    return writer.latest();
  }

  /** Returns a version of offers of any schema in sealed segments, beside an empty tail. */
  public static EngineVersion sealed(Schema schema, List<Offer> offers) {
    SegmentWriter writer =
        new SegmentWriter(
            schema,
            null,
            (batches, version) -> {},
            null,
            SegmentSizes.DEFAULTS,
            Formula.Checks.EVERY_ROW);
    writer.load(offers.iterator(), count -> {});
    return writer.latest();
  }

  /** Returns a version of offers in the tail. */
  public static EngineVersion open(List<Offer> offers) {
    SegmentWriter writer = writer(offers.size(), offers.size());
    OfferBatch.Builder batch = OfferBatch.builder();
    offers.forEach(batch::upsert);
    writer.apply(batch.build());
    return writer.latest();
  }

  /** Returns a version of offers in one sealed segment, some rows of which have died since. */
  public static EngineVersion sealedWithout(List<Offer> offers, long... deleted) {
    SegmentWriter writer = writer(offers.size(), 0);
    writer.load(offers.iterator(), count -> {});
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id : deleted) {
      batch.delete(id);
    }
    writer.apply(batch.build());
    return writer.latest();
  }

  /** Returns a writer whose segments are never merged. */
  private static SegmentWriter writer(int maxRows, int tailRows) {
    return new SegmentWriter(
        SCHEMA,
        task -> {},
        (batches, version) -> {},
        null,
        new SegmentSizes(tailRows, maxRows),
        Formula.Checks.EVERY_ROW);
  }
}
