package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.query.Query;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.lang.management.ManagementFactory;
import java.util.List;
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
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final TextField NAME = ROOMS.text("name").add();
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final IntegerListField FLOORS = ROOMS.integers("floors").add();
  private static final PlaceField PLACE = ROOMS.place("place").add();
  private static final Schema SCHEMA = ROOMS.build();
  private static final SearchCodec CODEC = new SearchCodec(SCHEMA);
  private static final double MOST_GROWTH = 6;
  private static final OfferEngine ENGINE = OfferEngine.builder(SCHEMA).build();

  static {
    Offer room =
        Offer.builder()
            .set(SCHEMA.idField(), 1)
            .set(NAME, "room")
            .set(TAGS, List.of("tag 1", "tag 2"))
            .set(FLOORS, new long[] {1, 2})
            .set(PLACE, "Town, DE")
            .build();
    ENGINE.load(List.of(room).iterator(), LoadListener.NONE);
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
    Snapshot snapshot = ENGINE.snapshot();
    Query allowed = CODEC.readQuery(body.apply(most).getBytes(UTF_8)).query();
    assertThat(snapshot.count(allowed)).isBetween(0L, 1L);
    assertThat(snapshot.search(allowed).size()).isEqualTo((int) snapshot.count(allowed));
    byte[] beyond = body.apply(most + 1).getBytes(UTF_8);
    assertThatThrownBy(() -> CODEC.readQuery(beyond))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("LIMIT_EXCEEDED at " + path + " (line 1, column ");
    assertThat(snapshot.count(Query.builder(SCHEMA).build())).isEqualTo(1);
  }

  /** Objects and lists as deep as they may be, and one deeper. */
  @ParameterizedTest
  @MethodSource("nestings")
  void readQuery_ofTheDeepestNesting_isRefusedWhereItIsWrong(String open, String close) {
    for (int depth : new int[] {31, 32, 1000}) {
      String body = "{\"name\":" + open.repeat(depth) + "1" + close.repeat(depth) + "}";
      assertThatThrownBy(() -> CODEC.readQuery(body.getBytes(UTF_8)))
          .isInstanceOf(JsonException.class)
          .hasMessageContaining(depth < 32 ? " at /name" : "LIMIT_EXCEEDED at /name");
    }
    assertThat(ENGINE.snapshot().count(Query.builder(SCHEMA).build())).isEqualTo(1);
  }

  private static Stream<Arguments> nestings() {
    return Stream.of(Arguments.of("[", "]"), Arguments.of("{\"eq\":", "}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void readQuery_ofMoreValues_allocatesNearlyAsMuchMore(
      String name, int most, String path, IntFunction<String> body) {
    byte[] few = body.apply(most / 4).getBytes(UTF_8);
    byte[] many = body.apply(most).getBytes(UTF_8);
    CODEC.readQuery(few);
    long ofFew = allocated(few);
    assertThat(allocated(many)).isLessThan((long) (MOST_GROWTH * ofFew) + (1 << 18));
  }

  private static long allocated(byte[] body) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    CODEC.readQuery(body);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
