package io.offerengine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Match;
import io.offerengine.OfferEngine;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a record, and what is refused. */
class RecordMapperTest {
  private enum Level {
    SENIOR,
    JUNIOR
  }

  private record Job(
      @OfferField(identifier = true) long job,
      @OfferField(tier = Tier.HOT, unit = "EUR") double salary,
      @OfferField(name = "most_hours", tier = Tier.COLD) @Nullable Integer mostHours,
      @OfferField(fold = true) int employer,
      @Nullable List<String> skills,
      Level level,
      boolean remote) {}

  private static final Job JOB = new Job(1, 50, null, 2, List.of("a"), Level.JUNIOR, true);

  private final RecordMapper<Job> jobs = RecordMapper.of(MethodHandles.lookup(), Job.class);

  private static AbstractThrowableAssert<?, ?> assertRefused(Class<? extends Record> record) {
    return assertThatThrownBy(() -> RecordMapper.of(MethodHandles.lookup(), record))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Match stored(Offer offer) {
    OfferEngine engine = OfferEngine.builder(offer.schema()).build();
    engine.apply(OfferBatch.builder().upsert(offer).build());
    return engine.snapshot().search(Query.builder(offer.schema()).build()).get(0);
  }

  @Test
  void schema_hasTheComponentsAndWhatTheirAnnotationsSay() {
    Schema schema = jobs.schema();
    assertThat(schema.name()).isEqualTo("Job");
    assertThat(schema.fields())
        .extracting(Field::name)
        .containsExactly("job", "salary", "most_hours", "employer", "skills", "level", "remote");
    assertThat(schema.fields())
        .extracting(Field::isNullable)
        .containsExactly(false, false, true, false, true, false, true);
    assertThat(schema.idField()).isSameAs(jobs.integer("job"));
    assertThat(schema.foldField()).isSameAs(jobs.integer("employer"));
    assertThat(jobs.number("salary").tier()).isEqualTo(Tier.HOT);
    assertThat(jobs.number("salary").unit()).isEqualTo("EUR");
    assertThat(jobs.integer("most_hours").tier()).isEqualTo(Tier.COLD);
    assertThat(jobs.flag("remote").isAbsentAsFalse()).isTrue();
    assertThat(jobs.text("level").collation()).hasToString("in the order [SENIOR, JUNIOR]");
    assertThat(jobs).hasToString("Job[job, salary, most_hours, employer, skills, level, remote]");
  }

  @Test
  void addedTo_aBuilder_standsForItsFieldsAndAddsTheOthers() {
    record Car(int car, String plate, double price) {}
    Schema.Builder cars = Schema.builder("cars", "car");
    Field plate = cars.version("plate").hot().add();
    RecordMapper<Car> mapper = RecordMapper.of(MethodHandles.lookup(), Car.class, cars);
    assertThatThrownBy(mapper::schema).hasMessage("the schema cars is not built yet");
    NumberField price = mapper.number("price");
    Formula half =
        new Formula(
            "price / 2",
            List.of(Formula.Input.increasing(price)),
            List.of(),
            (in, arguments) -> in[0] / 2);
    NumberField halved = cars.number("halved").computed(half).add();
    Schema schema = cars.build();
    assertThat(schema.fields()).containsExactly(cars.idField(), plate, price, halved);
    Match match = stored(mapper.offer(new Car(3, "1.0", 5)));
    assertThat(match.get(halved)).isEqualTo(2.5);
    assertThat(mapper.read(match)).isEqualTo(new Car(3, "1.0", 5));

    record Half(double halved) {}
    RecordMapper<Half> halves = RecordMapper.of(MethodHandles.lookup(), Half.class, schema);
    assertThat(halves.read(match)).isEqualTo(new Half(2.5));
    assertThatThrownBy(() -> halves.offer(new Half(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("halved is not stored: it follows from other fields (price / 2)");
  }

  @Test
  void component_ofATypeThatNoFieldHas_isRefused() {
    record Small(@OfferField(identifier = true) long id, short size) {}
    record Numbers(@OfferField(identifier = true) long id, List<Integer> sizes) {}
    record Raw(@OfferField(identifier = true) long id, @SuppressWarnings("rawtypes") List sizes) {}
    record Generic<T>(@OfferField(identifier = true) long id, T size) {}
    @SuppressWarnings("NullablePrimitive") // it is refused
    record Missing(@OfferField(identifier = true) long id, @Nullable int size) {}
    String allowed =
        "; allowed: long, int, double, boolean, their boxes, String, List<String>, an enum,"
            + " LocalDate or Instant";
    assertRefused(Small.class).hasMessage("Small.size is of the type short" + allowed);
    assertRefused(Numbers.class)
        .hasMessage("Numbers.sizes is of the type java.util.List<java.lang.Integer>" + allowed);
    assertRefused(Raw.class).hasMessage("Raw.sizes is of the type java.util.List" + allowed);
    assertRefused(Generic.class).hasMessage("Generic.size is of the type T" + allowed);
    assertRefused(Missing.class)
        .hasMessage(
            "Missing.size is a primitive, which is never null; allowed: a box such as Integer");
  }

  @Test
  void identifiers_otherThanOneInteger_areRefused() {
    record None() {}
    record Anonymous(long id) {}
    record Twice(
        @OfferField(identifier = true) long id, @OfferField(identifier = true) long other) {}
    record Text(@OfferField(identifier = true) String id) {}
    record Absent(@OfferField(identifier = true) @Nullable Long id) {}
    record Folds(@OfferField(fold = true) long id, @OfferField(fold = true) long other) {}
    assertRefused(None.class).hasMessage("None has no components");
    assertRefused(Anonymous.class)
        .hasMessage(
            "Anonymous has no identifier; one component, a long or an int, has"
                + " @OfferField(identifier = true)");
    assertRefused(Twice.class)
        .hasMessage("Twice: one component is the identifier, but these are: [id, other]");
    assertRefused(Text.class)
        .hasMessage(
            "Text.id is the identifier, but of the type java.lang.String; allowed: a long or an"
                + " int");
    assertRefused(Absent.class)
        .hasMessage("Absent.id is the identifier, but may be null; allowed: a long or an int");
    assertRefused(Folds.class)
        .hasMessageStartingWith("Folds: one component is the field by which results collapse");
  }

  @Test
  void component_thatContradictsItsSchema_isRefused() {
    record Other(@OfferField(identifier = true) long number) {}
    record Typed(long job, int salary) {}
    record Hinted(long job, @OfferField(unit = "USD") double salary) {}
    record Unknown(long job, double pay) {}
    record Folded(long job, @OfferField(fold = true) String title) {}
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Schema schema = jobs.schema();
    assertThatThrownBy(
            () -> RecordMapper.of(lookup, Other.class, Schema.builder("things", "thing")))
        .hasMessage(
            "Other.number is the identifier under the name number; allowed: thing, the"
                + " identifier of the schema");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Typed.class, schema))
        .hasMessage(
            "Typed.salary is of the type int, but the field salary of the type number; allowed: a"
                + " component that fits its field");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Hinted.class, schema))
        .hasMessage(
            "Hinted.salary has a tier, a unit or a fold, but its field was declared before;"
                + " allowed: a name and identifier alone");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Unknown.class, schema))
        .hasMessage(
            "Unknown.pay is no field of the schema Job; allowed: one of [job, salary, most_hours,"
                + " employer, skills, level, remote]");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Folded.class, Schema.builder("things", "job")))
        .hasMessageStartingWith("title is no stored value of 64 bits: offers fold by an integer");
  }

  @Test
  void addedTo_aBuilder_thatIsRefused_addsNoField() {
    record Flat(int floor, String price) {}
    Schema.Builder flats = Schema.builder("flats", "flat");
    flats.number("price").add();
    assertThatThrownBy(() -> RecordMapper.of(MethodHandles.lookup(), Flat.class, flats))
        .hasMessageStartingWith("Flat.price is of the type java.lang.String, but the field price");
    record Hidden(int floor) {}
    assertThatThrownBy(() -> RecordMapper.of(MethodHandles.publicLookup(), Hidden.class, flats))
        .hasMessageContaining("does not see the record");
    assertThat(flats.added("floor")).isEmpty();
  }

  @Test
  void addedTo_aBuilder_thatRefusesALaterField_addsNoField() {
    record Alias(int floor, int height) {}
    record Reserved(int floor, int limit) {}
    record Folded(int floor, @OfferField(fold = true) String street) {}
    record Twice(int floor, @OfferField(name = "floor") String level) {}
    Schema.Builder flats = Schema.builder("flats", "flat");
    flats.alias(flats.number("size").add(), "height");
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    assertThatThrownBy(() -> RecordMapper.of(lookup, Alias.class, flats))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the name height is taken already, by the field size");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Reserved.class, flats))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the name \"limit\" is a word of the query language; choose another one");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Folded.class, flats))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("street is no stored value of 64 bits");
    assertThatThrownBy(() -> RecordMapper.of(lookup, Twice.class, flats))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Twice.level is of the type java.lang.String, but the field floor");
    assertThat(flats.added("floor")).isEmpty();
    assertThat(flats.build().fields()).hasSize(2);
  }

  @Test
  void record_thatTheLookupDoesNotSee_isRefused() {
    assertThatThrownBy(() -> RecordMapper.of(MethodHandles.publicLookup(), Job.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the lookup of java.lang.Object does not see the record "
                + Job.class.getName()
                + "; use MethodHandles.lookup() of the class that declares the record, or make the"
                + " record and its constructor public");
  }

  @Test
  void offer_ofAValueThatNoFieldHas_isRefused() {
    assertThatThrownBy(() -> jobs.offer(new Job(1, 50, null, 2, null, null, true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Job.level is null; null is allowed if the component's type is @Nullable");
    List<String> withNull = Arrays.asList("a", null);
    assertThatThrownBy(() -> jobs.offer(new Job(1, 50, null, 2, withNull, Level.SENIOR, true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Job.skills has a null in [a, null]; a list has texts alone");
    assertThatThrownBy(() -> jobs.offer(new Job(1, Double.NaN, null, 2, null, Level.SENIOR, true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the number NaN, which is not finite, does not fit salary");

    record Event(@OfferField(identifier = true) int event, Instant at) {}
    RecordMapper<Event> events = RecordMapper.of(MethodHandles.lookup(), Event.class);
    assertThatThrownBy(() -> events.offer(new Event(1, Instant.MAX)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not fit at, which is of type instant");

    record Paid(double salary) {}
    RecordMapper<Paid> paid = RecordMapper.of(MethodHandles.lookup(), Paid.class, jobs.schema());
    assertThatThrownBy(() -> paid.offer(new Paid(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("an offer needs its ");
  }

  @Test
  void read_ofAMatchOfAnotherSchema_isRefused() {
    RecordMapper<Job> others = RecordMapper.of(MethodHandles.lookup(), Job.class);
    Match match = stored(others.offer(JOB));
    assertThat(others.read(match)).isEqualTo(JOB);
    assertThatThrownBy(() -> jobs.read(match))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Job is read from offers of the schema Job, but the offer 1 is of another one, Job");
  }

  @Test
  void read_ofAValueThatDoesNotFit_isRefused() {
    record Loose(long job, int hours, double pay, boolean sold, String title, Level level) {}
    Schema.Builder builder = Schema.builder("loose", "job");
    builder.integer("hours").add();
    builder.number("pay").add();
    builder.flag("sold").add();
    builder.text("title").add();
    Field level = builder.field("level", FieldType.TEXT).add();
    RecordMapper<Loose> loose = RecordMapper.of(MethodHandles.lookup(), Loose.class, builder);
    builder.build();
    Offer whole = loose.offer(new Loose(1, 2, 3, true, "x", Level.SENIOR));
    for (String name : List.of("hours", "pay", "sold", "title", "level")) {
      Field field = loose.schema().field(name).orElseThrow();
      assertThatThrownBy(() -> loose.read(stored(whole.toBuilder().clear(field).build())))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "Loose."
                  + name
                  + " needs a value, but the offer 1 has no "
                  + name
                  + "; absent values are allowed if the component's type is @Nullable");
    }
    Offer tooMany = whole.toBuilder().put(loose.integer("hours"), 5_000_000_000L).build();
    assertThatThrownBy(() -> loose.read(stored(tooMany)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Loose.hours is an int, but the offer 1 has 5000000000; use a long");
    assertThatThrownBy(() -> loose.read(stored(whole.toBuilder().put(level, "LEAD").build())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Loose.level is one of [SENIOR, JUNIOR], but the offer 1 has LEAD");
  }

  @Test
  void read_whereTheConstructorThrows_namesTheOffer() {
    @SuppressWarnings("UnusedMethod") // the mapper calls the constructor
    record Positive(@OfferField(identifier = true) long id, double price) {
      Positive {
        if (price < 0) {
          throw new IllegalArgumentException("a price is positive");
        }
      }
    }

    RecordMapper<Positive> mapper = RecordMapper.of(MethodHandles.lookup(), Positive.class);
    Offer refused =
        Offer.builder().set(mapper.integer("id"), 7).set(mapper.number("price"), -1).build();
    assertThatThrownBy(() -> mapper.read(stored(refused)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the constructor of Positive refused the offer 7, {id=7, price=-1.0}:"
                + " java.lang.IllegalArgumentException: a price is positive")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void field_ofAnotherNameOrType_isRefused() {
    String fields = "; its fields are [job, salary, most_hours, employer, skills, level, remote]";
    assertThatThrownBy(() -> jobs.number("pay"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pay is no field of Job, not a NumberField" + fields);
    assertThatThrownBy(() -> jobs.text("salary"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("salary is a field of type number of Job, not a TextField" + fields);
  }

  @Test
  void conditions_onPartsOfAnEnum_areRefused() {
    assertThatThrownBy(() -> Query.where(jobs.text("level").startsWith("S")).build())
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining(
            "starts_with compares texts, but those of level are compared by their ranks alone; use"
                + " eq, neq, in or notin");
    try (OfferEngine engine = OfferEngine.builder(jobs.schema()).build()) {
      engine.apply(OfferBatch.builder().upsert(jobs.offer(JOB)).build());
      assertThat(engine.snapshot().distinct(jobs.text("level"), "", 10)).containsExactly("JUNIOR");
      Query query = Query.where(jobs.text("level").eq("JUNIOR")).build();
      assertThat(engine.snapshot().search(query).toList(jobs::read)).containsExactly(JOB);
    }
  }
}
