package io.offerengine.example.hotel;

import io.offerengine.LoadListener;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Conjunction;
import io.offerengine.schema.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds hotel rooms.
 *
 * <p><b>Threads.</b> Any thread may search, also while others change rooms.
 */
final class RoomSearch {
  private final OfferEngine engine;
  private final OfferCodec offers = new OfferCodec(RoomSchema.schema());
  private final SearchCodec searches = new SearchCodec(RoomSchema.schema());

  RoomSearch(OfferEngine engine) {
    this.engine = engine;
  }

  /**
   * A room and the price of a stay in it.
   *
   * @param room the identifier of the room
   * @param hotelName the name of its hotel
   * @param price the price of all nights together, in EUR
   */
  record Stay(long room, String hotelName, double price) {}

  /** Stores the rooms of a stream: JSON, one room a line. */
  void load(InputStream rooms) {
    engine.load(offers.read(rooms), LoadListener.NONE);
  }

  /** Starts a query for the free rooms of a city that have space for the guests. */
  static QueryBuilder freeRooms(String city, int guests, int nights) {
    return Query.builder(RoomSchema.schema())
        .where(RoomSchema.CITY, Operator.EQ, city)
        .where(RoomSchema.GUESTS, Operator.GTE, guests)
        .where(RoomSchema.BOOKED, Operator.EQ, false)
        .with(RoomSchema.NIGHTS, (double) nights);
  }

  /** Returns the cheapest free room of each hotel in a city, the cheapest stay first. */
  List<Stay> cheapestStays(String city, int guests, int nights, int limit) {
    return stays(freeRooms(city, guests, nights).limit(limit).build());
  }

  /** Like {@link #cheapestStays}, with rooms that have every one of the tags. */
  List<Stay> staysWithAll(String city, List<String> tags, int nights) {
    return stays(freeRooms(city, 1, nights).where(RoomSchema.TAGS, Operator.HAS_ALL, tags).build());
  }

  /** Returns free rooms that please a family: a tag says so, or the room is large. */
  List<Stay> familyStays(String city, int nights) {
    Conjunction tagged =
        Conjunction.of(RoomSchema.schema())
            .where(RoomSchema.TAGS, Operator.HAS_ANY, List.of("family", "garden"));
    Conjunction large =
        Conjunction.of(RoomSchema.schema())
            .where(RoomSchema.SIZE, Operator.GTE, 30)
            .where(RoomSchema.BREAKFAST, Operator.EQ, true);
    return stays(freeRooms(city, 1, nights).whereAny(List.of(tagged, large)).build());
  }

  private List<Stay> stays(Query query) {
    Matches matches = engine.snapshot().search(query);
    List<Stay> stays = new ArrayList<>();
    for (Match match : matches) {
      String hotelName = String.valueOf(match.text(RoomSchema.HOTEL_NAME));
      stays.add(new Stay(match.id(), hotelName, match.number(RoomSchema.PRICE_PER_STAY)));
    }
    return stays;
  }

  /** Returns the names of hotels that start with what a guest typed so far, whatever the case. */
  List<String> completeHotelName(String typed) {
    return engine.snapshot().distinct(RoomSchema.HOTEL_NAME, typed, 10);
  }

  /** Returns the response to a search request; both are JSON in UTF-8. */
  byte[] answer(byte[] request) {
    Query query = searches.readQuery(request).query();
    return searches.writeResponse(engine.snapshot().search(query));
  }
}
