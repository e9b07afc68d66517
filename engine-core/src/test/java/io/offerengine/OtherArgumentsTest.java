package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A search by a computed field under other than default arguments answers as a full scan does. */
class OtherArgumentsTest extends SeededProperties {
  private static final int OFFERS = 6000;

  /** So many rows in storage order are read, in bitmaps, in the time of one in another order. */
  private static final int ROWS_PER_RANK = 16;

  /** Enough for an order of the values. */
  private static final int FEW = 100;

  /** Rooms that lie in the order of their prices, which bounds how good they are, or do not. */
  private static final class Rooms {
    private final Schema.Builder builder = Schema.builder("rooms", "id");
    private final Parameter<Double> nights = builder.parameter("nights", 8, 0);
    private final NumberField price = builder.number("price").hot().add();
    private final NumberField cleaning = builder.number("cleaning").add();
    private final NumberField stars = builder.number("stars").hot().add();

    /** How good a room is for what it costs in all. */
    private final NumberField value =
        builder
            .number("value")
            .hot()
            .computed(
                new Formula(
                    "stars / (price + cleaning * nights)",
                    List.of(
                        Formula.Input.increasing(stars),
                        Formula.Input.decreasing(price),
                        Formula.Input.decreasing(cleaning).orZero()),
                    List.of(nights),
                    (in, arguments) -> in[0] / (in[1] + in[2] * arguments.value(nights))))
            .add();

    /** What a stay costs: the order of rooms by price bounds it. */
    private final NumberField total =
        builder
            .number("total")
            .hot()
            .computed(
                new Formula(
                    "price + cleaning * nights",
                    List.of(
                        Formula.Input.increasing(price),
                        Formula.Input.increasing(cleaning).orZero()),
                    List.of(nights),
                    (in, arguments) -> in[0] + in[1] * arguments.value(nights)))
            .add();

    private final IntegerField beds = builder.integer("beds").hot().add();
    private final Schema schema;

    Rooms(boolean clustered) {
      if (clustered) {
        builder.clusterBy(price);
      }
      this.schema = builder.usualValues(nights, 7, 14, 20).build();
    }

    OfferEngine.Builder engine() {
      return OfferEngine.builder(schema)
          .checkFormulas(Formula.Checks.EVERY_ROW)
          .maxSegmentRows(4000);
    }

    OfferEngine loaded(Random random, double leastStars) {
      List<Offer> offers = new ArrayList<>();
      for (long id = 0; id < OFFERS; id++) {
        Offer.Builder offer = Offer.builder().set(schema.idField(), id);
        offer.set(beds, 1 + random.nextInt(4));
        offer.set(price, 1 + Math.rint(random.nextDouble() * 1000) / 100);
        if (random.nextInt(4) > 0) {
          offer.set(cleaning, Math.rint(random.nextDouble() * 20) / 100);
        }
        if (random.nextInt(10) > 0) {
          offer.set(stars, leastStars + Math.rint(random.nextDouble() * 5000) / 1000);
        }
        offers.add(offer.build());
      }
      return EngineCheck.loaded(engine(), offers);
    }

    Snapshot snapshot(Random random, double leastStars) {
      try (OfferEngine engine = loaded(random, leastStars)) {
        return engine.snapshot();
      }
    }

    Query query(Random random, double forNights) {
      Field first = List.of(value, value, total, beds, stars).get(random.nextInt(5));
      QueryBuilder query =
          Query.builder(schema)
              .with(nights, forNights)
              .orderBy(first, random.nextBoolean() ? Direction.ASC : Direction.DESC)
              .limit(random.nextInt(5) == 0 ? 1000 : 1 + random.nextInt(80));
      if (random.nextBoolean()) {
        double bound = 1 + random.nextDouble() * 12;
        query.where(total, random.nextInt(3) == 0 ? Operator.GTE : Operator.LTE, bound);
      }
      if (random.nextBoolean()) {
        query.where(price, Operator.GTE, 1 + random.nextDouble() * 10);
      }
      if (random.nextInt(3) == 0) {
        query.where(stars, Operator.GTE, random.nextDouble() * 5);
      }
      return random.nextInt(3) == 0 ? query.where(beds, Operator.GTE, 3).build() : query.build();
    }
  }

  /** What the order of rows leaves open is asked of the rows that a plan finds. */
  @Property(tries = 30)
  void search_underOtherArguments_equalsTheScanInEveryShape(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Rooms rooms = new Rooms(random.nextInt(3) > 0);
    // Without stars a value is zero, of which no other is a multiple.
    Snapshot snapshot = rooms.snapshot(random, random.nextInt(4) == 0 ? 0 : 0.1);
    for (int i = 0; i < 20; i++) {
      double nights = random.nextInt(3) == 0 ? random.nextDouble() * 50 : random.nextInt(4) * 7;
      Query query = rooms.query(random, nights);
      String what = "seed=" + seed + " " + query + " for " + nights + " nights";
      EngineCheck.assertEqualsScan(what, snapshot, query);
    }
  }

  @Test
  void search_orderedUnderAUsualValue_readsTheIndexOfMaterialisedValues() {
    Rooms rooms = new Rooms(false);
    Snapshot snapshot = rooms.snapshot(new Random(1), 0.1);
    assertThat(rowsExamined(rooms, snapshot, 20)).isLessThan(OFFERS / 4);
    assertThat(rowsExamined(rooms, snapshot, 21)).isEqualTo(OFFERS);
    assertThat(rowsExamined(rooms, snapshot, 21)).isEqualTo(OFFERS);
  }

