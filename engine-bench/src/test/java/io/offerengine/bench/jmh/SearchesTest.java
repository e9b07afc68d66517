package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.testing.Waiting;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The benchmark of one class finds something, on each page something else. */
class SearchesTest {
  private static long[] found(int page, MarketSchema schema) throws Exception {
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
  void search_besideAWriter_seesItsPrices() throws Exception {
    for (MarketSchema schema : MarketSchema.values()) {
      Searches benchmark = new Searches();
      benchmark.offers = 600;
      benchmark.kind = SearchClass.Q5;
      benchmark.page = 1;
      benchmark.schema = schema;
      benchmark.writes = true;
      benchmark.setUp();
      try {
        Searches.Turn turn = new Searches.Turn();
        long[] before = benchmark.search(turn);
        Waiting.until(() -> !Arrays.equals(benchmark.search(turn), before));
      } finally {
        benchmark.tearDown();
      }
    }
  }

  @Test
  void search_ofLaterPage_findsOtherOffers() throws Exception {
    long[] first = found(1, MarketSchema.MARKET);

    assertThat(found(1, MarketSchema.GENERIC)).isEqualTo(first);
    assertThat(found(3, MarketSchema.MARKET)).hasSameSizeAs(first).doesNotContain(first);
  }
}
