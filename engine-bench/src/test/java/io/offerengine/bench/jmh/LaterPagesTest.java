package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.searches.SearchClass;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LaterPagesTest {
  @Test
  void pages_ofOneSearch_haveDifferentOffers() {
    LaterPages benchmark = new LaterPages();
    benchmark.offers = 20_000;
    benchmark.kind = SearchClass.Q5_FOLDED;
    benchmark.setUp();
    try {
      // Each call is of another draw, but those of this class differ in nothing.
      long[] first = benchmark.page1();
      assertThat(Arrays.stream(benchmark.page2()).boxed().toList())
          .hasSameSizeAs(first)
          .doesNotContainAnyElementsOf(Arrays.stream(first).boxed().toList());
    } finally {
      benchmark.tearDown();
    }
  }
}
