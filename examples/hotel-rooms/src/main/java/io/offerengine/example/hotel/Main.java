package io.offerengine.example.hotel;

import io.offerengine.OfferEngine;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;

/** Prints the cheapest stays in a city: {@code hotel-rooms.jar CITY GUESTS NIGHTS}. */
public final class Main {
  private static final String ROOMS = "rooms.ndjson";
  private static final int LIMIT = 10;

  private Main() {}

  /** Runs the program; without arguments it looks for two guests and three nights in Lisbon. */
  public static void main(String[] args) throws IOException {
    String city = args.length > 0 ? args[0] : "Lisbon";
    int guests = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int nights = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    try (OfferEngine engine = OfferEngine.builder(RoomSchema.schema()).build();
        InputStream rooms = Main.class.getResourceAsStream(ROOMS)) {
      RoomSearch search = new RoomSearch(engine);
      search.load(Objects.requireNonNull(rooms));
      for (RoomSearch.Stay stay : search.cheapestStays(city, guests, nights, LIMIT)) {
        System.out.println(
            String.format(
                Locale.ROOT,
                "%10.2f EUR  %s, room %d",
                stay.price(),
                stay.hotelName(),
                stay.room()));
      }
    }
  }
}
