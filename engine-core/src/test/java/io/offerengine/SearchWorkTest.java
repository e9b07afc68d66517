package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.Cursor;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A search tells its listener the same work that its explanation shows. */
class SearchWorkTest {
  private static final int ROWS = 5_000;

  private static final Schema.Builder BUILDER = Schema.builder("work", "id");
  private static final NumberField PRICE = BUILDER.number("price").hot().add();
  private static final IntegerField KIND = BUILDER.integer("kind").add();
  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).build();

  private static OfferEngine engine() {
    OfferEngine engine = OfferEngine.builder(SCHEMA).build();
    List<Offer> offers = EngineCheck.offers(ROWS, id -> offer(id));
    engine.load(offers.iterator(), LoadListener.NONE);
    engine.apply(OfferBatch.builder().upsert(offer(ROWS)).build());
    return engine;
  }

  private static Offer offer(long id) {
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .set(PRICE, id * 7919 % ROWS + 0.5)
        .set(KIND, id % 3)
        .build();
  }

  @Test
  void search_tellsTheWorkOfItsExplanation() {
    try (OfferEngine engine = engine()) {
      Query query =
          Query.builder(SCHEMA)
              .where(KIND, Operator.EQ, 1)
              .orderBy(PRICE, Direction.ASC)
              .limit(10)
              .build();
      List<SearchWork> told = new ArrayList<>();
      Matches matches = engine.snapshot().search(query, told::add);
      assertThat(matches.size()).isEqualTo(10);
      assertThat(told).hasSize(1);
      SearchWork work = told.get(0);
      assertThat(work.plans()).isEqualTo(Map.of("clustered scan", 1, "tail scan", 1));
      assertThat(work.rowsExamined()).isBetween(1L, (long) ROWS);
      assertThat(work.rowsMatched()).isBetween(10L, (long) ROWS);
      String plan = engine.snapshot().explain(query).plan();
      assertThat(plan).isEqualTo("clustered scan x 1, tail scan x 1");
    }
  }

  @Test
  void search_ofALaterPage_walksAFoldOnce() {
    Schema.Builder crates = Schema.builder("crates", "id");
    NumberField price = crates.number("price").add();
    IntegerField crate = crates.integer("crate").add();
    Schema schema = crates.foldBy(crate).build();
    OfferBatch.Builder batch = OfferBatch.builder();
    int[] prices = {1, 9, 5};
    for (int id = 0; id < ROWS; id++) {
      int position = Math.min(id, prices.length);
      batch.upsert(
          Offer.builder()
              .set(schema.idField(), id)
              .set(price, position < prices.length ? prices[position] : 7)
              .set(crate, position)
              .build());
    }
    try (OfferEngine engine = OfferEngine.builder(schema).tailCapacity(ROWS).build()) {
      engine.apply(batch.build());
      QueryBuilder query = Query.builder(schema).fold(true).orderBy(price, Direction.ASC);
      Cursor after = engine.snapshot().search(query.limit(1).build()).nextCursor();
      List<SearchWork> told = new ArrayList<>();

      Matches page = engine.snapshot().search(query.limit(1000).after(after).build(), told::add);

      assertThat(page.size()).isEqualTo(prices.length);
      assertThat(told.get(0).rowsExamined()).isBetween((long) ROWS, 3L * ROWS);
    }
  }

  @Test
  void search_thatFails_tellsNothing() {
    try (OfferEngine engine = engine()) {
      Query query = Query.builder(SCHEMA).deadline(Duration.ofNanos(1)).limit(10).build();
      List<SearchWork> told = new ArrayList<>();
      assertThatThrownBy(() -> engine.snapshot().search(query, told::add))
          .isInstanceOf(EngineException.class);
      assertThat(told).isEmpty();
    }
  }
}
