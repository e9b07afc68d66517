package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.exec.Search;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pages 2 to 20 do at most four times the work of the first page, and read each row of the tail,
 * collapsed or not.
 */
class LaterPageWorkTest {
  private static final int ROWS = 40_000;
  private static final int LIMIT = 64;
  private static final int PAGES = 20;
  private static final int FACTOR = 4;
  private static final int TAIL_ROWS = 100;

  private static final Schema.Builder BUILDER = Schema.builder("work", "id");
  private static final IntegerField LOT = BUILDER.integer("lot").add();
  private static final NumberField PRICE = BUILDER.number("price").hot().add();
  private static final NumberField SPEED = BUILDER.number("speed").hot().add();
  private static final IntegerField SIZE = BUILDER.integer("size").hot().add();
  private static final IntegerField KIND = BUILDER.integer("kind").add();
  private static final Schema SCHEMA = BUILDER.foldBy(LOT).clusterBy(PRICE).build();
  private static final Snapshot SNAPSHOT = snapshot();

  /** Lots of two offers on average, most of them of the same terms, and some offers in a tail. */
  private static Snapshot snapshot() {
    Random random = new Random(3);
    List<Offer> offers = EngineCheck.offers(ROWS, id -> offer(id, random));
    try (OfferEngine engine =
        EngineCheck.loaded(OfferEngine.builder(SCHEMA).maxSegmentRows(ROWS / 2), offers)) {
      OfferBatch.Builder changed = OfferBatch.builder();
      for (int i = 0; i < TAIL_ROWS; i++) {
        changed.upsert(offer(i * 7L, random));
      }
      engine.apply(changed.build());
      return engine.snapshot();
    }
  }

  private static Offer offer(long id, Random random) {
    long lot = random.nextInt(ROWS / 2);
    Random terms = random.nextInt(5) > 0 ? new Random(lot) : random;
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .set(LOT, lot)
        .set(PRICE, terms.nextDouble())
        .set(SPEED, terms.nextDouble())
        .set(SIZE, (long) terms.nextInt(5))
        .set(KIND, (long) random.nextInt(3))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "price, ASC, false, true",
    "price, DESC, true, true",
    "speed, ASC, true, true",
    "speed, DESC, false, true",
    "speed, ASC, true, false",
    "size, DESC, true, true",
    "size, ASC, false, true",
    "size, DESC, true, false",
    "id, ASC, true, true"
  })
  void search_ofALaterPage_doesLittleMoreThanTheFirst(
      String first, Direction direction, boolean hasConditions, boolean isFolded) {
    Cursor after = null;
    long most = 0;
    long workOfFirst = 0;
    for (int page = 1; page <= PAGES; page++) {
      QueryBuilder builder =
          Query.builder(SCHEMA)
              .limit(LIMIT)
              .fold(isFolded)
              .orderBy(SCHEMA.field(first).orElseThrow(), direction);
      if (first.equals("size")) {
        builder.orderBy(PRICE, Direction.ASC);
      }
      if (hasConditions) {
        builder.where(KIND, Operator.NEQ, 1).where(SPEED, Operator.GTE, 0.1);
      }
      Query query = builder.after(after).build();
      Search search = SNAPSHOT.newSearch(query);
      search.run();
      workOfFirst = page == 1 ? search.work() : workOfFirst;
      most = Math.max(most, search.work());
      Matches matches = SNAPSHOT.search(query);
      assertThat(matches.size()).isEqualTo(LIMIT);
      after = matches.nextCursor();
    }
    assertThat(workOfFirst).isPositive();
    assertThat(most)
        .as("the most work, after %d of the first page", workOfFirst)
        .isLessThanOrEqualTo(FACTOR * workOfFirst + TAIL_ROWS);
  }
}
