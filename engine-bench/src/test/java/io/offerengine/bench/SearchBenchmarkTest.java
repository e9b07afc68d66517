package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark compares two searches that find the same; its set-up fails when they don't. */
class SearchBenchmarkTest {
  @ParameterizedTest
  @EnumSource
  void setUp_ofEveryShape_findsEngineAndBaselineAgree(QueryShape shape) {
    SearchBenchmark benchmark = new SearchBenchmark();
    benchmark.offers = 3_000;
    benchmark.shape = shape;
    benchmark.setUp();
    int found = 0;
    for (int i = 0; i < 50; i++) {
      found += benchmark.engine().length;
    }
    assertThat(found).as("results of 50 searches").isPositive();
  }
}
