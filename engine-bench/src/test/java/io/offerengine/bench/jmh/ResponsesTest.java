package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmark on a small market: its set-up holds all ways against each other. */
class ResponsesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 500})
  void everyWay_afterTheSetup_answersOffers(int limit) throws IOException {
    Responses benchmark = new Responses();
    benchmark.offers = 3_000;
    benchmark.limit = limit;
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
