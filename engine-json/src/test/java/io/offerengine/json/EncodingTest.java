package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** UTF-8 and nothing else. */
class EncodingTest {
  private static final SearchCodec REQUESTS = new SearchCodec(MarketplaceSchema.schema());
  private static final OfferCodec OFFERS = new OfferCodec(MarketplaceSchema.schema());

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"})
  void readRequest_ofAWiderEncoding_isRefused(String charset) {
    byte[] body = "{\"limit\":5}".getBytes(Charset.forName(charset));
    assertThatThrownBy(() -> REQUESTS.readRequest(body))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessage(
            "INVALID_REQUEST (line 1, column 1):"
                + " the text seems to be UTF-16 or UTF-32; send UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "80, a continuation byte alone",
    "C0AF, an overlong slash",
    "E080AF, a longer overlong slash",
    "EDA080, a surrogate",
    "EDB080, a low surrogate",
    "F4908080, beyond the last code point",
    "F8888080, five bytes",
    "C3, a lead byte alone",
    "E282, a character cut short",
    "FF, no byte of UTF-8"
  })
  void readRequest_ofBytesThatAreNoUtf8_namesTheirPlace(String hex, String what) {
    byte[] start = "{\n\"gpu_name\":\"é".getBytes(UTF_8);
    byte[] invalid = HexFormat.of().parseHex(hex);
    byte[] body = concat(start, invalid, "\"}".getBytes(UTF_8));
    assertThatThrownBy(() -> REQUESTS.readRequest(body))
        .as(what)
        .hasMessage(
            "INVALID_REQUEST at /gpu_name (line 2, column 14):"
                + " the bytes here are not valid UTF-8");
  }

  /** R is a carriage return and N a line feed. The parser reads 4,000 characters at a time. */
  @ParameterizedTest
  @CsvSource({
    "1, R, 2, 1",
    "1, RN, 2, 1",
    "1, NR, 3, 1",
    "3988, R, 2, 1",
    "3988, 'R ', 2, 2",
    "3988, RN, 2, 1",
    "3987, RN, 2, 1"
  })
  void readRequest_ofBytesThatAreNoUtf8AfterALineEnd_namesTheNextLine(
      int blanks, String end, int line, int column) {
    String start = "{\"limit\":5," + " ".repeat(blanks);
    String text = start + end.replace('R', '\r').replace('N', '\n');
    byte[] body = concat(text.getBytes(UTF_8), new byte[] {(byte) 0xFF, '}'});
    assertThatThrownBy(() -> REQUESTS.readRequest(body))
        .hasMessage(
            "INVALID_REQUEST at /limit (line %d, column %d): the bytes here are not valid UTF-8"
                .formatted(line, column));
  }

  @Test
  void readRequest_ofACharacterCutShortAtTheEnd_isRefused() {
    byte[] body = concat("{} ".getBytes(UTF_8), new byte[] {(byte) 0xE2, (byte) 0x82});
    assertThatThrownBy(() -> REQUESTS.readRequest(body))
        .hasMessage("INVALID_REQUEST (line 1, column 4): the bytes here are not valid UTF-8");
  }

  @Test
  void readRequest_afterAByteOrderMark_countsColumnsWithoutIt() {
    byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    assertThat(REQUESTS.readRequest(concat(mark, "{\"limit\":5}".getBytes(UTF_8))).query().limit())
        .isEqualTo(5);
    assertThatThrownBy(() -> REQUESTS.readRequest(concat(mark, "{\"x\":5}".getBytes(UTF_8))))
        .hasMessageContaining("(line 1, column 2)");
    assertThatThrownBy(() -> REQUESTS.readRequest(concat(mark, mark, "{}".getBytes(UTF_8))))
        .hasMessageStartingWith("INVALID_REQUEST (line 1, column 1)");
    assertThatThrownBy(() -> REQUESTS.readRequest(mark)).hasMessageContaining("the body is empty");
  }

  @Test
  void read_ofBytesThatAreNoUtf8FarBehind_namesTheirPlaceAfterTheOffersBefore() {
    byte[] line = "{\"id\":7,\"gpu_name\":\"é\"}\n".getBytes(UTF_8);
    byte[][] parts =
        IntStream.range(0, 3000)
            .mapToObj(i -> i == 2500 ? new byte[] {'{', (byte) 0xFF, '}'} : line)
            .toArray(byte[][]::new);
    OfferReader offers = OFFERS.read(new ByteArrayInputStream(concat(parts)), DuplicatePolicy.LAST);
    for (int i = 0; i < 2500; i++) {
      assertThat(offers.next().id()).isEqualTo(7);
      assertThat(offers.line()).isEqualTo(i + 1);
    }
    assertThatThrownBy(offers::hasNext)
        .hasMessage("INVALID_REQUEST (line 2501, column 2): the bytes here are not valid UTF-8");
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
