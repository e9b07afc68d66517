package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Formulas over inputs of each type that they may read, given and derived, beside a loop over the
 * offers.
 */
class FormulaInputsTest extends SeededProperties {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final IntegerField ID = ROOMS.idField();
  private static final IntegerField BEDS = ROOMS.integer("beds").add();
  private static final NumberField PRICE = ROOMS.number("price").add();
  private static final FlagField PETS = ROOMS.flag("pets").add();
  private static final FlagField RENTED = ROOMS.flag("rented").absentAsFalse().add();
  private static final DateField OPENS = ROOMS.date("opens").add();
  private static final InstantField SEEN = ROOMS.instant("seen").add();
  private static final FlagField CHEAP =
      ROOMS.flag("cheap").derived("price < 5", FormulaInputsTest::cheap).add();
  private static final DateField CLOSES =
      ROOMS.date("closes").derived("three days later", FormulaInputsTest::closes).add();
  private static final InstantField FORGOTTEN =
      ROOMS.instant("forgotten").derived("ten later", FormulaInputsTest::forgotten).add();
  private static final NumberField PRICE_OF_A_BED =
      ROOMS.number("price_of_a_bed").derived("price / beds", FormulaInputsTest::ofABed).add();
  private static final Parameter<Double> FACTOR = ROOMS.parameter("factor", 2, 0);
  private static final List<Field> INPUTS =
      List.of(BEDS, PRICE, PETS, OPENS, SEEN, CHEAP, CLOSES, FORGOTTEN, RENTED, PRICE_OF_A_BED);
  private static final List<NumberField> SUMS = new ArrayList<>();

  static {
    for (Field input : INPUTS) {
      SUMS.add(ROOMS.number("sum_of_" + input).computed(times(input)).hot().add());
    }
  }

  private static final Schema SCHEMA = ROOMS.clusterBy(PRICE).build();

  private static Formula times(Field input) {
    return new Formula(
        input + " * factor",
        List.of(Formula.Input.increasing(input)),
        List.of(FACTOR),
        (values, arguments) -> values[0] * arguments.value(FACTOR));
  }

  private static Boolean cheap(Offer room) {
    return room.has(PRICE) ? room.get(PRICE) < 5 : null;
  }

  /** Is absent where it is not finite. */
  private static Double ofABed(Offer room) {
    return room.has(BEDS) ? room.get(PRICE) / room.get(BEDS) : null;
  }

  private static LocalDate closes(Offer room) {
    LocalDate opens = room.get(OPENS);
    return opens == null ? null : opens.plusDays(3);
  }

  private static Instant forgotten(Offer room) {
    Instant seen = room.get(SEEN);
    return seen == null ? null : seen.plusNanos(10);
  }

  private static long nanos(Instant instant) {
    return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
  }

  /** Returns what a formula should read; NaN if it is absent. */
  private static double input(Offer room, int input) {
    LocalDate opens = room.get(OPENS);
    Instant seen = room.get(SEEN);
    boolean hasPrice = room.has(PRICE);
    return switch (input) {
      case 0 -> room.has(BEDS) ? room.get(BEDS) : Double.NaN;
      case 1 -> room.get(PRICE);
      case 2 -> room.has(PETS) ? (room.get(PETS) ? 1 : 0) : Double.NaN;
      case 3 -> opens == null ? Double.NaN : opens.toEpochDay();
      case 4 -> seen == null ? Double.NaN : nanos(seen);
      case 5 -> hasPrice ? (room.get(PRICE) < 5 ? 1 : 0) : Double.NaN;
      case 6 -> opens == null ? Double.NaN : opens.toEpochDay() + 3;
      case 7 -> seen == null ? Double.NaN : nanos(seen) + 10;
      case 8 -> room.has(RENTED) ? (room.get(RENTED) ? 1 : 0) : Double.NaN;
      default ->
          room.has(BEDS) && room.get(BEDS) != 0 ? room.get(PRICE) / room.get(BEDS) : Double.NaN;
    };
  }

  private static Offer room(long id, Random random) {
    Offer.Builder room = Offer.builder().set(ID, id);
    UntypedValues.putMostly(room, random, 6, BEDS, random.nextInt(10) - 3L);
    UntypedValues.putMostly(room, random, 6, PRICE, (double) random.nextInt(10));
    UntypedValues.putMostly(room, random, 6, PETS, random.nextBoolean());
    UntypedValues.putMostly(room, random, 6, RENTED, random.nextBoolean());
    UntypedValues.putMostly(room, random, 6, OPENS, random.nextInt(10) - 3L);
    UntypedValues.putMostly(room, random, 6, SEEN, (long) random.nextInt(10));
    return room.build();
  }

  private static OfferEngine engine(List<Offer> rooms, Random random) {
    OfferEngine engine = EngineCheck.ofBatches(SCHEMA, rooms);
    // Updates go another way than offers: rows are made of a row and the changes.
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < 10; i++) {
      int at = random.nextInt(rooms.size());
      OfferChanges changes =
          OfferChanges.builder().set(PRICE, random.nextInt(10)).clear(OPENS).build();
      rooms.set(at, rooms.get(at).with(changes));
      batch.update(at, changes);
    }
    engine.apply(batch.build());
    return engine;
  }

  @Property
  void formula_overAnyInput_hasTheValueOfALoop(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> rooms = EngineCheck.offers(150, id -> room(id, random));
    int at = random.nextInt(SUMS.size());
    NumberField sum = SUMS.get(at);
    double factor = 2 + random.nextInt(2);
    double least = random.nextInt(12) - 3;
    try (OfferEngine engine = engine(rooms, random)) {
      Query query =
          Query.where(sum.gte(least))
              .with(FACTOR, factor)
              .orderBy(sum.descending())
              .limit(200)
              .build();
      List<Long> expected =
          rooms.stream()
              .filter(room -> input(room, at) * factor >= least)
              .sorted(
                  // Zero has two signs, which are one number.
                  Comparator.comparingDouble((Offer room) -> 0.0 - input(room, at))
                      .thenComparingLong(Offer::id))
              .map(Offer::id)
              .toList();
      List<Long> found = engine.snapshot().search(query).toList(Match::id);
      assertThat(found).as("%s", sum).isEqualTo(expected);
      Arguments arguments = Arguments.defaults(SCHEMA).with(FACTOR, factor);
      SavedSearches saved = SavedSearches.builder(SCHEMA).build();
      saved.add(1, query);
      List<Long> notified = new ArrayList<>();
      for (Offer room : rooms) {
        assertThat(room.compute(sum, arguments))
            .as("%s of %s", sum, room)
            .isEqualTo((Double) (input(room, at) * factor));
        saved.match(room, Instant.EPOCH, id -> notified.add(room.id()));
      }
      assertThat(notified).as("%s", sum).containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
