package io.offerengine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.query.Query;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.schema.TextField;
import io.offerengine.schema.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restore under a changed schema keeps, makes anew, reports and refuses. */
class SchemaChangesTest {
  @TempDir private Path directory;

  private static Schema schema(Consumer<Schema.Builder> fields) {
    Schema.Builder schema = Schema.builder("Rooms", "room");
    fields.accept(schema);
    return schema.build();
  }

  /** Saves one offer with the given values. */
  private void save(Schema schema, Map<String, Object> values) throws IOException {
    Offer.Builder offer = Offer.builder(schema).set(schema.idField(), 1);
    values.forEach(
        (name, value) -> UntypedValues.put(offer, schema.field(name).orElseThrow(), value));
    try (OfferEngine engine = OfferEngine.builder(schema).build()) {
      engine.apply(OfferBatch.builder().upsert(offer.build()).build());
      engine.save(directory, "1");
    }
  }

  private UnusableFilesException refusal(Schema schema) {
    OfferEngine engine = OfferEngine.builder(schema).build();
    Throwable thrown = catchThrowable(() -> engine.restore(directory));
    assertThat(engine.snapshot().size()).isZero();
    assertThat(engine.snapshot().version()).isZero();
    assertThat(thrown).isInstanceOf(UnusableFilesException.class);
    return (UnusableFilesException) thrown;
  }

  private Path list() {
    return directory.resolve("offers.list");
  }

  @Test
  void restore_ofAnotherType_namesFieldAndBothTypes() throws IOException {
    save(schema(rooms -> rooms.integer("beds").add()), Map.of("beds", 2L));

    assertThat(refusal(schema(rooms -> rooms.text("beds").add())))
        .hasMessage(
            list()
                + " has beds as integer, but the field beds has the type text now; a field keeps"
                + " its type: give the new one another name")
        .returns(Reason.SCHEMA, UnusableFilesException::reason);
    assertThat(refusal(schema(rooms -> rooms.number("sleeps").aliases("beds").add())))
        .hasMessage(
            list()
                + " has beds as integer, but the field sleeps, which beds is, has the type number"
                + " now; a field keeps its type: give the new one another name");
  }

  @Test
  void restore_ofTwoNamesOfOneField_namesBoth() throws IOException {
    Schema before =
        schema(rooms -> {
          rooms.text("town").add();
          rooms.text("place").add();
        });
    save(before, Map.of("town", "Lisbon", "place", "Porto"));

    assertThat(refusal(schema(rooms -> rooms.text("city").aliases("town", "place").add())))
        .hasMessage(
            list()
                + " has the fields town and place, which are both names of city now; keep one of"
                + " these names");
    Schema.Builder now = Schema.builder("Rooms", "room");
    TextField place = now.text("place").aliases("town").add();
    OfferEngine engine = OfferEngine.builder(now.build()).build();
    assertThat(engine.restore(directory).removed()).containsExactly("town");
    assertThat(only(engine).get(place)).isEqualTo("Porto");
  }

  private static Match only(OfferEngine engine) {
    Matches matches = engine.snapshot().search(Query.builder(engine.schema()).orderById().build());
    assertThat(matches).hasSize(1);
    return matches.get(0);
  }

  @Test
  void restore_withoutARequiredValue_namesOfferAndField() throws IOException {
    save(schema(rooms -> rooms.text("city").add()), Map.of());

    assertThat(refusal(schema(rooms -> rooms.text("city").required().add())))
        .hasMessageContaining(
            ".segment has the offer 1, which does not fit the schema now: an offer needs its city")
        .returns(Reason.SCHEMA, UnusableFilesException::reason);
  }

  @Test
  void restore_ofAliasesInUnits_convertsTheValues() throws IOException {
    Schema before =
        schema(rooms -> {
          rooms.integer("area_m2").add();
          rooms.number("depth_m").add();
        });
    save(before, Map.of("area_m2", 30L, "depth_m", 2.5));

    Schema.Builder now = Schema.builder("Rooms", "room");
    IntegerField area = now.integer("area_cm2").add();
    NumberField depth = now.number("depth_cm").add();
    now.aliasInUnits(area, 10_000, "area_m2").aliasInUnits(depth, 100, "depth_m");
    OfferEngine engine = OfferEngine.builder(now.build()).build();
    SchemaChanges changes = engine.restore(directory);

    assertThat(changes.renamed()).isEqualTo(Map.of("area_m2", "area_cm2", "depth_m", "depth_cm"));
    assertThat(only(engine).get(area)).isEqualTo(300_000);
    assertThat(only(engine).get(depth)).isEqualTo(250);
  }

  @Test
  void restore_ofATooLargeIntegerInOtherUnits_namesTheOffer() throws IOException {
    save(schema(rooms -> rooms.integer("area_m2").add()), Map.of("area_m2", Long.MAX_VALUE / 2));

    Schema.Builder now = Schema.builder("Rooms", "room");
    now.aliasInUnits(now.integer("area_cm2").add(), 10_000, "area_m2");
    assertThat(refusal(now.build())).hasMessageContaining("has the offer 1, which does not fit");
  }

