package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong with a schema is said when it is built, and what its code throws has a place. */
class SchemaChecksTest {
  private final Schema.Builder rooms = Schema.builder("rooms", "room");
  private final Parameter<Double> nights = rooms.parameter("nights", 1, 1);
  private final TextField city = rooms.text("city").aliases("town").add();
  private final NumberField price = rooms.number("price").add();
  private final NumberField total = rooms.number("total").computed(times(price)).add();

  private Formula times(Field input) {
    return new Formula(
        "price * nights",
        List.of(Formula.Input.increasing(input)),
        List.of(nights),
        (in, arguments) -> in[0] * arguments.value(nights));
  }

  private static void assertRefused(Runnable build, String message) {
    assertThatThrownBy(build::run).isInstanceOf(IllegalStateException.class).hasMessage(message);
  }

  @Test
  void add_ofAFormulaOverWhatIsNoStoredNumber_isRefused() {
    String inputs =
        "; inputs are stored or derived integers, numbers, booleans, dates and instants of the"
            + " schema";
    assertRefused(
        () -> rooms.number("a").computed(times(total)).add(),
        "a: its formula reads total, which is computed by each search" + inputs);
    assertRefused(
        () -> rooms.number("a").computed(times(city)).add(),
        "a: its formula reads city, which is of type text" + inputs);
    Schema.Builder flats = Schema.builder("flats", "flat");
    NumberField rent = flats.number("rent").add();
    assertRefused(
        () -> rooms.number("a").computed(times(rent)).add(),
        "a: its formula reads rent, which is a field of another schema" + inputs);
    assertRefused(
        () -> flats.number("a").computed(times(rent)).add(),
        "a: its formula reads a parameter of another schema; it reads [nights]");
    assertThat(rooms.number("a").computed(times(price)).add().name()).isEqualTo("a");
  }

  @Test
  void add_ofANameThatIsTakenOrReserved_isRefused() {
    assertRefused(
        () -> rooms.text("city").add(), "the name city is taken already, by the field city");
    assertRefused(
        () -> rooms.text("town").add(), "the name town is taken already, by the field city");
    assertRefused(
        () -> rooms.text("a").aliases("price").add(),
        "the name price is taken already, by the field price");
    assertRefused(() -> rooms.text("a").aliases("b", "b").add(), "the name b is given twice");
    assertRefused(() -> rooms.text("a").aliases("a").add(), "the name a is given twice");
    assertRefused(
        () -> rooms.alias(price, "city"), "the name city is taken already, by the field city");
    assertRefused(
        () -> rooms.parameter("city", 0, 0), "the name city is taken already, by the field city");
    for (String word : List.of("limit", "order", "any_of", "")) {
      assertRefused(
          () -> rooms.text(word).add(),
          "the name \"" + word + "\" is a word of the query language; choose another one");
      assertRefused(
          () -> rooms.alias(price, word),
          "the name \"" + word + "\" is a word of the query language; choose another one");
    }
    assertThat(rooms.build().fields()).hasSize(4);
  }

  @Test
  void build_twice_isRefused() {
    assertRefused(price::schema, "the schema rooms is not built yet");
    Schema schema = rooms.build();
    assertThat(price.schema()).isSameAs(schema);
    assertRefused(rooms::build, "the schema rooms is built already");
  }

  @Test
  void change_afterBuild_isRefused() {
    FieldBuilder<TextField> begun = rooms.text("late");
    rooms.build();
    List<Runnable> changes =
        List.of(
            begun::add,
            () -> rooms.collation(Collation.EXACT),
            () -> rooms.parameter("late", 0, 0),
            () -> rooms.clock("late"),
            () -> rooms.alias(price, "late"),
            () -> rooms.redirect(price, total),
            () -> rooms.ignore("late"),
            () -> rooms.ignoreValue("late", "1"),
            () -> rooms.hint(price, "late"),
            () -> rooms.indexTogether(city, price),
            () -> rooms.foldBy(price),
            () -> rooms.clusterBy(price),
            () -> rooms.defaultOrder(price, Direction.ASC));
    for (Runnable change : changes) {
      assertRefused(change, "the schema rooms is built already");
    }
  }

  @Test
  void defaultOrder_byAList_isRefused() {
    TextListField tags = rooms.texts("tags").add();
    assertRefused(() -> rooms.defaultOrder(tags, Direction.ASC), "tags has no order");
  }

  @Test
  void foldBy_aTextOrAComputedField_isRefused() {
    String allowed =
        " is no stored value of 64 bits: offers fold by an integer, number, boolean, date or"
            + " instant";
    assertRefused(() -> rooms.foldBy(city), "city" + allowed);
    assertRefused(() -> rooms.foldBy(total), "total" + allowed);
  }

  @Test
  void build_ofAnOfferWithoutARequiredValue_isRefused() {
    IntegerField beds = rooms.integer("beds").required().add();
    Schema schema = rooms.build();
    Offer.Builder room = Offer.builder().set(schema.idField(), 1);
    assertRefused(room::build, "an offer needs its beds");
    assertThat(room.set(beds, 2).build().get(beds)).isEqualTo(2);
  }

