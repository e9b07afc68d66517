package io.offerengine.example.hotel;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.facet.Facets;
import io.offerengine.query.Query;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Counts of hotels for searches of the packaged rooms. */
class RoomCountsTest {
  @Test
  void of_aSearch_countsHotels() throws IOException {
    try (OfferEngine engine = OfferEngine.builder(RoomSchema.schema()).build();
        InputStream rooms = Main.class.getResourceAsStream("rooms.ndjson")) {
      new RoomSearch(engine).load(Objects.requireNonNull(rooms));
      Query query = RoomSearch.freeRooms("Lisbon", 1, 1).build();
      Facets facets = RoomCounts.of(engine.snapshot(), query);
      assertThat(facets.matched()).isEqualTo(3);
      assertThat(RoomCounts.lines(facets, RoomSchema.CITY)).containsExactly("Lisbon 3", "Porto 2");
      assertThat(RoomCounts.lines(facets, RoomSchema.TAGS)).contains("bath 2", "river view 1");
      assertThat(facets.histogram(RoomSchema.PRICE_PER_STAY).below()).isEqualTo(2);
      assertThat(facets.quantiles(RoomSchema.PRICE_PER_STAY).values()).hasSize(2);
    }
  }
}
