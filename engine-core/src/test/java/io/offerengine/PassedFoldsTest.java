package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Later pages know the folds of earlier ones while the segments of a search take turns with the
 * scratch memory: conditions on lists, which make bitmaps, included.
 */
class PassedFoldsTest {
  private static final int ROWS = 4_000;
  private static final int LIMIT = 100;
  private static final Schema.Builder BUILDER = Schema.builder("things", "id");
  private static final IntegerField LOT = BUILDER.integer("lot").add();
  private static final NumberField PRICE = BUILDER.number("price").hot().add();
  private static final IntegerListField TAGS = BUILDER.integers("tags").add();
  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).foldBy(LOT).build();

  private static List<Offer> offers() {
    Random random = new Random(7);
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      offers.add(
          Offer.builder()
              .set(SCHEMA.idField(), id)
              .set(LOT, (long) random.nextInt(ROWS / 4))
              .set(PRICE, (double) random.nextInt(500))
              .set(TAGS, new long[] {random.nextInt(6), 6 + random.nextInt(6)})
              .build());
    }
    return offers;
  }

  private static boolean matches(Offer offer) {
    return LongStream.of(offer.get(TAGS)).anyMatch(tag -> tag == 1 || tag == 8 || tag == 9);
  }

  /** The identifiers of the cheapest matching row of each lot. */
  private static List<Long> expected(List<Offer> offers) {
    Set<Long> seen = new HashSet<>();
    return offers.stream()
        .filter(PassedFoldsTest::matches)
        .sorted(
            Comparator.<Offer>comparingDouble(offer -> offer.get(PRICE))
                .thenComparingLong(Offer::id))
        .filter(offer -> seen.add(offer.get(LOT)))
        .map(Offer::id)
        .toList();
  }

  @Test
  void pages_ofCollapsedRowsWithAnyOfSomeTags_repeatNoLot() {
    List<Offer> offers = offers();
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).maxSegmentRows(ROWS / 16).build()) {
      engine.load(offers.iterator(), LoadListener.NONE);
      List<Long> found = new ArrayList<>();
      Cursor after = null;
      do {
        QueryBuilder builder =
            Query.builder(SCHEMA)
                .where(TAGS.hasAny(1, 8, 9))
                .orderBy(PRICE, Direction.ASC)
                .fold(true)
                .limit(LIMIT);
        Matches page = engine.snapshot().search(builder.after(after).build());
        page.forEach(match -> found.add(match.id()));
        after = page.nextCursor();
      } while (after != null);
      assertThat(found).isEqualTo(expected(offers));
    }
  }
}
