package io.offerengine.example.hotel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.example.hotel.RoomSearch.Stay;
import io.offerengine.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches of the packaged rooms: five hotels with two rooms each. */
class RoomSearchTest {
  private static final Pattern ROOM = Pattern.compile("\"room\":([0-9]+)");

  private final OfferEngine engine = OfferEngine.builder(RoomSchema.schema()).build();
  private final RoomSearch search = new RoomSearch(engine);

  @BeforeEach
  void loadRooms() throws IOException {
    try (InputStream rooms = Main.class.getResourceAsStream("rooms.ndjson")) {
      search.load(rooms);
    }
  }

  private List<Long> rooms(String city, int guests, int nights) {
    return search.cheapestStays(city, guests, nights, 10).stream().map(Stay::room).toList();
  }

  private String answer(String request) {
    return new String(search.answer(request.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void schema_hasSixteenFields() {
    assertThat(RoomSchema.schema().fields()).hasSize(16);
  }

  @Test
  void cheapestStays_ofOneNight_showOneRoomOfEachHotel() {
    assertThat(search.cheapestStays("Lisbon", 2, 1, 10))
        .containsExactly(
            new Stay(11, "Casa do Rio", 90),
            new Stay(21, "Alfama Rooms", 95),
            new Stay(31, "Hotel Miradouro", 210));
  }

  @Test
  void cheapestStays_ofMoreNights_spreadTheFeeOverTheNights() {
    assertThat(search.cheapestStays("Lisbon", 2, 3, 10))
        .startsWith(new Stay(21, "Alfama Rooms", 205), new Stay(11, "Casa do Rio", 270));
    // One room of the hotel costs less for a short stay, the other one for a long stay.
    assertThat(rooms("Porto", 2, 2)).containsExactly(42L, 51L);
    assertThat(rooms("Porto", 2, 5)).containsExactly(42L, 52L);
  }

  @Test
  void cheapestStays_longerThanAHotelAccepts_leaveItOut() {
    assertThat(rooms("Lisbon", 2, 7)).contains(21L);
    assertThat(rooms("Lisbon", 2, 8)).containsExactly(11L, 31L);
  }

  @Test
  void cheapestStays_ofMoreGuests_showLargerRooms() {
    assertThat(rooms("Lisbon", 4, 1)).containsExactly(12L, 32L);
  }

  @Test
  void staysWithAll_needEveryTag() {
    assertThat(search.staysWithAll("Lisbon", List.of("SEA VIEW", "family"), 2))
        .containsExactly(new Stay(32, "Hotel Miradouro", 640));
    assertThat(search.staysWithAll("Porto", List.of("sea view", "family"), 2)).isEmpty();
  }

  @Test
  void familyStays_haveATagOrSpaceAndBreakfast() {
    assertThat(search.familyStays("Lisbon", 1)).extracting(Stay::room).containsExactly(12L, 31L);
    assertThat(search.familyStays("Porto", 1)).extracting(Stay::room).containsExactly(52L);
  }

  @Test
  void explain_saysHowTheSearchRuns() {
    String plan =
        engine.snapshot().explain(RoomSearch.freeRooms("Lisbon", 2, 3).build()).toString();
    assertThat(plan).contains("city", "price_per_stay");
  }

  @Test
  void stats_listTheMemoryOfEachStructure() {
    assertThat(engine.stats().toString()).contains("price_per_night");
  }

  @Test
  void answer_toARequest_computesThePriceForItsNights() {
    assertThat(answer("{\"town\":\"Lisbon\",\"guests\":{\"gte\":2},\"nights\":3,\"limit\":1}"))
        .isEqualTo(
            "{\"offers\":[{\"room\":21,\"hotel\":2,\"hotel_name\":\"Alfama Rooms\","
                + "\"city\":\"Lisbon\",\"stars\":2,\"rating\":7.9,\"guests\":2,\"size\":12.0,"
                + "\"breakfast\":false,\"pets\":true,\"tags\":[\"Quiet\",\"bath\"],\"booked\":null,"
                + "\"longest_stay\":7,\"price_per_night\":55.0,"
                + "\"cleaning_fee\":40.0,\"price_per_stay\":205.0}]}");
  }

  private List<String> roomsOf(String request) {
    return answer(request)
        .lines()
        .flatMap(each -> ROOM.matcher(each).results())
        .map(each -> each.group(1))
        .toList();
  }

  @Test
  void answer_toARequestWithTags_findsThemByValue() {
    assertThat(roomsOf("{\"tags\":{\"has\":\"quiet\"}}")).containsExactly("11", "21");
    assertThat(roomsOf("{\"tags\":{\"has_all\":[\"family\",\"bath\"]}}")).containsExactly("32");
    assertThat(
            roomsOf(
                "{\"town\":\"Lisbon\",\"any_of\":["
                    + "{\"tags\":{\"has\":\"sea view\"},\"guests\":{\"gte\":4}},{\"pets\":true}]}"))
        .containsExactly("21", "32");
  }

  @Test
  void completeHotelName_ofAPrefix_ignoresCase() {
    assertThat(search.completeHotelName("al")).containsExactly("Alfama Rooms");
    assertThat(search.completeHotelName("")).hasSize(5);
  }

  @Test
  void answer_toAWrongRequest_saysWhatIsWrong() {
    assertThatThrownBy(() -> answer("{\"nights\":0}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("nights");
    assertThatThrownBy(() -> answer("{\"staars\":{\"gte\":4}}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("did you mean stars?");
  }

  @Test
  void main_printsTheCheapestStays() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      Main.main(new String[] {"Porto", "2", "2"});
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(UTF_8).lines())
        .containsExactly(
            "    113.00 EUR  Ribeira Inn, room 42", "    360.00 EUR  Douro Palace, room 51");
  }
}
