package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.testing.Allocation;
import io.offerengine.testing.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * How all matches are visited. Which they are is what {@link AnySchemaAgreementTest} and {@link
 * LargeSegmentsTest} are about.
 */
class AllMatchesTest {
  private static final int BATCH = 256;

  private static OfferEngine engineOf(int offers) {
    OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
    List<Offer> loaded =
        EngineCheck.offers(offers, id -> Offer.builder().set(MarketplaceSchema.ID, id).build());
    engine.load(loaded.iterator(), LoadListener.NONE);
    return engine;
  }

  private static Query everything() {
    return Query.builder(MarketplaceSchema.schema()).build();
  }

  /** Batches may be read after the visit, and a consumer may search the same snapshot. */
  @Test
  void forEach_batches_areInstancesOfTheirOwn() {
    try (OfferEngine engine = engineOf(5 * BATCH + 1)) {
      Snapshot snapshot = engine.snapshot();
      List<Matches> batches = new ArrayList<>();
      snapshot.forEach(
          everything(),
          batch -> {
            batches.add(batch);
            assertThat(snapshot.count(everything())).isEqualTo(5 * BATCH + 1);
          });
      List<Long> ids = new ArrayList<>();
      for (Matches batch : batches) {
        ids.addAll(batch.toList(Match::id));
      }
      assertThat(batches).hasSize(6);
      assertThat(ids).hasSize(5 * BATCH + 1).doesNotHaveDuplicates();
    }
  }

  @Test
  void forEach_ofAConsumerThatThrows_endsWithItsException() {
    try (OfferEngine engine = engineOf(3 * BATCH)) {
      IllegalStateException enough = new IllegalStateException("enough");
      List<Matches> batches = new ArrayList<>();
      assertThatThrownBy(() ->
              engine
                  .snapshot()
                  .forEach(
                      everything(),
                      batch -> {
                        batches.add(batch);
                        throw enough;
                      }))
          .isSameAs(enough);
      assertThat(batches).hasSize(1);
    }
  }

  /** The deadline ends a visit whose consumer is slow, between two batches. */
  @Test
  void forEach_beyondTheDeadline_isAnError() {
    try (OfferEngine engine = engineOf(3 * BATCH)) {
      Query over = everything().withDeadline(Duration.ZERO);
      assertThatThrownBy(() -> engine.snapshot().forEach(over, batch -> {}))
          .hasMessageStartingWith("DEADLINE_EXCEEDED: ");
      Duration deadline = Duration.ofMillis(500);
      long end = System.nanoTime() + 2 * deadline.toNanos();
      Query soon = everything().withDeadline(deadline);
      List<Matches> batches = new ArrayList<>();
      EngineException error =
          catchThrowableOfType(
              EngineException.class,
              () ->
                  engine
                      .snapshot()
                      .forEach(
                          soon,
                          batch -> {
                            batches.add(batch);
                            Waiting.until(() -> System.nanoTime() > end);
                          }));
      assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
      assertThat(batches).hasSize(1);
    }
  }

  @Test
  void forEach_ofALaterPage_isRefused() {
    try (OfferEngine engine = engineOf(BATCH)) {
      Snapshot snapshot = engine.snapshot();
      Cursor next = Objects.requireNonNull(snapshot.search(everything()).nextCursor());
      InvalidQueryException error =
          catchThrowableOfType(
              InvalidQueryException.class,
              () -> snapshot.forEach(everything().after(next), batch -> {}));
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_CURSOR);
      assertThat(error.path()).isEqualTo("/cursor");
    }
  }

  @Test
  void forEach_allocatesTheViewOfEachMatchAlone() {
    int offers = 100 * BATCH;
    try (OfferEngine engine = engineOf(offers)) {
      Snapshot snapshot = engine.snapshot();
      Query query = everything();
      long[] sum = new long[1];
      for (int i = 0; i < 30; i++) {
        visit(snapshot, query, sum);
      }
      long bytes = Allocation.of(() -> visit(snapshot, query, sum));
      assertThat(sum[0]).isEqualTo((offers - 1L) * offers / 2);
      // Four bytes for the row, 32 for the view, and an object or two for each batch.
      assertThat(bytes).isLessThan((6L + 32) * offers);
    }
  }

  private static void visit(Snapshot snapshot, Query query, long[] sum) {
    sum[0] = 0;
    snapshot.forEach(
        query,
        batch -> {
          for (Match match : batch) {
            sum[0] += match.has(MarketplaceSchema.SCORE) ? 0 : match.id();
          }
        });
  }
}
