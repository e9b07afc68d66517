package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.Root;
import io.offerengine.internal.segment.SmallMarket;
import io.offerengine.query.Direction;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Walks in the order of a field, beyond the rows that have a value of it. */
class RankWalkTest {
  private static final int GOODS = 6000;

  /** One of so many goods has a price. */
  private static final int PRICED_SHARE = 20;

  /** So few goods of a colour that bitmaps are intersected, and a walk has to go on. */
  private static final int COLOURS = 50;

  private static final Root ROOT =
      SmallMarket.sealed(GOODS, SmallMarket.offers(GOODS, RankWalkTest::good));

  private static Offer.Builder good(long id) {
    Offer.Builder good = SmallMarket.offer(id).set(SmallMarket.COLOUR, id * 7 % COLOURS);
    return id % PRICED_SHARE == 0 ? good.set(SmallMarket.PRICE, (double) id) : good;
  }

  @Test
  void run_moreRowsWantedThanHaveTheKey_offersEachRowOnce() {
    for (int limit : new int[] {1, 5, 7, 20, 64, 119, 120, 200}) {
      for (Direction direction : Direction.values()) {
        Query query =
            Query.builder(SmallMarket.schema())
                .where("colour", "in", List.of(0, 1))
                .orderBy(SmallMarket.PRICE, direction)
                .limit(limit)
                .build();
        assertThat(ids(query, PlanShape.ORDER_WALK))
            .as("%s", query)
            .isEqualTo(ids(query, PlanShape.SCAN));
      }
    }
  }

  private static List<Long> ids(Query query, PlanShape shape) {
    Search search = new Search(ROOT, query, 0, shape);
    assertThat(search.plans().get(0).shape()).isEqualTo(shape);
    SearchResult result = search.run();
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < result.size(); i++) {
      ids.add(result.reader(i).segment().id(result.row(i)));
    }
    return ids;
  }
}
