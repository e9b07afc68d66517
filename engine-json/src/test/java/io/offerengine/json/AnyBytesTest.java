package io.offerengine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes at all give a value, or a refusal in our own words, and nothing else.
 *
 * <p>As a part of the build each method runs over its seeds: what the golden files hold, and every
 * input that once failed, kept in the resources below {@code AnyBytesTestInputs}. With {@code
 * JAZZER_FUZZ=1} in the environment one method (choose it by {@code -Dtest}) goes on to new inputs,
 * led by the branches they reach, for the time its annotation gives; what fails is put beside the
 * seeds.
 */
class AnyBytesTest {
  private static final String LONGEST_RUN = "60s";
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SearchCodec REQUESTS = new SearchCodec(SCHEMA);
  private static final OfferCodec OFFERS = new OfferCodec(SCHEMA);

  private static final Snapshot MARKET = Loaded.golden();

  /** Keys of all kinds: a number, an integer, a text, a version. */
  private static Query query(@Nullable Cursor after) {
    return Query.builder(SCHEMA)
        .orderBy(MarketplaceSchema.DPH_BASE, Direction.ASC)
        .orderBy(MarketplaceSchema.NUM_GPUS, Direction.DESC)
        .orderBy(MarketplaceSchema.GPU_NAME, Direction.DESC)
        .orderBy(MarketplaceSchema.DRIVER_VERSION, Direction.ASC)
        .limit(1)
        .after(after)
        .build();
  }

  static Stream<byte[]> requests() {
    return Stream.concat(
        Stream.of("requests.golden", "request-errors.golden").flatMap(AnyBytesTest::inputs),
        Stream.of("{\"a\":{\"Unrecognized Token\" 1}}", "{\"\\u0054oken\" 1}")
            .map(String::getBytes));
  }

  /** All three layouts: what the files hold, and the same once more as a list and in a response. */
  static Stream<byte[]> offers() {
    byte[] lines = GoldenFile.text("offers.ndjson").getBytes(UTF_8);
    byte[] response = GoldenFile.text("response-all.golden").getBytes(UTF_8);
    Stream<byte[]> wrapped =
        inputs("offer-errors.golden")
            .map(each -> new String(each, UTF_8).replace("\n", ","))
            .flatMap(each -> Stream.of("[" + each + "]", "{\"offers\":[" + each + "]}"))
            .map(each -> each.getBytes(UTF_8));
    return Stream.of(Stream.of(lines, response), inputs("offer-errors.golden"), wrapped)
        .flatMap(each -> each);
  }

  private static Stream<byte[]> inputs(String goldenFile) {
    return MutatedInputTest.texts(goldenFile).stream();
  }

  /** A cursor of {@link #query}: its token, and what of it follows version and fingerprint. */
  static Stream<byte[]> cursors() {
    String token = Objects.requireNonNull(MARKET.search(query(null)).nextCursor()).token();
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    return Stream.of(
        token.getBytes(ISO_8859_1),
        Arrays.copyOf(bytes, bytes.length - Integer.BYTES),
        Arrays.copyOfRange(bytes, 1 + Long.BYTES, bytes.length - Integer.BYTES));
  }

  @MethodSource("requests")
  @FuzzTest(maxDuration = LONGEST_RUN)
  void readRequest_ofAnyBytes_readsOrRefuses(byte[] bytes) {
    try {
      assertThat(REQUESTS.readRequest(bytes).query()).isNotNull();
    } catch (JsonException e) {
      Refusal.requireOurWords(e, bytes);
    }
    try {
      assertThat(REQUESTS.readAddress(Map.of("q", bytes)).query()).isNotNull();
    } catch (JsonException e) {
      if (!e.problem().endsWith("got nothing")) { // What is missing has no place in the text.
        Refusal.requireOurWords(e, bytes);
      }
    }
  }

  @MethodSource("offers")
  @FuzzTest(maxDuration = LONGEST_RUN)
  void read_ofAnyBytes_readsOrRefuses(byte[] bytes) {
    try {
      OfferReader offers = OFFERS.read(new ByteArrayInputStream(bytes), DuplicatePolicy.LAST);
      offers.forEachRemaining(offer -> assertThat(offer.has(SCHEMA.idField())).isTrue());
    } catch (JsonException e) {
      Refusal.requireOurWords(e, bytes);
    }
    try {
      ChangesReader changes = OFFERS.readChanges(new ByteArrayInputStream(bytes));
      changes.forEachRemaining(update -> assertThat(update.changes()).isNotNull());
    } catch (JsonException e) {
      Refusal.requireOurWords(e, bytes);
    }
  }

  /** A cursor's checksum is no secret: so the bytes come with a good one too, and are searched. */
  @MethodSource("cursors")
  @FuzzTest(maxDuration = LONGEST_RUN)
  void parse_ofAnyBytes_readsOrRefuses(byte[] bytes) {
    byte[] own =
        Base64.getUrlDecoder().decode(Cursor.after(query(null), 0, 0, new Object[0]).token());
    ByteBuffer forged = ByteBuffer.allocate(1 + Long.BYTES + bytes.length);
    forged.put(own, 0, 1 + Long.BYTES).put(bytes);
    List<String> tokens =
        List.of(new String(bytes, ISO_8859_1), withChecksum(bytes), withChecksum(forged.array()));
    for (String token : tokens) {
      try {
        Cursor cursor = Cursor.parse(token);
        assertThat(cursor.token()).isEqualTo(token);
        search(cursor);
      } catch (InvalidQueryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CURSOR);
      }
    }
  }

  private static String withChecksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    byte[] checked =
        ByteBuffer.allocate(bytes.length + Integer.BYTES)
            .put(bytes)
            .putInt((int) checksum.getValue())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(checked);
  }

  /** Asks for the page after a cursor, whose response must be JSON whatever the cursor holds. */
  private static void search(Cursor cursor) {
    byte[] response = REQUESTS.writeResponse(MARKET.search(query(cursor)));
    OFFERS.read(new ByteArrayInputStream(response)).forEachRemaining(offer -> {});
  }
}
