package io.offerengine.example.hotel;

import io.offerengine.LoadListener;
import io.offerengine.Match;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Criterion;
import java.io.InputStream;
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
    return Query.where(
            RoomSchema.CITY.eq(city), RoomSchema.GUESTS.gte(guests), RoomSchema.BOOKED.isFalse())
        .with(RoomSchema.NIGHTS, nights);
  }

  /** Returns the cheapest free room of each hotel in a city, the cheapest stay first. */
  List<Stay> cheapestStays(String city, int guests, int nights, int limit) {
    return stays(freeRooms(city, guests, nights).limit(limit).build());
  }

  /** Like {@link #cheapestStays}, with rooms that have every one of the tags. */
  List<Stay> staysWithAll(String city, List<String> tags, int nights) {
    return stays(freeRooms(city, 1, nights).where(RoomSchema.TAGS.hasAll(tags)).build());
  }

  /** Returns free rooms that please a family: a tag says so, or the room is large. */
  List<Stay> familyStays(String city, int nights) {
    Criterion pleasant =
        Query.any(
            RoomSchema.TAGS.hasAny("family", "garden"),
            Query.all(RoomSchema.SIZE.gte(30), RoomSchema.BREAKFAST.isTrue()));
    return stays(freeRooms(city, 1, nights).where(pleasant).build());
  }

  private static Stay stay(Match room) {
    String hotelName = String.valueOf(room.get(RoomSchema.HOTEL_NAME));
    return new Stay(room.id(), hotelName, room.get(RoomSchema.PRICE_PER_STAY));
  }

  private List<Stay> stays(Query query) {
    return engine.snapshot().search(query).toList(RoomSearch::stay);
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
