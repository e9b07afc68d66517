package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.SearchClass;
import org.junit.jupiter.api.Test;

/** The benchmark of one class finds something, on each page something else. */
class SearchesTest {
  private static long[] found(int page, MarketSchema schema) {
    Searches benchmark = new Searches();
    benchmark.offers = 3_000;
    benchmark.kind = SearchClass.Q5_FOLDED;
    benchmark.page = page;
    benchmark.schema = schema;
    benchmark.setUp();
    try {
      // Draws of this class differ in nothing.
      return benchmark.search(new Searches.Turn());
    } finally {
      benchmark.tearDown();
    }
  }

  @Test
  void search_ofLaterPage_findsOtherOffers() {
    long[] first = found(1, MarketSchema.MARKET);

    assertThat(found(1, MarketSchema.GENERIC)).isEqualTo(first);
    assertThat(found(3, MarketSchema.MARKET)).hasSameSizeAs(first).doesNotContain(first);
  }
}
