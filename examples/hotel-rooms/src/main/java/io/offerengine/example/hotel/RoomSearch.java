package io.offerengine.example.hotel;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds hotel rooms.
 *
 * <p><b>Threads.</b> Any thread may search and change prices.
 */
final class RoomSearch {
  private final OfferEngine engine = OfferEngine.builder(RoomSchema.schema()).build();
  private final OfferCodec offers = new OfferCodec(RoomSchema.schema());
  private final SearchCodec searches = new SearchCodec(RoomSchema.schema());

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

  /** Returns the cheapest room of each hotel in a city, the cheapest stay first. */
  List<Stay> cheapestStays(String city, int guests, int nights, int limit) {
    Query query =
        Query.builder(RoomSchema.schema())
            .where(RoomSchema.CITY, Operator.EQ, city)
            .where(RoomSchema.GUESTS, Operator.GTE, guests)
            .with(RoomSchema.NIGHTS, (double) nights)
            .limit(limit)
            .build();
    Matches matches = engine.snapshot().search(query);
    List<Stay> stays = new ArrayList<>();
    while (matches.next()) {
      String hotelName = String.valueOf(matches.text(RoomSchema.HOTEL_NAME));
      stays.add(new Stay(matches.id(), hotelName, matches.number(RoomSchema.PRICE_PER_STAY)));
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

  /** Changes the price of a room; every search that begins later sees the new price. */
  void setPricePerNight(long room, double price) {
    OfferChanges changes =
        OfferChanges.builder(RoomSchema.schema()).set(RoomSchema.PRICE_PER_NIGHT, price).build();
    engine.apply(OfferBatch.builder().update(room, changes).build());
  }
}
