package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The benchmark on a small market: its setup holds both writers against each other. */
class BytesToBytesTest {
  @Test
  void whole_afterTheSetup_answersOffers() throws IOException {
    BytesToBytes benchmark = new BytesToBytes();
    benchmark.offers = 2_000;
    benchmark.setUp();
    int found = 0;
    for (int i = 0; i < 200; i++) {
      found += benchmark.search().size();
      String response = new String(benchmark.whole(), UTF_8);
      assertThat(response).startsWith("{\"offers\":[").endsWith("]}");
      assertThat(new String(benchmark.wholePlainly(), UTF_8)).startsWith("{\"offers\":[");
    }
    assertThat(found).isPositive();
  }
}
