package io.offerengine.example.hotel;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.util.OptionalLong;

/**
 * Books and changes hotel rooms.
 *
 * <p>A batch takes effect as a whole or not at all. Every search that begins later sees it.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
final class RoomBooking {
  private static final OfferChanges BOOK =
      OfferChanges.builder(RoomSchema.schema()).set(RoomSchema.BOOKED, true).build();
  private static final OfferChanges FREE =
      OfferChanges.builder(RoomSchema.schema()).set(RoomSchema.BOOKED, false).build();

  private final OfferEngine engine;

  RoomBooking(OfferEngine engine) {
    this.engine = engine;
  }

  /** Books the cheapest free room and returns its identifier; empty if no room is free. */
  OptionalLong bookCheapest(String city, int guests, int nights) {
    Query cheapest = RoomSearch.freeRooms(city, guests, nights).limit(1).build();
    OfferConditions stillFree =
        OfferConditions.of(Query.where(RoomSchema.BOOKED.isFalse()).build());
    while (true) {
      Matches matches = engine.snapshot().search(cheapest);
      if (matches.isEmpty()) {
        return OptionalLong.empty();
      }
      try {
        engine.apply(OfferBatch.builder().updateIf(matches.get(0).id(), stillFree, BOOK).build());
        return OptionalLong.of(matches.get(0).id());
      } catch (ConflictException bookedMeanwhile) {
        // Another guest was faster: search again.
      }
    }
  }

  /** Makes a booked room free again. */
  void cancel(long room) {
    engine.apply(OfferBatch.builder().update(room, FREE).build());
  }

  /** Changes the price of a room. */
  void setPricePerNight(long room, double price) {
    OfferChanges changes =
        OfferChanges.builder(RoomSchema.schema()).set(RoomSchema.PRICE_PER_NIGHT, price).build();
    engine.apply(OfferBatch.builder().update(room, changes).build());
  }

  /** Adds a room; throws a {@link ConflictException} if the identifier is taken. */
  void add(Offer room) {
    engine.apply(OfferBatch.builder().insert(room).build());
  }
}
