package io.offerengine.example.hotel;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Formula.Input;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.util.List;
import java.util.Locale;

/**
 * The schema of hotel rooms: 16 fields, and the number of nights as the parameter of a search.
 *
 * <p>A search shows the best room of each hotel, by the price of the whole stay unless the query
 * names another order. Rooms that can't be booked for so many nights do not match.
 */
final class RoomSchema {
  private static final Schema.Builder ROOMS = Schema.builder("hotel rooms", "room");

  /** How many nights the guests stay; 1 if a search does not say. */
  static final Parameter<Double> NIGHTS = ROOMS.parameter("nights", 1, 1);

  static final IntegerField ROOM = ROOMS.idField();
  static final IntegerField HOTEL = ROOMS.integer("hotel").add();
  static final TextField HOTEL_NAME = ROOMS.text("hotel_name").cold().add();
  static final TextField CITY = ROOMS.text("city").aliases("town").add();
  static final IntegerField STARS = ROOMS.integer("stars").add();
  static final NumberField RATING = ROOMS.number("rating").unit("of 10").add();
  static final IntegerField GUESTS = ROOMS.integer("guests").add();
  static final NumberField SIZE = ROOMS.number("size").unit("m²").add();
  static final FlagField BREAKFAST = ROOMS.flag("breakfast").absentAsFalse().add();
  static final FlagField PETS = ROOMS.flag("pets").absentAsFalse().add();

  /** What guests ask for, such as {@code sea view}; upper and lower case are equal. */
  static final TextListField TAGS =
      ROOMS
          .texts("tags")
          .collation(Collation.of("ignores case", text -> text.toLowerCase(Locale.ROOT)))
          .add();

  /** Whether a guest has booked the room; searches of this program show free rooms only. */
  static final FlagField BOOKED = ROOMS.flag("booked").absentAsFalse().add();

  /** The longest stay that the hotel accepts; absent if any stay is accepted. */
  static final IntegerField LONGEST_STAY = ROOMS.integer("longest_stay").unit("nights").add();

  static final NumberField PRICE_PER_NIGHT =
      ROOMS.number("price_per_night").unit("EUR").hot().add();

  /** What the hotel charges once for each stay; absent means nothing. */
  static final NumberField CLEANING_FEE = ROOMS.number("cleaning_fee").unit("EUR").add();

  /** The price of the whole stay, computed for the nights of each search. */
  static final NumberField PRICE_PER_STAY =
      ROOMS
          .number("price_per_stay")
          .unit("EUR")
          .hot()
          .computed(
              new Formula(
                  "price_per_night * nights + cleaning_fee",
                  List.of(
                      Input.increasing(PRICE_PER_NIGHT), Input.increasing(CLEANING_FEE).orZero()),
                  List.of(NIGHTS),
                  (in, arguments) -> in[0] * arguments.value(NIGHTS) + in[1]))
          .add();

  private static final Schema SCHEMA =
      ROOMS
          .require(
              new Requirement(
                  "the stay has so many nights",
                  LONGEST_STAY,
                  true,
                  arguments -> arguments.value(NIGHTS)))
          .foldBy(HOTEL)
          .clusterBy(PRICE_PER_NIGHT)
          .indexTogether(CITY, PRICE_PER_NIGHT)
          .defaultOrder(PRICE_PER_STAY, Direction.ASC)
          .build();

  private RoomSchema() {}

  static Schema schema() {
    return SCHEMA;
  }
}
