package io.offerengine.json;

import static io.offerengine.query.ErrorCode.DUPLICATE_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.PAYLOAD_TOO_LARGE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.QueryLimits;
import io.offerengine.testing.Allocation;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Texts made to be expensive: refused after as many bytes as the limits allow, whatever follows.
 *
 * <p>What is read and dropped can't be held: so bytes are counted, not time. A request lies in
 * memory before it is read; there the bytes are counted that its thread allocates.
 */
class HostileInputTest {
  private static final JsonLimits LIMITS = JsonLimits.DEFAULTS;
  private static final SearchCodec REQUESTS = new SearchCodec(MarketplaceSchema.schema());
  private static final OfferCodec OFFERS = new OfferCodec(MarketplaceSchema.schema());

  /** A reader takes as much at once: bytes, then characters. */
  private static final int READ_AHEAD = 3 * 8192;

  /**
   * What a request that is refused on its way may allocate, whatever its length: buffers, a text
   * and a place; a quarter of it is used. Each body has 2 MB or more, which would not fit if it
   * were kept, and what the error's first occurrence allocates once is left out.
   */
  private static final long REFUSED_ON_THE_WAY = 1 << 19;

  private static final int MILLION = 1_000_000;
  private static final long TEN_MB = 10L * MILLION;
  private static final long HUNDRED_MB = 100L * MILLION;

  /**
   * Texts of offers, the error of each, and how many bytes may be taken until it is found. A text
   * is measured whenever a buffer is full, so that half more than its limit may be read.
   */
  static Stream<Arguments> offers() {
    int text = LIMITS.maxTextLength();
    return Stream.of(
        refused("brackets", "", "[", TEN_MB, "", INVALID_OFFER, 0),
        refused("brackets in a field", "{\"sla\":", "[", TEN_MB, "", LIMIT_EXCEEDED, 0),
        refused("brackets by turns", "", "{\"sla\":[", TEN_MB / 8, "", LIMIT_EXCEEDED, 0),
        refused(
            "brackets after the offers",
            "{\"offers\":[],\"x\":",
            "[",
            TEN_MB,
            "",
            LIMIT_EXCEEDED,
            0),
        refused("closing brackets", "", "]", TEN_MB, "", INVALID_REQUEST, 0),
        refused("a number alone", "", "9", MILLION, "", LIMIT_EXCEEDED, text),
        refused("an integer", "{\"id\":", "9", MILLION, "}", LIMIT_EXCEEDED, text),
        refused("a fraction", "{\"score\":0.", "1", MILLION, "}", LIMIT_EXCEEDED, text),
        refused("an exponent", "{\"score\":1e", "0", MILLION, "}", LIMIT_EXCEEDED, text),
        refused("a number that is skipped", "{\"sla\":", "9", MILLION, "}", LIMIT_EXCEEDED, text),
        refused("a number in a list", "{\"gpu_ids\":[", "9", MILLION, "]}", LIMIT_EXCEEDED, text),
        refused("a repeated key", "{\"id\":1", ",\"id\":1", MILLION, "}", INVALID_REQUEST, 0),
        refused("a repeated unknown key", "{\"x\":1", ",\"x\":1", MILLION, "}", INVALID_REQUEST, 0),
        refused(
            "a repeated key beside offers",
            "{\"offers\":[]",
            ",\"x\":1",
            MILLION,
            "}",
            INVALID_REQUEST,
            0),
        refused(
            "a repeated offer", "[{\"id\":1}", ",{\"id\":1}", MILLION, "]", DUPLICATE_OFFER, 0));
  }

