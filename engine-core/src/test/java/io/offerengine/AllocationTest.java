package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Allocation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Searches allocate nothing per row that they look at. */
class AllocationTest {
  private static final Schema.Builder GOODS = Schema.builder("goods", "id");
  private static final NumberField PRICE = GOODS.number("price").hot().add();
  private static final NumberField WEIGHT = GOODS.number("weight").hot().add();
  private static final IntegerField KIND = GOODS.integer("kind").add();
  private static final Schema SCHEMA = GOODS.clusterBy(PRICE).build();

  private static final int OFFERS = 30_000;
  private static final int WARM_UP = 30;

  /** Two bytes for each of the {@link #OFFERS}: less than one object for every tenth of them. */
  private static final long MOST_BYTES = 2L * OFFERS;

  @Test
  void search_byEveryShape_allocatesNothingPerRow() {
    Random random = new Random(1);
    List<Offer> offers =
        EngineCheck.offers(
            OFFERS,
            id ->
                Offer.builder()
                    .set(SCHEMA.idField(), id)
                    .set(PRICE, random.nextDouble())
                    .set(WEIGHT, random.nextDouble())
                    .set(KIND, (long) random.nextInt(8))
                    .build());
    try (OfferEngine engine = EngineCheck.loaded(OfferEngine.builder(SCHEMA), offers)) {
      Snapshot snapshot = engine.snapshot();
      for (Field first : List.of(PRICE, WEIGHT, KIND)) {
        Query query =
            Query.builder(SCHEMA)
                .where(KIND, Operator.GTE, 1L)
                .where(WEIGHT, Operator.GTE, 0.1)
                .orderBy(first, Direction.DESC)
                .limit(10)
                .build();
        for (PlanShape shape : PlanShape.values()) {
          for (int i = 0; i < WARM_UP; i++) {
            snapshot.by(shape).search(query);
          }
          int[] size = new int[1];
          long bytes = Allocation.of(() -> size[0] = snapshot.by(shape).search(query).size());
          assertThat(size[0]).isEqualTo(10);
          assertThat(bytes).as("%s by %s", shape, first).isLessThan(MOST_BYTES);
        }
      }
    }
  }
}
