package io.offerengine.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SavedSearchesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private static QueryBuilder query() {
    return Query.builder(SCHEMA);
  }

  private static Query cheaper(double price) {
    return query().where("dph_total", "lt", price).build();
  }

  private static Offer.Builder offer(String model, double price) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, 1L)
        .set(MarketplaceSchema.GPU_NAME, model)
        .set(MarketplaceSchema.NUM_GPUS, 1L)
        .set(MarketplaceSchema.DPH_BASE, price);
  }

  private static List<Long> matching(SavedSearches set, Offer offer) {
    return newlyMatching(set, null, offer);
  }

  private static List<Long> newlyMatching(SavedSearches set, Offer before, Offer after) {
    List<Long> found = new ArrayList<>();
    set.matchChange(before, after, NOW, found::add);
    found.sort(null);
    return found;
  }

  /** An offer that runs out matches fewer searches, and a price that changes counts at one time. */
  @Test
  void match_aDuration_countsFromTheTimeOfTheMatch() {
    SavedSearches set =
        SavedSearches.builder(SCHEMA).add(1, query().where("duration", "gte", 500).build()).build();
    Offer offer = offer("H100", 1).set(MarketplaceSchema.END_DATE, 1_500).build();
    List<Long> found = new ArrayList<>();
    set.match(offer, NOW, found::add);
    set.match(offer, NOW.plusSeconds(1), found::add);
    assertThat(found).containsExactly(1L);
    assertThat(
            newlyMatching(
                set, offer, offer.toBuilder().set(MarketplaceSchema.NUM_GPUS, 2L).build()))
        .isEmpty();
  }

  @Test
  void stats_afterAdditionsAndRemovals_countWhatIsHeld() {
    SavedSearches set =
        ForcedSearches.ROWS.builder(SCHEMA).add(0, cheaper(1)).add(5, cheaper(1)).build();
    assertThat(set.stats().searches()).isEqualTo(2);
    assertThat(set.stats().clusters()).isEqualTo(1);
    assertThat(set.stats().tailSearches()).isZero();
    set.add(1, cheaper(2));
    set.remove(0);
    SavedSearchStats stats = set.stats();
    assertThat(stats.searches()).isEqualTo(2);
    assertThat(stats.segments()).isEqualTo(1);
    assertThat(stats.tailSearches()).isEqualTo(1);
    assertThat(stats.removed()).isEqualTo(1);
    assertThat(stats.bytes()).isPositive();
  }

  @Test
  void add_more_thanAllowed_isRefusedAndChangesNothing() {
    SavedSearches set = SavedSearches.builder(SCHEMA).maxSearches(1).add(1, cheaper(1)).build();
    set.add(1, cheaper(2));
    assertThatThrownBy(() -> set.add(2, cheaper(2)))
        .isInstanceOf(EngineException.class)
        .hasMessage("at most 1 searches are saved, but got one more")
        .extracting(error -> ((EngineException) error).code())
        .isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(set.size()).isEqualTo(1);
    SavedSearches.Builder builder =
        SavedSearches.builder(SCHEMA).maxSearches(1).add(1, cheaper(1)).add(2, cheaper(1));
    assertThatThrownBy(builder::build).isInstanceOf(EngineException.class);
    assertThatThrownBy(() -> builder.maxSearches(-1))
        .hasMessage("the number of searches is at least 0, but is -1");
  }

  @Test
  void anyMethod_withValuesOfAnotherSchema_isRefused() {
    Schema other = Schema.builder("rooms", "room").build();
    SavedSearches set = SavedSearches.builder(SCHEMA).build();
    Query query = Query.builder(other).build();
    assertThatThrownBy(() -> set.add(1, query)).hasMessage("the query is of another schema: rooms");
    assertThatThrownBy(() -> SavedSearches.builder(SCHEMA).add(1, query))
        .hasMessage("the query is of another schema: rooms");
    Offer room = Offer.builder().set(other.idField(), 3L).build();
    assertThatThrownBy(() -> set.match(room, NOW, id -> {}))
        .hasMessage("the offer 3 is of another schema: rooms");
    Offer first = offer("H100", 1).build();
    Offer second = first.toBuilder().set(MarketplaceSchema.ID, 2L).build();
    assertThatThrownBy(() -> set.matchChange(first, second, NOW, id -> {}))
        .hasMessage("a change is of one offer, but got 1 and 2");
  }

  @Test
  void mergeExecutor_thatLosesOrRefusesTasks_delaysMergesOnly() {
    Queue<Runnable> handed = new ArrayDeque<>();
    for (int kind = 0; kind < 3; kind++) {
      int chosen = kind;
      SavedSearches set =
          ForcedSearches.ROWS
              .builder(SCHEMA)
              .mergeExecutor(task -> {
                if (chosen == 0) {
                  handed.add(task);
                } else if (chosen == 1) {
                  throw new RejectedExecutionException("no");
                }
              })
              .build();
      for (int id = 0; id < 90; id++) {
        set.add(id, cheaper(id));
        if (id % 3 == 0) {
          set.remove(id);
        }
        for (Runnable task = handed.poll(); task != null; task = handed.poll()) {
          task.run();
          task.run();
        }
      }
      assertThat(matching(set, offer("H100", 30).build())).hasSize(40);
      // 90 searches fill 29 tails; tasks that are never begun are taken back four times.
      assertThat(set.stats().segments()).isBetween(1, kind == 2 ? 12 : 8);
    }
  }

  @Test
  void add_whoseIndexingFails_losesNoSearch() {
    SavedSearches set = SavedSearches.builder(SCHEMA).sizes(3, 1, -1).build();
    long added = 0;
    Throwable failure = null;
    while (failure == null) {
      long id = added + 1;
      failure = catchThrowable(() -> set.add(id, cheaper(5)));
      added += failure == null ? 1 : 0;
    }
    assertThat(failure).isInstanceOf(NegativeArraySizeException.class);

    assertThat(set.remove(1)).isTrue();

    List<Long> left = LongStream.rangeClosed(2, added).boxed().toList();
    assertThat(left).isNotEmpty();
    assertThat(matching(set, offer("H100", 1).build())).isEqualTo(left);
    assertThat(set.size()).isEqualTo(left.size());
  }
}