  /** As {@link #offers}: long texts and lists. */
  static Stream<Arguments> longOffers() {
    int text = LIMITS.maxTextLength();
    int offer = LIMITS.maxOfferLength();
    return Stream.of(
        refused("a text", "{\"logo\":\"", "x", HUNDRED_MB, "\"}", LIMIT_EXCEEDED, text),
        refused(
            "a text of escapes",
            "{\"logo\":\"",
            "\\u0041",
            HUNDRED_MB / 6,
            "\"}",
            LIMIT_EXCEEDED,
            9 * text),
        refused("a text alone", "\"", "x", HUNDRED_MB, "\"", LIMIT_EXCEEDED, text),
        refused("a key", "{\"", "x", HUNDRED_MB, "\":1}", LIMIT_EXCEEDED, text),
        refused(
            "a text that is skipped", "{\"sla\":\"", "x", HUNDRED_MB, "\"}", LIMIT_EXCEEDED, offer),
        refused(
            "a text beside offers",
            "{\"offers\":[],\"x\":\"",
            "x",
            HUNDRED_MB,
            "\"}",
            LIMIT_EXCEEDED,
            offer),
        refused(
            "a text before offers",
            "{\"x\":\"",
            "x",
            HUNDRED_MB,
            "\",\"offers\":[]}",
            LIMIT_EXCEEDED,
            offer),
        refused("blanks in an offer", "{\"id\":1", " ", HUNDRED_MB, "}", LIMIT_EXCEEDED, offer),
        refused("a list", "{\"gpu_ids\":[0", ",0", HUNDRED_MB / 2, "]}", LIMIT_EXCEEDED, offer),
        refused("a lone surrogate", "{\"logo\":\"\\ud83d", "x", 9, "\"}", INVALID_REQUEST, 0),
        refused(
            "lone surrogates",
            "{\"logo\":\"",
            "\\udc00",
            MILLION,
            "\"}",
            LIMIT_EXCEEDED,
            9 * text));
  }

  private static Arguments refused(
      String what, String start, String part, long times, String end, ErrorCode code, int bytes) {
    return Arguments.of(what, new String[] {start, part, end}, times, code, bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"offers", "longOffers"})
  void read_ofAHostileText_isRefusedWithinItsBytes(
      String what, String[] parts, long times, ErrorCode code, int bytes) {
    requireRefused(OFFERS::read, parts, times, code, bytes);
    if (code != DUPLICATE_OFFER) {
      requireRefused(OFFERS::readChanges, parts, times, code, bytes);
    }
  }

  private static void requireRefused(
      Function<HostileStream, Iterator<?>> reading,
      String[] parts,
      long times,
      ErrorCode code,
      int bytes) {
    HostileStream text = new HostileStream(parts[0], parts[1], times, parts[2]);
    Iterator<?> records = reading.apply(text);
    JsonException error =
        catchThrowableOfType(
            JsonException.class,
            () -> records.forEachRemaining(each -> assertThat(each).isNotNull()));
    assertThat(error).as("an error").isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(text.taken()).isLessThanOrEqualTo(bytes + READ_AHEAD);
    assertThat(error.getMessage().length()).isLessThan(500);
  }

  /** As many blanks as one likes between offers: none is held, and the offers are found. */
  @Test
  void read_ofBlanksBetweenOffers_readsThemAll() {
    HostileStream text = new HostileStream("{\"id\":1}", " ", TEN_MB, "{\"id\":2}");
    OfferReader offers = OFFERS.read(text);
    assertThat(offers.next().id()).isEqualTo(1);
    assertThat(text.taken()).isLessThanOrEqualTo(READ_AHEAD);
    assertThat(offers.next().id()).isEqualTo(2);
    assertThat(offers.hasNext()).isFalse();
    assertThat(text.taken()).isEqualTo(text.length());
  }

