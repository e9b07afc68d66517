package io.offerengine.saved;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Matches beside additions, removals and merges see one version of the set.
 *
 * <p>A writer adds number n + 1 and then removes number n. So every version has one number, or two
 * that follow each other. The searches are filed in different clusters, and tails and segments are
 * so small that merges run all the time.
 */
class ConcurrentSavedSearchesTest {
  private static final int NUMBERS = 3_000;
  private static final int MATCHERS = 2;

  private static final Offer OFFER =
      Offer.builder()
          .set(MarketplaceSchema.ID, 1L)
          .set(MarketplaceSchema.MACHINE_ID, 2L)
          .set(MarketplaceSchema.HOST_ID, 3L)
          .set(MarketplaceSchema.DPH_BASE, 1.0)
          .build();

  private final AtomicLong added = new AtomicLong();
  private final AtomicLong removed = new AtomicLong();
  private final AtomicBoolean isDone = new AtomicBoolean();

  private static Query query(long number) {
    String field = List.of("machine_id", "host_id", "dph_total").get((int) (number % 3));
    return Query.builder(MarketplaceSchema.schema())
        .where(field, number % 3 == 2 ? "gt" : "eq", number % 3 == 2 ? 0.5 : 2 + number % 3)
        .build();
  }

  @Test
  void match_besideAWriterAndMerges_seesOneVersion() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(MATCHERS + 2);
    SavedSearches set =
        ForcedSearches.ROWS
            .builder(MarketplaceSchema.schema())
            .add(0, query(0))
            .mergeExecutor(threads)
            .build();
    try {
      List<Future<Long>> matchers = new ArrayList<>();
      for (int i = 0; i < MATCHERS; i++) {
        matchers.add(threads.submit(() -> matchUntilDone(set)));
      }
      for (long number = 1; number <= NUMBERS; number++) {
        set.add(number, query(number));
        added.set(number);
        assertThat(set.remove(number - 1)).isTrue();
        removed.set(number);
      }
      isDone.set(true);
      for (Future<Long> each : matchers) {
        assertThat(each.get()).isPositive();
      }
      assertThat(set.size()).isEqualTo(1);
    } finally {
      isDone.set(true);
      threads.shutdown();
    }
  }

  private long matchUntilDone(SavedSearches set) {
    long matches = 0;
    do {
      long first = removed.get();
      LongArrayList found = new LongArrayList();
      set.match(OFFER, Instant.EPOCH, found::add);
      long last = added.get() + 1;
      found.sort(null);
      assertThat(found.size()).as("%s", found).isBetween(1, 2);
      assertThat(found.getLong(found.size() - 1) - found.getLong(0)).isEqualTo(found.size() - 1L);
      assertThat(found.getLong(0)).isBetween(first, last);
      matches++;
    } while (!isDone.get());
    return matches;
  }
}