  /** Rows lie in the order of prices, which bounds both fields, and so does the ratio. */
  @Test
  void search_boundedByStorageOrderAndByARatio_takesTheShorterWay() {
    Rooms rooms = new Rooms(true);
    Snapshot snapshot = rooms.snapshot(new Random(1), 0.1);
    for (Field field : List.of(rooms.value, rooms.total)) {
      for (Direction direction : Direction.values()) {
        for (int limit : new int[] {10, 100}) {
          QueryBuilder builder = Query.builder(rooms.schema).with(rooms.nights, 20.0);
          Query query = builder.orderBy(field, direction).limit(limit).build();
          long clustered = work(snapshot, query, PlanShape.CLUSTERED_SCAN);
          long indexed = work(snapshot, query, PlanShape.INDEX_SCAN);
          assertThat(work(snapshot, query, null))
              .as("%s: %s rows of storage order or %s of the index", query, clustered, indexed)
              .isEqualTo(clustered > ROWS_PER_RANK * indexed ? indexed : clustered);
        }
      }
    }
  }

  private static long work(Snapshot snapshot, Query query, @Nullable PlanShape shape) {
    Search search = snapshot.by(shape).newSearch(query);
    search.run();
    return search.work();
  }

  /** The values under one argument are the same multiple of those under the other, to the bit. */
  @Test
  void search_ofValuesInOneRatio_findsAllThatTie() {
    Schema.Builder builder = Schema.builder("rooms", "id");
    Parameter<Double> nights = builder.parameter("nights", 8, 0);
    NumberField price = builder.number("price").hot().add();
    IntegerField beds = builder.integer("beds").add();
    NumberField total = addTotal(builder, price, nights, () -> {});
    Schema schema = builder.usualValues(nights, 14).build();
    Random random = new Random(5);
    List<Offer> offers =
        EngineCheck.offers(
            OFFERS,
            id ->
                Offer.builder()
                    .set(schema.idField(), id)
                    .set(price, 1.0 + random.nextInt(200))
                    .set(beds, random.nextInt(1000))
                    .build());
    try (OfferEngine engine = EngineCheck.loaded(OfferEngine.builder(schema), offers)) {
      for (Direction direction : Direction.values()) {
        for (int limit = 1; limit < 100; limit += 9) {
          Query query =
              Query.builder(schema)
                  .with(nights, 14.0)
                  .orderBy(total, direction)
                  .orderBy(beds, Direction.ASC)
                  .limit(limit)
                  .build();
          EngineCheck.assertEqualsScan(query.toString(), engine.snapshot(), query);
          assertThat(work(engine.snapshot(), query, null)).isLessThan(OFFERS / 4);
        }
      }
    }
  }

  @Test
  void search_afterARestore_examinesAsManyRowsAsBefore() throws IOException {
    Rooms rooms = new Rooms(false);
    try (SavedOffers saved = new SavedOffers();
        OfferEngine engine = rooms.loaded(new Random(1), 0.1);
        OfferEngine restored = saved.restart(engine, rooms.engine())) {
      for (double nights : new double[] {7, 8, 14, 20, 21}) {
        assertThat(rowsExamined(rooms, restored.snapshot(), nights))
            .as("%s nights", nights)
            .isEqualTo(rowsExamined(rooms, engine.snapshot(), nights));
      }
    }
  }

  /** Nobody may ever search under the value; a failure of the JVM says nothing of the formula. */
  @Test
  void load_ofAFormulaThatFailsUnderAUsualValue_goesOnUnlessTheJvmFailed() {
    try (OfferEngine engine =
        failing(() -> {
          throw new IllegalStateException("14 nights");
        })) {
      assertThat(engine.snapshot().size()).isEqualTo(FEW);
    }
    Error failure = new StackOverflowError();
    Runnable fail =
        () -> {
          throw failure;
        };
    assertThat(catchThrowable(() -> failing(fail))).isSameAs(failure);
  }

  /**
   * Adds the price of some nights.
   *
   * @param for14 runs when the price of 14 nights is computed
   */
  private static NumberField addTotal(
      Schema.Builder builder, NumberField price, Parameter<Double> nights, Runnable for14) {
    return builder
        .number("total")
        .hot()
        .computed(
            new Formula(
                "price * nights",
                List.of(Formula.Input.increasing(price)),
                List.of(nights),
                (in, arguments) -> {
                  if (arguments.value(nights) == 14) {
                    for14.run();
                  }
                  return in[0] * arguments.value(nights);
                }))
        .add();
  }

  /** Loads rooms whose totals can't be computed for 14 nights. */
  private static OfferEngine failing(Runnable fail) {
    Schema.Builder builder = Schema.builder("rooms", "id");
    Parameter<Double> nights = builder.parameter("nights", 8, 0);
    NumberField price = builder.number("price").hot().add();
    addTotal(builder, price, nights, fail);
    Schema schema = builder.usualValues(nights, 7, 14).build();
    List<Offer> offers =
        EngineCheck.offers(
            FEW, id -> Offer.builder().set(schema.idField(), id).set(price, 1.0 + id).build());
    return EngineCheck.loaded(OfferEngine.builder(schema), offers);
  }

  private static long rowsExamined(Rooms rooms, Snapshot snapshot, double nights) {
    Query query =
        Query.builder(rooms.schema)
            .with(rooms.nights, nights)
            .orderBy(rooms.value, Direction.DESC)
            .limit(10)
            .build();
    Search search = snapshot.newSearch(query);
    search.run();
    return search.rowsExamined();
  }
}
