package io.offerengine.example.hotel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.query.ConflictException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bookings, also by many guests at the same time. */
class RoomBookingTest {
  private static final int THREADS = 16;
  private static final int ROOMS = 1_000;

  private final List<ChangedOffer> changed = Collections.synchronizedList(new ArrayList<>());
  private final OfferEngine engine =
      OfferEngine.builder(RoomSchema.schema())
          .listener((version, changes) -> changed.addAll(changes))
          .build();
  private final RoomBooking booking = new RoomBooking(engine);

  @AfterEach
  void close() {
    engine.close();
  }

  private static Offer room(long id, double price) {
    return Offer.builder(RoomSchema.schema())
        .put(RoomSchema.ROOM, id)
        .set(RoomSchema.HOTEL, id / 10)
        .set(RoomSchema.CITY, "Lisbon")
        .set(RoomSchema.GUESTS, 2)
        .set(RoomSchema.PRICE_PER_NIGHT, price)
        .build();
  }

  @Test
  void bookCheapest_from16Threads_booksNoRoomTwice() throws Exception {
    for (int each = 1; each <= ROOMS; each++) {
      booking.add(room(each, 50 + each % 7));
    }
    ExecutorService guests = Executors.newFixedThreadPool(THREADS);
    List<Long> booked = new ArrayList<>();
    try {
      List<Callable<List<Long>>> tasks = new ArrayList<>();
      for (int each = 0; each < THREADS; each++) {
        tasks.add(this::bookAll);
      }
      for (Future<List<Long>> each : guests.invokeAll(tasks)) {
        booked.addAll(each.get());
      }
    } finally {
      guests.shutdownNow();
    }
    assertThat(booked).hasSize(ROOMS).doesNotHaveDuplicates();
    Set<Long> seen = new HashSet<>();
    changed.stream()
        .map(ChangedOffer::after)
        .filter(after -> after != null && after.flag(RoomSchema.BOOKED))
        .forEach(after -> assertThat(seen.add(after.id())).as("room %s", after.id()).isTrue());
    assertThat(seen).hasSize(ROOMS);
  }

  private List<Long> bookAll() {
    List<Long> booked = new ArrayList<>();
    OptionalLong room = booking.bookCheapest("Lisbon", 2, 3);
    while (room.isPresent()) {
      booked.add(room.getAsLong());
      room = booking.bookCheapest("Lisbon", 2, 3);
    }
    return booked;
  }

  @Test
  void cancel_makesTheRoomFreeAgain() {
    booking.add(room(1, 80));
    assertThat(booking.bookCheapest("Lisbon", 2, 1)).hasValue(1);
    assertThat(booking.bookCheapest("Lisbon", 2, 1)).isEmpty();
    booking.cancel(1);
    assertThat(booking.bookCheapest("Lisbon", 2, 1)).hasValue(1);
  }

  @Test
  void add_ofAnExistingRoom_isRefused() {
    booking.add(room(1, 80));
    assertThatThrownBy(() -> booking.add(room(1, 70))).isInstanceOf(ConflictException.class);
    assertThat(engine.snapshot().size()).isEqualTo(1);
  }

  @Test
  void setPricePerNight_changesEveryLaterSearch_andTheListenerSeesBoth() {
    booking.add(room(1, 80));
    booking.add(room(2, 90));
    booking.setPricePerNight(2, 30);
    assertThat(booking.bookCheapest("Lisbon", 2, 1)).hasValue(2);
    assertThat(changed).hasSize(4);
    ChangedOffer cheaper = changed.get(2);
    assertThat(cheaper.before()).isEqualTo(room(2, 90));
    assertThat(cheaper.after()).isEqualTo(room(2, 30));
  }
}