  private static Schema levels(String text, int factor, Tier tier) {
    Schema.Builder rooms = Schema.builder("Rooms", "room");
    IntegerField stars = rooms.integer("stars").add();
    rooms
        .integer("level")
        .tier(tier)
        .derivedUnlessGiven(
            text,
            Derivation.reading(
                List.of(stars), room -> room.has(stars) ? room.get(stars) * factor : null))
        .add();
    return rooms.build();
  }

  private long level(String text, int factor) throws IOException {
    Schema schema = levels(text, factor, Tier.WARM);
    OfferEngine engine = OfferEngine.builder(schema).build();
    engine.restore(directory);
    return only(engine).integer(schema.field("level").orElseThrow());
  }

  /** What one text decides, and what a text and a number decide, with the text absent or not. */
  @Test
  void restore_withoutTheDerivations_keepsTheGivenValuesAlone() throws IOException {
    Schema.Builder rooms = Schema.builder("Rooms", "room");
    TextField city = rooms.text("city").add();
    IntegerField stars = rooms.integer("stars").add();
    Derivation ofCity = Derivation.reading(List.of(city), room -> "in " + room.text(city));
    Derivation ofBoth =
        Derivation.reading(
            List.of(city, stars), room -> room.text(city) + " " + room.integer(stars));
    TextField place = rooms.text("place").derivedUnlessGiven("the city", ofCity).add();
    TextField sign = rooms.text("sign").derivedUnlessGiven("city and stars", ofBoth).add();
    Schema schema = rooms.build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 0; id < 24; id++) {
      Offer.Builder room = Offer.builder(schema).set(schema.idField(), id).set(stars, id % 4);
      if (id % 3 > 0) {
        room.set(city, "city " + id % 3);
      }
      // What is derived anyway does not count as given.
      String other = id % 2 == 0 ? "none" : id % 3 > 0 ? "city " + id % 3 : "null";
      room.set(place, "in " + other).set(sign, other + " " + id % 4);
      batch.upsert(room.build());
    }
    try (OfferEngine engine = OfferEngine.builder(schema).build()) {
      engine.apply(batch.build());
      engine.save(directory, "1");
    }

    Schema.Builder now = Schema.builder("Rooms", "room");
    TextField placeNow = now.text("place").add();
    TextField signNow = now.text("sign").add();
    OfferEngine engine = OfferEngine.builder(now.build()).build();
    engine.restore(directory);
    for (long id = 0; id < 24; id++) {
      Offer room = requireNonNull(engine.snapshot().find(id));
      assertThat(room.has(placeNow)).as("place of %d", id).isEqualTo(id % 2 == 0);
      assertThat(room.has(signNow)).as("sign of %d", id).isEqualTo(id % 2 == 0);
    }
  }

  /** The text is the same, so only the rows tell. */
  @Test
  void restore_withOtherCode_makesTheValuesAnewAndNamesTheField() throws IOException {
    save(levels("stars", 1, Tier.WARM), Map.of("stars", 3L));

    OfferEngine engine = OfferEngine.builder(levels("stars", 2, Tier.WARM)).build();
    SchemaChanges changes = engine.restore(directory);

    assertThat(changes)
        .isEqualTo(
            new SchemaChanges(
                List.of(), List.of(), Map.of(), List.of(), List.of("level"), Map.of()));
    assertThat(changes).hasToString("recomputed: level");
    assertThat(level("stars", 2)).isEqualTo(6);
  }

  @Test
  void changes_inWords_nameEachField() throws IOException {
    save(levels("stars", 1, Tier.WARM), Map.of("stars", 3L));
    Schema.Builder now = Schema.builder("Rooms", "room");
    now.integer("grade").aliases("level").hot().add();
    now.text("city").add();
    OfferEngine engine = OfferEngine.builder(now.build()).build();

    SchemaChanges changes = engine.restore(directory);

    assertThat(changes.isEmpty()).isFalse();
    assertThat(changes)
        .hasToString(
            "added: city; removed: stars; renamed: level (to grade); other tier: grade (WARM to"
                + " HOT); recomputed: grade");
    assertThat(SchemaChanges.NONE).hasToString("no field differs");
  }

  @Test
  void restore_ofARenamedIdentifier_keepsIt() throws IOException {
    save(schema(rooms -> rooms.text("city").add()), Map.of("city", "Lisbon"));
    Schema.Builder now = Schema.builder("Rooms", "flat");
    TextField city = now.text("city").add();
    OfferEngine engine = OfferEngine.builder(now.build()).build();

    assertThat(engine.restore(directory).renamed()).isEqualTo(Map.of("room", "flat"));
    assertThat(only(engine).id()).isEqualTo(1);
    assertThat(only(engine).get(city)).isEqualTo("Lisbon");
  }
}