  /**
   * Requests, the error of each under limits of 16 MB, and how many bytes may be allocated for each
   * byte of a body that is read whole before it is refused: lists are, of which a value of two
   * bytes comes to 190 bytes a byte and a pair to 15.
   */
  static Stream<Arguments> requests() {
    return Stream.of(
        Arguments.of("brackets", "", "[", TEN_MB, "", LIMIT_EXCEEDED, 0),
        Arguments.of("brackets in a field", "{\"gpu_name\":", "[", TEN_MB, "", LIMIT_EXCEEDED, 0),
        Arguments.of("brackets by turns", "", "{\"x\":[", TEN_MB / 6, "", LIMIT_EXCEEDED, 0),
        Arguments.of("a number", "{\"limit\":", "1", 2 * MILLION, "}", LIMIT_EXCEEDED, 0),
        Arguments.of(
            "a number as text", "{\"limit\":\"", "1", 2 * MILLION, "\"}", LIMIT_EXCEEDED, 0),
        Arguments.of("a repeated key", "{\"x\":1", ",\"x\":1", MILLION, "}", INVALID_REQUEST, 0),
        Arguments.of(
            "conditions", "{\"id\":{\"eq\":1", ",\"eq\":1", MILLION, "}}", INVALID_REQUEST, 0),
        Arguments.of("a text", "{\"gpu_name\":\"", "x", TEN_MB, "\"}", LIMIT_EXCEEDED, 0),
        Arguments.of("a key", "{\"", "x", TEN_MB, "\":1}", LIMIT_EXCEEDED, 0),
        Arguments.of("values", "{\"id\":{\"in\":[1", ",1", MILLION, "]}}", LIMIT_EXCEEDED, 256),
        Arguments.of(
            "pairs",
            "{\"order\":[[\"id\",\"asc\"]",
            ",[\"id\",\"asc\"]",
            MILLION / 2,
            "]}",
            INVALID_ORDER,
            24),
        Arguments.of(
            "lone surrogates", "{\"gpu_name\":\"", "\\udc00", MILLION, "\"}", LIMIT_EXCEEDED, 0),
        Arguments.of(
            "a lone surrogate",
            "{\"gpu_name\":\"\\ud83d",
            " ",
            2 * MILLION,
            "\"}",
            LIMIT_EXCEEDED,
            0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void readRequest_ofAHostileText_isRefused(
      String what,
      String start,
      String part,
      long times,
      String end,
      ErrorCode code,
      int allocatedForAByte) {
    byte[] body = start.concat(part.repeat((int) times)).concat(end).getBytes(UTF_8);
    SearchCodec patient =
        new SearchCodec(
            MarketplaceSchema.schema(), QueryLimits.DEFAULTS, LIMITS.withMaxBodyBytes(1 << 24));
    JsonException error =
        catchThrowableOfType(JsonException.class, () -> patient.readRequest(body));
    assertThat(error).as("an error").isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(error.getMessage().length()).isLessThan(500);
    assertThat(allocatedBy(patient, body))
        .as("bytes allocated for a body of %s", body.length)
        .isBetween(1L, REFUSED_ON_THE_WAY + (long) allocatedForAByte * body.length);
    error = catchThrowableOfType(JsonException.class, () -> REQUESTS.readRequest(body));
    assertThat(error.code()).as(error.getMessage()).isEqualTo(PAYLOAD_TOO_LARGE);
    assertThat(allocatedBy(REQUESTS, body)).isBetween(1L, REFUSED_ON_THE_WAY);
  }

  /** Four times as many values may allocate six times as much, as a list that grows does. */
  @Test
  void request_ofTheMostValues_allocatesNearlyInProportion() {
    byte[] few = ofValues(2_500);
    byte[] many = ofValues(10_000);
    assertThat(REQUESTS.readQuery(few).query()).isNotNull();
    long ofFew = Allocation.of(() -> REQUESTS.readQuery(few));
    assertThat(Allocation.of(() -> REQUESTS.readQuery(many))).isLessThan(6 * ofFew + (1 << 18));
  }

  private static byte[] ofValues(int count) {
    return IntStream.range(0, count)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "{\"gpu_ids\":{\"has_all\":[", "]}}"))
        .getBytes(UTF_8);
  }

  /** Returns how many bytes this thread allocates while a request is refused once more. */
  private static long allocatedBy(SearchCodec codec, byte[] body) {
    return Allocation.of(
        () -> assertThatThrownBy(() -> codec.readRequest(body)).isInstanceOf(JsonException.class));
  }
}
