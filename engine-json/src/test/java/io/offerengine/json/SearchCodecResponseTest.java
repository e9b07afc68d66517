package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Request bytes to response bytes, over a few offers. */
class SearchCodecResponseTest {
  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());
  private static final Snapshot OFFERS = Loaded.golden();

  /** In the file every field has a line of its own; the response has no line feeds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"disable_bundling\":true} | response-all.golden",
        "{\"limit\":1,\"allocated_storage\":10} | response-folded.golden",
        "{\"type\":\"bid\"} | response-bid.golden"
      })
  void writeResponse_ofASearch_isWhatTheFileHolds(String request, String golden) {
    String expected = GoldenFile.text(golden).replace("\n", "");
    assertThat(new String(CODEC.writeResponse(search(request)), UTF_8)).isEqualTo(expected);
  }

  @Test
  void writeResponse_toAStream_writesTheSameBytesAndLeavesItOpen() throws IOException {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }

          @Override
          public void flush() {
            throw new AssertionError("flushed");
          }
        };
    CODEC.writeResponse(search("{}"), out);
    assertThat(out.toByteArray()).isEqualTo(CODEC.writeResponse(search("{}")));
  }

  private static Matches search(String request) {
    return OFFERS.search(CODEC.readRequest(request.getBytes(UTF_8)).query());
  }
}
