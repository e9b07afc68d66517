package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lies within the limits is read, and what lies one beyond them is refused. */
class JsonLimitsTest {
  private static final JsonLimits SMALL = new JsonLimits(40, 3, 12, 6, 50, 2);
  private static final SearchCodec REQUESTS =
      new SearchCodec(MarketplaceSchema.schema(), QueryLimits.DEFAULTS, SMALL);
  private static final OfferCodec OFFERS = new OfferCodec(MarketplaceSchema.schema(), SMALL);

  @Test
  void body_ofOneByteTooMany_isTooLarge() {
    assertThat(request("{}" + " ".repeat(38)).limit()).isEqualTo(64);
    assertThatThrownBy(() -> request("{}" + " ".repeat(39)))
        .hasMessage("PAYLOAD_TOO_LARGE: a body may have at most 40 bytes, but has 41");
  }

  @Test
  void nesting_ofOneLevelTooMany_isRefused() {
    assertThat(request("{\"num_gpus\":{\"in\":[1]}}").conditions()).hasSize(1);
    assertThatThrownBy(() -> request("{\"num_gpus\":{\"in\":[[1]]}}"))
        .hasMessage(
            "LIMIT_EXCEEDED at /num_gpus/in/0 (line 1, column 21):"
                + " objects and lists may be nested at most 3 deep");
    assertThatThrownBy(() -> request("{\"num_gpus\":{\"eq\":{\"eq\":{}}}}"))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /num_gpus/eq/eq ");
  }

  /** Where a fitting text stands, what it is, and what is refused there. */
  @ParameterizedTest
  @CsvSource({
    "gpu_name, '\"123456789012\"', '\"1234567890123\"', a text may have at most 12 characters",
    "dlperf, 123456, 1234567, a number may have at most 6 characters",
    "dlperf, -12345, -123456, a number may have at most 6 characters",
    "dlperf, 1.2345, 1.23456, a number may have at most 6 characters",
    "dlperf, 0.5e10, 0.5e100, a number may have at most 6 characters"
  })
  void value_ofOneCharacterTooMany_isRefused(
      String name, String fits, String tooLong, String problem) {
    assertThat(request("{\"" + name + "\":" + fits + "}").conditions()).hasSize(1);
    assertThatThrownBy(() -> request("{\"" + name + "\":" + tooLong + "}"))
        .hasMessageMatching(
            "LIMIT_EXCEEDED at /" + name + " \\(line 1, column \\d+\\): " + problem);
  }

  @Test
  void text_ofTheUsualLimit_isRead() {
    SearchCodec usual = new SearchCodec(MarketplaceSchema.schema());
    String text = "x".repeat(65_536);
    assertThat(usual.readRequest(ofText(text)).query().conditions()).hasSize(1);
    assertThatThrownBy(() -> usual.readRequest(ofText(text + "x")))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /gpu_name ")
        .hasMessageEndingWith(": a text may have at most 65536 characters");
  }

  @Test
  void key_ofOneCharacterTooMany_isRefused() {
    assertThatThrownBy(() -> request("{\"1234567890123\":1}"))
        .hasMessageMatching(
            "LIMIT_EXCEEDED \\(line 1, column \\d+\\): a text may have at most 12 characters");
  }

  @Test
  void offer_ofOneCharacterTooMany_isRefused() {
    String start = "{\"id\":1,\"logo\":\"x\"";
    String fits = start + " ".repeat(50 - start.length() - 1) + "}";
    assertThat(fits).hasSize(50);
    String tooLong = fits.replace(",", ", ");
    assertThat(count(fits + "\n" + fits.replace('1', '2'))).isEqualTo(2);
    assertThatThrownBy(() -> count(fits + "\n" + tooLong))
        .hasMessageMatching(
            "LIMIT_EXCEEDED \\(line 2, column \\d+\\): an offer may have at most 50 characters");
  }

  @Test
  void limits_beyondWhatCanBeRead_areRefused() {
    assertThatThrownBy(() -> new JsonLimits(1, 501, 1, 1, 1, 1))
        .hasMessage("maxDepth must be from 1 to 500, but is 501");
    assertThatThrownBy(() -> new JsonLimits(1, 1, 1, 1001, 1, 1))
        .hasMessage("maxNumberLength must be from 1 to 1000, but is 1001");
    assertThatThrownBy(() -> JsonLimits.DEFAULTS.withMaxBodyBytes(0))
        .hasMessageStartingWith("maxBodyBytes must be from 1 to ");
  }

  @Test
  void nesting_ofTheDeepestThatMayBeAllowed_isRead() {
    JsonLimits deep = new JsonLimits(1 << 20, JsonLimits.DEEPEST, 100, 100, 1 << 20, 10);
    SearchCodec codec = new SearchCodec(MarketplaceSchema.schema(), QueryLimits.DEFAULTS, deep);
    int lists = JsonLimits.DEEPEST - 1;
    String body = "{\"sort_option\":" + "[".repeat(lists) + "]".repeat(lists) + "}";
    assertThat(codec.readRequest(body.getBytes(UTF_8)).query().conditions()).isEmpty();
  }

  private static byte[] ofText(String text) {
    return ("{\"gpu_name\":\"" + text + "\"}").getBytes(UTF_8);
  }

  private static Query request(String body) {
    return REQUESTS.readRequest(body.getBytes(UTF_8)).query();
  }

  private static int count(String text) {
    OfferReader offers = OFFERS.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
    int count = 0;
    while (offers.hasNext()) {
      offers.next();
      count++;
    }
    return count;
  }
}
