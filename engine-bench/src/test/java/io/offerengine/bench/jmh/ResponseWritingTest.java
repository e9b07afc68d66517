package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark compares writers of the same bytes; its set-up fails when they differ. */
class ResponseWritingTest {
  @ParameterizedTest
  @CsvSource({"64, 0, 1000000000", "64, 50, 1000000000", "500, 50, 100000", "500, 0, 0"})
  void drawnResponses_ofASmallMarket_areWrittenAlikeByBoth(int limit, double storage, long budget)
      throws IOException {
    DrawnResponses responses = new DrawnResponses(3_000, limit, storage, budget);
    for (int i = 0; i < 5; i++) {
      assertThat(responses.ready()).asString().startsWith("{\"offers\":[");
    }
  }
}
