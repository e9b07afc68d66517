package io.offerengine.example.hotel;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Formula.Input;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
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
  static final Parameter<Double> NIGHTS = ROOMS.number("nights", 1, 1);

  static final Field ROOM = ROOMS.idField();
  static final Field HOTEL = ROOMS.field("hotel", FieldType.INTEGER).add();
  static final Field HOTEL_NAME = ROOMS.field("hotel_name", FieldType.TEXT).tier(Tier.COLD).add();
  static final Field CITY = ROOMS.field("city", FieldType.TEXT).aliases("town").add();
  static final Field STARS = ROOMS.field("stars", FieldType.INTEGER).add();
  static final Field RATING = ROOMS.field("rating", FieldType.NUMBER).unit("of 10").add();
  static final Field GUESTS = ROOMS.field("guests", FieldType.INTEGER).add();
  static final Field SIZE = ROOMS.field("size", FieldType.NUMBER).unit("m²").add();
  static final Field BREAKFAST = ROOMS.field("breakfast", FieldType.BOOLEAN).absentAsFalse().add();
  static final Field PETS = ROOMS.field("pets", FieldType.BOOLEAN).absentAsFalse().add();

  /** What guests ask for, such as {@code sea view}; upper and lower case are equal. */
  static final Field TAGS =
      ROOMS
          .field("tags", FieldType.TEXT_LIST)
          .collation(Collation.of("ignores case", text -> text.toLowerCase(Locale.ROOT)))
          .add();

  /** Whether a guest has booked the room; searches of this program show free rooms only. */
  static final Field BOOKED = ROOMS.field("booked", FieldType.BOOLEAN).absentAsFalse().add();

  /** The longest stay that the hotel accepts; absent if any stay is accepted. */
  static final Field LONGEST_STAY =
      ROOMS.field("longest_stay", FieldType.INTEGER).unit("nights").add();

  static final Field PRICE_PER_NIGHT =
      ROOMS.field("price_per_night", FieldType.NUMBER).unit("EUR").tier(Tier.HOT).add();

  /** What the hotel charges once for each stay; absent means nothing. */
  static final Field CLEANING_FEE = ROOMS.field("cleaning_fee", FieldType.NUMBER).unit("EUR").add();

  /** The price of the whole stay, computed for the nights of each search. */
  static final Field PRICE_PER_STAY =
      ROOMS
          .field("price_per_stay", FieldType.NUMBER)
          .unit("EUR")
          .tier(Tier.HOT)
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
          .defaultOrder(PRICE_PER_STAY, false)
          .build();

  private RoomSchema() {}

  static Schema schema() {
    return SCHEMA;
  }
}
