package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schema that an embedding team might define: holiday flats, several of them in one house. */
class OwnSchemaTest {
  private static final Schema.Builder FLATS = Schema.builder("holiday flats", "flat");

  /** The price of a stay depends on its season. */
  enum Season {
    LOW,
    HIGH
  }

  private static final Parameter<Double> NIGHTS = FLATS.parameter("nights", 1, 1);
  private static final Parameter<Season> SEASON = FLATS.choice("season", Season.LOW);

  private static final Field FLAT = FLATS.idField();
  private static final IntegerField HOUSE = FLATS.integer("house").add();
  private static final TextField CITY = FLATS.text("city").aliases("town").add();
  private static final IntegerField BEDS = FLATS.integer("beds").unit("beds").hot().add();
  private static final FlagField PETS = FLATS.flag("pets").absentAsFalse().add();
  private static final FlagField LIFT = FLATS.flag("lift").add();
  private static final IntegerField LONGEST_STAY =
      FLATS.integer("longest_stay").unit("nights").add();
  private static final NumberField NIGHTLY = FLATS.number("nightly").unit("€/night").hot().add();
  private static final NumberField CLEANING = FLATS.number("cleaning").add();
  private static final FlagField FAMILY =
      FLATS.flag("family").derived("beds is at least 4", flat -> flat.number(BEDS) >= 4).add();
  private static final NumberField TOTAL =
      FLATS
          .number("total")
          .unit("€")
          .computed(
              new Formula(
                  "nightly * nights * (1.5 in high season) + cleaning",
                  List.of(
                      Formula.Input.increasing(NIGHTLY),
                      Formula.Input.increasing(CLEANING).orZero()),
                  (in, arguments) ->
                      in[0]
                              * arguments.value(NIGHTS)
                              * (arguments.is(SEASON, Season.HIGH) ? 1.5 : 1)
                          + in[1]))
          .add();

