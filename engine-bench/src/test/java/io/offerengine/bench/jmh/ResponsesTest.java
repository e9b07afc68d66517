package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark on a small market: its set-up holds all ways against each other. */
class ResponsesTest {
  @ParameterizedTest
  @CsvSource({"64, 0, 1000000000", "64, 50, 1000000000", "500, 50, 100000", "1, 0, 0"})
  void everyWay_afterTheSetup_answersOffers(int limit, double storage, long cache)
      throws IOException {
    Responses benchmark = new Responses();
    benchmark.offers = 3_000;
    benchmark.limit = limit;
    benchmark.storage = storage;
    benchmark.cache = cache;
    benchmark.setUp();
    int found = 0;
    for (int i = 0; i < 200; i++) {
      found += benchmark.search().size();
      assertThat(benchmark.read().query().limit()).isEqualTo(limit);
      for (byte[] response : new byte[][] {benchmark.whole(), benchmark.wholePlainly()}) {
        assertThat(new String(response, UTF_8)).startsWith("{\"offers\":[").endsWith("]}");
      }
      ByteBuffer buffer = benchmark.wholeIntoBuffer().flip();
      assertThat(buffer.get(buffer.limit() - 1)).isEqualTo((byte) '}');
    }
    assertThat(found).isPositive();
  }
}
