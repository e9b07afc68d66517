package io.offerengine.json;

import static io.offerengine.query.ErrorCode.DUPLICATE_OFFER;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static final long TEN_MB = 10_000_000;

  /** How many bytes of a text may be taken until its error is found, beside what is read ahead. */
  enum Within {
    NONE(0),
    TEXT(LIMITS.maxTextLength()),
    /** A text is measured whenever a buffer is full, so that half more than its limit is read. */
    ESCAPES(9 * LIMITS.maxTextLength()),
    OFFER(LIMITS.maxOfferLength());

    private final int bytes;

    Within(int bytes) {
      this.bytes = bytes;
    }
  }

  /** Starts of texts, what is repeated how often, ends, and the errors. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          brackets | `` | [ | 10000000 | `` | INVALID_OFFER | NONE
          brackets in a field | {"sla": | [ | 10000000 | `` | LIMIT_EXCEEDED | NONE
          brackets by turns | `` | {"sla":[ | 1250000 | `` | LIMIT_EXCEEDED | NONE
          brackets after the offers | {"offers":[],"x": | [ | 10000000 | `` | LIMIT_EXCEEDED | NONE
          closing brackets | `` | ] | 10000000 | `` | INVALID_REQUEST | NONE
          a number alone | `` | 9 | 1000000 | `` | LIMIT_EXCEEDED | TEXT
          an integer | {"id": | 9 | 1000000 | } | LIMIT_EXCEEDED | TEXT
          a fraction | {"score":0. | 1 | 1000000 | } | LIMIT_EXCEEDED | TEXT
          an exponent | {"score":1e | 0 | 1000000 | } | LIMIT_EXCEEDED | TEXT
          a number that is skipped | {"sla": | 9 | 1000000 | } | LIMIT_EXCEEDED | TEXT
          a number in a list | {"gpu_ids":[ | 9 | 1000000 | ]} | LIMIT_EXCEEDED | TEXT
          a repeated key | {"id":1 | ,"id":1 | 1000000 | } | INVALID_REQUEST | NONE
          a repeated unknown key | {"x":1 | ,"x":1 | 1000000 | } | INVALID_REQUEST | NONE
          a key again beside offers | {"offers":[] | ,"x":1 | 1000000 | } | INVALID_REQUEST | NONE
          a repeated offer | [{"id":1} | ,{"id":1} | 1000000 | ] | DUPLICATE_OFFER | NONE
          a text | {"logo":" | x | 100000000 | "} | LIMIT_EXCEEDED | TEXT
          a text of escapes | {"logo":" | \\u0041 | 16666666 | "} | LIMIT_EXCEEDED | ESCAPES
          a text alone | " | x | 100000000 | " | LIMIT_EXCEEDED | TEXT
          a key | {" | x | 100000000 | ":1} | LIMIT_EXCEEDED | TEXT
          a text that is skipped | {"sla":" | x | 100000000 | "} | LIMIT_EXCEEDED | OFFER
          a text beside offers | {"offers":[],"x":" | x | 100000000 | "} | LIMIT_EXCEEDED | OFFER
          a text before offers | {"x":" | x | 100000000 | ","offers":[]} | LIMIT_EXCEEDED | OFFER
          blanks in an offer | {"id":1 | ` ` | 100000000 | } | LIMIT_EXCEEDED | OFFER
          a list | {"gpu_ids":[0 | ,0 | 50000000 | ]} | LIMIT_EXCEEDED | OFFER
          a list that is skipped | {"sla":[0 | ,0 | 50000000 | ]} | LIMIT_EXCEEDED | OFFER
          a lone surrogate | {"logo":"\\ud83d | x | 9 | "} | INVALID_REQUEST | NONE
          lone surrogates | {"logo":" | \\udc00 | 1000000 | "} | LIMIT_EXCEEDED | ESCAPES
          """)
  void read_ofAHostileText_isRefusedWithinItsBytes(
      String what,
      String start,
      String part,
      long times,
      String end,
      ErrorCode code,
      Within within) {
    HostileStream offers = new HostileStream(start, part, times, end);
    requireRefused(OFFERS.read(offers), offers, code, within);
    if (code != DUPLICATE_OFFER) {
      HostileStream changes = new HostileStream(start, part, times, end);
      requireRefused(OFFERS.readChanges(changes), changes, code, within);
    }
  }

  private static void requireRefused(
      Iterator<?> records, HostileStream text, ErrorCode code, Within within) {
    JsonException error =
        catchThrowableOfType(
            JsonException.class,
            () -> records.forEachRemaining(each -> assertThat(each).isNotNull()));
    assertThat(error).as("an error").isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(text.taken()).isLessThanOrEqualTo(within.bytes + READ_AHEAD);
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
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          brackets | `` | [ | 10000000 | `` | LIMIT_EXCEEDED | 0
          brackets in a field | {"gpu_name": | [ | 10000000 | `` | LIMIT_EXCEEDED | 0
          brackets by turns | `` | {"x":[ | 1666666 | `` | LIMIT_EXCEEDED | 0
          a number | {"limit": | 1 | 2000000 | } | LIMIT_EXCEEDED | 0
          a number as text | {"limit":" | 1 | 2000000 | "} | LIMIT_EXCEEDED | 0
          a repeated key | {"x":1 | ,"x":1 | 1000000 | } | INVALID_REQUEST | 0
          conditions | {"id":{"eq":1 | ,"eq":1 | 1000000 | }} | INVALID_REQUEST | 0
          a text | {"gpu_name":" | x | 10000000 | "} | LIMIT_EXCEEDED | 0
          a key | {" | x | 10000000 | ":1} | LIMIT_EXCEEDED | 0
          values | {"id":{"in":[1 | ,1 | 1000000 | ]}} | LIMIT_EXCEEDED | 256
          pairs | {"order":[["id","asc"] | ,["id","asc"] | 500000 | ]} | INVALID_ORDER | 24
          lone surrogates | {"gpu_name":" | \\udc00 | 1000000 | "} | LIMIT_EXCEEDED | 0
          a lone surrogate | {"gpu_name":"\\ud83d | ` ` | 2000000 | "} | LIMIT_EXCEEDED | 0
          """)
  void readRequest_ofAHostileText_isRefused(
      String what,
      String start,
      String part,
      int times,
      String end,
      ErrorCode code,
      int allocatedForAByte) {
    byte[] body = start.concat(part.repeat(times)).concat(end).getBytes(UTF_8);
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