  private static final Schema SCHEMA =
      FLATS
          .require(
              new Requirement(
                  "nights are given",
                  LONGEST_STAY,
                  true,
                  arguments -> arguments.isGiven(NIGHTS) ? arguments.value(NIGHTS) : Double.NaN))
          .foldBy(HOUSE)
          .clusterBy(NIGHTLY)
          .defaultOrder(TOTAL, Direction.ASC)
          .build();

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).checkFormulas(Formula.Checks.EVERY_ROW).tailCapacity(2).build();

  private static Offer.Builder flat(long id, long house, String city, long beds, double nightly) {
    return Offer.builder(SCHEMA)
        .put(FLAT, id)
        .set(HOUSE, house)
        .set(CITY, city)
        .set(BEDS, beds)
        .set(NIGHTLY, nightly);
  }

  @BeforeEach
  void storeFiveFlats() {
    OfferBatch.Builder batch = OfferBatch.builder();
    batch.upsert(flat(11, 1, "Lisbon", 2, 80).set(CLEANING, 100.0).set(PETS, true).build());
    batch.upsert(flat(12, 1, "Lisbon", 4, 100).build());
    batch.upsert(flat(21, 2, "Porto", 4, 90).set(LONGEST_STAY, 5L).build());
    engine.apply(batch.build());
    engine.apply(
        OfferBatch.builder().upsert(flat(31, 3, "Porto", 1, 40).set(PETS, false).build()).build());
    engine.apply(OfferBatch.builder().upsert(Offer.builder(SCHEMA).put(FLAT, 41L).build()).build());
  }

  private List<Long> ids(QueryBuilder query) {
    return engine.snapshot().search(query.build()).toList(Match::id);
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA);
  }

  @Test
  void search_byDefault_foldsHousesAndOrdersByTheTotal() {
    assertThat(ids(query())).containsExactly(31L, 21L, 12L, 41L);
    assertThat(ids(query().fold(false))).containsExactly(31L, 21L, 12L, 11L, 41L);
  }

  @Test
  void search_forMoreNights_computesPricesAnewAndLeavesOutShortStays() {
    assertThat(ids(query().with(NIGHTS, 5.0).fold(false))).containsExactly(31L, 21L, 11L, 12L, 41L);
    assertThat(ids(query().with(NIGHTS, 5.5).fold(false))).containsExactly(31L, 11L, 12L, 41L);
    assertThat(ids(query().with(NIGHTS, 10.0).where("total", "lte", 900)))
        .containsExactly(31L, 11L);
  }

  @Test
  void matches_showWhatTheSearchComputed() {
    Query query =
        query().with(NIGHTS, 2.0).with(SEASON, Season.HIGH).where("town", "eq", "Lisbon").build();
    Matches matches = engine.snapshot().search(query);
    Match match = matches.get(0);
    assertThat(match.id()).isEqualTo(12);
    assertThat(match.number(TOTAL)).isEqualTo(300.0);
    assertThat(match.flag(FAMILY)).isTrue();
    assertThat(match.has(PETS)).isFalse();
    assertThat(match.text(CITY)).isEqualTo("Lisbon");
    assertThat(matches).hasSize(1);
    assertThat(engine.snapshot().count(query)).isEqualTo(2);
  }

  @Test
  void flag_ofAnAbsentValueThatCountsAsFalse_isFalse() {
    Matches matches =
        engine
            .snapshot()
            .search(query().fold(false).orderById().where("pets", "eq", false).build());
    for (Match match : matches) {
      assertThat(match.flag(PETS)).as("flat %d", match.id()).isFalse();
      assertThat(match.toOffer().flag(PETS)).as("flat %d", match.id()).isFalse();
    }
    assertThat(matches.size()).isEqualTo(4);
  }

  @Test
  void flag_ofAnAbsentValueThatCountsAsNothing_isRefused() {
    Matches matches = engine.snapshot().search(query().where("flat", "eq", 41).build());
    Match match = matches.get(0);
    assertThat(match.has(LIFT)).isFalse();
    assertThatThrownBy(() -> match.flag(LIFT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the offer 41 has no lift");
    Offer bare = match.toOffer();
    assertThatThrownBy(() -> bare.flag(LIFT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the offer brings no lift");
  }

  @Test
  void explain_saysWhatTheParametersImply() {
    Query query = query().with(NIGHTS, 3.0).where("beds", "gte", 2).build();
    assertThat(query.impliedConditions())
        .containsExactly("longest_stay gte 3.0 or is absent (nights are given)");
    assertThat(engine.snapshot().explain(query).toString()).contains("nights are given");
    assertThat(engine.snapshot().explain(query).rowsMatched()).isEqualTo(3);
  }

  @Test
  void query_printsTheParametersThatWereGiven() {
    assertThat(query().build().toString())
        .isEqualTo("everything order by total asc, flat asc limit 64 folded");
    Query query = query().with(SEASON, Season.HIGH).with(NIGHTS, 3.0).build();
    assertThat(query.toString())
        .isEqualTo(
            "where longest_stay gte 3.0 or is absent (nights are given)"
                + " order by total asc, flat asc limit 64 folded with nights=3, season=HIGH");
    assertThat(engine.snapshot().explain(query).toString()).contains("with nights=3, season=HIGH");
  }

  /** The derivation gives an int, which fits no field. */
  @Test
  void update_ofAnOfferThatGivesWhatItsDerivationCanNot_keepsTheValue() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    NumberField price = rooms.number("price").add();
    IntegerField beds = rooms.integer("beds").derivedUnlessGiven("1", room -> 1).add();
    Schema schema = rooms.build();
    Offer room = Offer.builder().set(schema.idField(), 7).set(beds, 2).build();
    try (OfferEngine hotel = OfferEngine.builder(schema).build()) {
      hotel.apply(OfferBatch.builder().upsert(room).build());
      OfferChanges dearer = OfferChanges.builder().set(price, 4).build();
      hotel.apply(OfferBatch.builder().update(7, dearer).build());
      assertThat(hotel.snapshot().search(Query.builder(schema).build()).get(0).toOffer())
          .isEqualTo(room.toBuilder().set(price, 4).build());
    }
  }

  @Test
  void update_ofAnOfferWithRequiredValues_derivesFromAPartOfIt() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    rooms.text("city").required().add();
    IntegerField beds = rooms.integer("beds").add();
    IntegerField guests =
        rooms
            .integer("guests")
            .derived(
                "twice the beds", Derivation.reading(List.of(beds), room -> 2 * room.get(beds)))
            .add();
    Schema schema = rooms.build();
    OfferEngine hotel = OfferEngine.builder(schema).build();
    Offer room =
        Offer.builder(schema)
            .set(rooms.idField(), 1)
            .put(schema.field("city").orElseThrow(), "Lisbon")
            .set(beds, 2)
            .build();
    hotel.apply(OfferBatch.builder().upsert(room).build());
    hotel.apply(
        OfferBatch.builder().update(1, OfferChanges.builder(schema).set(beds, 3L).build()).build());
    assertThat(hotel.snapshot().search(Query.builder(schema).build()).get(0).get(guests))
        .isEqualTo(6);
  }

  @Test
  void getters_ofAFieldOfAnotherSchema_areRefused() {
    Schema.Builder others = Schema.builder("hotels", "hotel");
    IntegerField rank = others.integer("rank").whenFolded(1).add();
    others.build();
    Match folded = engine.snapshot().search(query().build()).get(0);
    String refusal = "the field rank does not belong to the schema holiday flats";
    assertThatThrownBy(() -> folded.has(rank)).hasMessage(refusal);
    assertThatThrownBy(() -> folded.get(rank)).hasMessage(refusal);
    assertThatThrownBy(() -> folded.number(rank)).hasMessage(refusal);
  }
}
