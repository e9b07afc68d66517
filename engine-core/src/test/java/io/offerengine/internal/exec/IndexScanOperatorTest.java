package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Index scans, beyond the rows that have a value of the first order key. */
class IndexScanOperatorTest {
  /** Tied prices, absent flags, dead rows, pages of many sizes, both directions. */
  @Test
  void run_ofAnyFlagsAndDeadRows_offersTheBestThatMatch() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int rows : new int[] {300, 5000}) {
      List<Offer> offers = SmallMarket.offers(rows, id -> good(id, rows, random));
      long[] deleted = random.longs(rows / 9, 0, rows).distinct().toArray();
      List<Offer> left = new ArrayList<>(offers);
      left.removeIf(offer -> LongStream.of(deleted).anyMatch(id -> id == offer.id()));
      EngineVersion all = SmallMarket.sealed(rows, offers);
      EngineVersion without = SmallMarket.sealedWithout(offers, deleted);
      for (int i = 0; i < 80; i++) {
        PlainSearch search = PlainSearch.draw(random, rows);
        for (PlanShape shape : new PlanShape[] {PlanShape.INDEX_SCAN, null}) {
          String what = "seed=" + seed + " " + shape + " " + search.query();
          assertThat(ids(all, search.query(), shape)).as(what).isEqualTo(search.ids(offers));
          assertThat(ids(without, search.query(), shape)).as(what).isEqualTo(search.ids(left));
        }
      }
    }
  }

  private static Offer.Builder good(long id, int rows, Random random) {
    Offer.Builder good =
        SmallMarket.offer(id)
            .set(SmallMarket.COLOUR, random.nextInt(3))
            .set(SmallMarket.SHAPE, random.nextInt(12))
            .set(SmallMarket.CRATE, random.nextInt(rows))
            .set(SmallMarket.WEIGHT, random.nextDouble());
    if (random.nextInt(8) > 0) {
      good.set(SmallMarket.PRICE, (double) random.nextInt(rows / 2));
    }
    return random.nextInt(3) > 0 ? good.set(SmallMarket.SALE, random.nextBoolean()) : good;
  }

  private static List<Long> ids(EngineVersion root, Query query, @Nullable PlanShape shape) {
    Search search = new Search(root, query, 0, shape);
    SearchResult result = search.run();
    if (shape == PlanShape.INDEX_SCAN) {
      assertThat(Objects.requireNonNull(search.trace(0).plan()).shape())
          .isIn(shape, PlanShape.EMPTY);
    }
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < result.size(); i++) {
      ids.add(result.reader(i).segment().id(result.row(i)));
    }
    return ids;
  }
}