  @Test
  void code_thatThrows_isNamedWithItsInput() {
    TextField name =
        rooms
            .text("name")
            .collation(
                Collation.of(
                    "short",
                    text -> {
                      throw new IllegalStateException("too long");
                    }))
            .add();
    FlagField large =
        rooms
            .flag("large")
            .derived(
                "fails",
                room -> {
                  throw new IllegalStateException("no size");
                })
            .add();
    NumberField bad =
        rooms
            .number("bad")
            .computed(
                Formula.of(
                    "bad price",
                    List.of(price),
                    (in, arguments) -> {
                      throw new IllegalStateException("no sum");
                    }))
            .add();
    Schema schema = rooms.build();
    Offer room = Offer.builder().set(schema.idField(), 7).set(price, 4).set(name, "Suite").build();
    String thrown = "java.lang.IllegalStateException: ";
    assertRefused(
        () -> large.derivation().derive(room),
        "the derivation of large failed for the offer 7: " + thrown + "no size");
    assertRefused(
        () -> room.compute(bad, Arguments.defaults(schema)),
        "the formula \"bad price\" failed for price=4.0: " + thrown + "no sum");
    assertRefused(
        () -> name.collation().key("Suite"),
        "the collation 'short' failed for the text 'Suite': " + thrown + "too long");
  }

  @Test
  void derive_ofAValueThatDoesNotFit_isRefused() {
    IntegerField beds = rooms.integer("beds").derived("4", room -> 4).add();
    TextField name = rooms.text("name").derived("half", room -> "\uD83D").add();
    NumberField size = rooms.number("size").derived("NaN", room -> Double.NaN).add();
    Offer room = Offer.builder().set(rooms.build().idField(), 7).build();
    assertRefused(
        () -> beds.derivation().derive(room),
        "the derivation of beds gave Integer, which does not fit the type integer");
    assertRefused(
        () -> name.derivation().derive(room),
        "the derivation of name gave half of a surrogate pair, U+D83D at index 0");
    assertThat(size.derivation().derive(room)).isNull();
  }

  @Test
  void getters_ofWhatAnOfferDoesNotHave_sayWhatTheFieldIs() {
    Schema schema = rooms.build();
    Offer room = Offer.builder().set(schema.idField(), 7).set(price, 40).build();
    assertThatThrownBy(() -> room.get(total))
        .hasMessage(
            "an offer has only the values that were given, but total is computed by each search;"
                + " compute(field, arguments) does it for one offer");
    assertThatThrownBy(() -> room.text(price)).hasMessage("price is of type number, not text");
    assertThatThrownBy(() -> room.texts(city))
        .hasMessage("city is of type text, not list of texts");
    assertThatThrownBy(() -> room.integers(city))
        .hasMessage("city is of type text, not list of integers");
  }

  @Test
  void compute_ofAnOffer_isTheValueOfTheFormula() {
    Schema schema = rooms.build();
    Offer room = Offer.builder().set(schema.idField(), 7).set(price, 40).build();
    Arguments three = Arguments.defaults(schema).with(nights, 3.0);
    assertThat(room.compute(total, three)).isEqualTo(120);
    Offer without = Offer.builder().set(schema.idField(), 8).build();
    assertThat(without.compute(total, three)).isNaN();
    assertThatThrownBy(() -> room.compute(price, three))
        .hasMessage("price is not computed; get reads its value");
  }

  @Test
  void conditions_onAFieldOfAnotherSchema_sayWhoseItIs() {
    rooms.build();
    Schema.Builder flats = Schema.builder("flats", "flat");
    NumberField other = flats.number("price").add();
    flats.build();
    assertThatThrownBy(() -> Query.where(price.gte(1), other.gte(1)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "UNKNOWN_FIELD at /price: price is a field of flats, but the query is one of rooms");
    assertThatThrownBy(() -> Query.where(price.gte(1)).orderBy(other.ascending()))
        .hasMessageContaining("price is a field of flats, but the query is one of rooms");
  }

  @Test
  void computed_thatIsRefused_leavesTheFieldStored() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    FieldBuilder<IntegerField> beds = rooms.integer("beds");
    Formula one = Formula.of("1", List.of(), (in, arguments) -> 1);
    assertRefused(
        () -> beds.computed(one), "beds: a formula needs the type NUMBER, but it is INTEGER");
    assertThat(beds.add().isStored()).isTrue();
  }

  @Test
  void add_thatRefusesAnAlias_addsNothing() {
    IntegerField beds = rooms.integer("beds").aliases("berths").add();
    assertThatThrownBy(() -> rooms.field("size", FieldType.NUMBER).aliases("area", "berths").add())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the name berths is taken already, by the field beds");
    assertThatThrownBy(() -> rooms.alias(beds, "places", "berths"))
        .isInstanceOf(IllegalStateException.class);
    NumberField size = rooms.number("size").aliases("area").add();
    Schema schema = rooms.alias(beds, "places").build();
    assertThat(schema.fields()).hasSize(6).contains(size);
    assertThat(schema.field("size")).contains(size);
  }
}
