package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Snapshot;
import io.offerengine.query.Query;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Allocation;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests at each limit and one beyond it: the first is read and answered, the second is refused
 * where it is wrong, and the engine answers as before. Reading allocates nearly in proportion to
 * the length of the request.
 */
class RequestsAtLimitsTest {
  private static final Schema SCHEMA = schema();
  private static final SearchCodec CODEC = new SearchCodec(SCHEMA);
  private static final double MOST_GROWTH = 6;

  private static final Snapshot OFFERS =
      Loaded.text(
          SCHEMA,
          """
          {"id":1,"name":"room","tags":["tag 1","tag 2"],"floors":[1,2],"place":"Town, DE"}
          """);

  private static Schema schema() {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    rooms.text("name").add();
    rooms.texts("tags").add();
    rooms.integers("floors").add();
    rooms.place("place").add();
    return rooms.build();
  }

  private static String joined(int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining(","));
  }

  private static String values(int count, IntFunction<String> value) {
    return "[" + joined(count, value) + "]";
  }

  private static Arguments request(String name, int most, String path, IntFunction<String> body) {
    return Arguments.of(name, most, path, body);
  }

  private static Stream<Arguments> requests() {
    return Stream.of(
        request(
            "has_all of numbers",
            10_000,
            "/floors/has_all",
            count -> "{\"floors\":{\"has_all\":" + values(count, i -> "" + i) + "}}"),
        request(
            "has_all of texts",
            10_000,
            "/tags/has_all",
            count -> "{\"tags\":{\"has_all\":" + values(count, i -> "\"tag " + i + "\"") + "}}"),
        request(
            "none_of with has_all",
            10_000,
            "/none_of/0/floors/has_all",
            count ->
                "{\"none_of\":[{\"floors\":{\"has_all\":" + values(count, i -> "" + i) + "}}]}"),
        request(
            "in of places",
            10_000,
            "/place/in",
            count -> "{\"place\":{\"in\":" + values(count, i -> "\"Town " + i + ", DE\"") + "}}"),
        request(
            "alternatives",
            16,
            "/any_of",
            count ->
                "{\"any_of\":["
                    + joined(
                        count,
                        i ->
                            "{\"tags\":{\"has_all\":"
                                + values(i + 1, j -> "\"tag " + j + "\"")
                                + "}}")
                    + "]}"),
        request(
            "excluded alternatives",
            16,
            "/none_of",
            count ->
                "{\"none_of\":["
                    + joined(count, i -> "{\"floors\":{\"has\":" + (i + 5) + "}}")
                    + "]}"),
        request(
            "length of a text",
            65_536,
            "/name/eq",
            count -> "{\"name\":{\"eq\":\"" + "x".repeat(count) + "\"}}"),
        request(
            "length of a pattern",
            1024,
            "/name/contains",
            count -> "{\"name\":{\"contains\":\"" + "x".repeat(count) + "\"}}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void readQuery_atALimitAndOneBeyond_isAnsweredAndRefused(
      String name, int most, String path, IntFunction<String> body) {
    Query allowed = CODEC.readQuery(body.apply(most).getBytes(UTF_8)).query();
    assertThat(OFFERS.count(allowed)).isBetween(0L, 1L);
    assertThat(OFFERS.search(allowed).size()).isEqualTo((int) OFFERS.count(allowed));
    byte[] beyond = body.apply(most + 1).getBytes(UTF_8);
    assertThatThrownBy(() -> CODEC.readQuery(beyond))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("LIMIT_EXCEEDED at " + path + " (line 1, column ");
    assertThat(OFFERS.count(Query.builder(SCHEMA).build())).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void readQuery_ofMoreValues_allocatesNearlyAsMuchMore(
      String name, int most, String path, IntFunction<String> body) {
    byte[] few = body.apply(most / 4).getBytes(UTF_8);
    byte[] many = body.apply(most).getBytes(UTF_8);
    CODEC.readQuery(few);
    long ofFew = Allocation.of(() -> CODEC.readQuery(few));
    assertThat(Allocation.of(() -> CODEC.readQuery(many)))
        .isLessThan((long) (MOST_GROWTH * ofFew) + (1 << 18));
  }
}
