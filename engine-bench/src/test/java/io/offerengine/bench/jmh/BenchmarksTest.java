package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What benchmarks run on small markets. */
class BenchmarksTest {
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

  @Test
  void appends_toANewLog_raiseTheVersion() throws IOException {
    Appends benchmark = new Appends();
    benchmark.database = "SQLITE";
    benchmark.members = 1;
    benchmark.batch = 10;
    benchmark.offers = 500;
    benchmark.setUp();
    try {
      Appends.Writer writer = new Appends.Writer();
      long version = benchmark.append(writer);
      assertThat(benchmark.appendAndSee(writer)).isEqualTo(version + 1);
    } finally {
      benchmark.tearDown();
    }
  }

  /** The set-up holds all ways against each other. */
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 500})
  void responses_afterTheSetup_answerOffersInEveryWay(int limit) throws IOException {
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
