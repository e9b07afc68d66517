package io.offerengine.internal.facet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When facets look at the clock, and that a request whose time ends midway has no result. */
class FacetDeadlineTest {
  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CHECK = 1 << 14;

  private static final Schema SCHEMA = SmallMarket.schema();

  private static final Query EVERYTHING = Query.builder(SCHEMA).build();

  /** Counts by bitmaps, by ranks and row by row, with other conditions left out. */
  private static final FacetRequest EVERY_KIND =
      FacetRequest.builder()
          .values(SmallMarket.COLOUR)
          .includeZero()
          .values(SmallMarket.NAME)
          .values(SmallMarket.WEIGHT)
          .histogram(SmallMarket.PRICE, 50, 100)
          .range(SmallMarket.TOTAL)
          .quantiles(SmallMarket.WEIGHT, 0.5)
          .withoutOwnCondition()
          .build();

  private static final int FACETS = 6;

  private long looks;

  private static EngineVersion goods(int rowsPerSegment, int count) {
    return SmallMarket.sealed(
        rowsPerSegment,
        SmallMarket.offers(
            count,
            id ->
                SmallMarket.offer(id)
                    .set(SmallMarket.COLOUR, id % 4)
                    .set(SmallMarket.NAME, "name " + id % 3)
                    .set(SmallMarket.PRICE, (double) id)
                    .set(SmallMarket.WEIGHT, (double) (id % 1000))));
  }

  /** Counts facets; the time is over at a look at the clock, and the first look is number 1. */
  private Facets untilLook(long last, EngineVersion version, Query query, FacetRequest request) {
    looks = -1;
    Deadline deadline = new Deadline(Duration.ofNanos(last), () -> ++looks);
    return new FacetSearch(version, query, request, 0, deadline).run();
  }

  /** Returns how often a request that ends in time looks at the clock. */
  private long looks(EngineVersion version, FacetRequest request) {
    untilLook(Integer.MAX_VALUE, version, EVERYTHING, request);
    return looks;
  }

  @Test
  void facets_whoseTimeEndsAtAnyLook_failThere() {
    EngineVersion version = goods(100, 300);
    Query query =
        Query.builder(SCHEMA)
            .where(SmallMarket.COLOUR, Operator.LTE, 2)
            .where(SmallMarket.WEIGHT, Operator.GTE, 20)
            .where(SmallMarket.PRICE, Operator.LTE, 280)
            .build();
    Facets whole = untilLook(Integer.MAX_VALUE, version, query, EVERY_KIND);
    long all = looks;
    assertThat(all).isGreaterThanOrEqualTo((long) FACETS * version.views().size());
    for (long last = 1; last <= all; last++) {
      long end = last;
      assertThatThrownBy(() -> untilLook(end, version, query, EVERY_KIND))
          .as("time over at look %d of %d", last, all)
          .isInstanceOfSatisfying(
              EngineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      assertThat(looks).isEqualTo(end);
    }
    assertThat(untilLook(all + 1, version, query, EVERY_KIND)).isEqualTo(whole);
  }

  @Test
  void facets_ofManyRows_lookAtTheClockWhileTheyReadThem() {
    FacetRequest byRows = FacetRequest.builder().values(SmallMarket.TOTAL, 5).build();
    int most = 4 * ROWS_PER_CHECK;
    long forFew = looks(goods(most, 100), byRows);
    assertThat(looks(goods(most, most), byRows)).isBetween(forFew + 3, forFew + 4);
  }
}
