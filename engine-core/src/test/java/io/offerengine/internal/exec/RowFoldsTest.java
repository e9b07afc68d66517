package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SearchSlots;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Offer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of some neighbours are folded into each other. */
class RowFoldsTest {
  private static final Query QUERY =
      Query.builder(SmallMarket.schema())
          .orderBy(SmallMarket.PRICE, Direction.ASC)
          .orderBy(SmallMarket.WEIGHT, Direction.ASC)
          .fold(true)
          .build();

  /** Rows lie in the order of identifiers: 0 to 8. */
  private static final EngineVersion GOODS =
      SmallMarket.sealed(
          9,
          List.of(
              good(0, 1L, 5, 3),
              good(1, 1L, 5, 2),
              good(2, 1L, 5, 2),
              good(3, 1L, 6, 1),
              good(4, null, 6, 1),
              good(5, null, 6, 1),
              good(6, Long.MIN_VALUE, 6, 1),
              good(7, Long.MIN_VALUE, 6, 0),
              good(8, 1L, 6, 0)));

  private static final KeyColumns COLUMNS =
      new KeyColumns(
          QUERY.order(),
          SmallMarket.CRATE,
          new SegmentReader(GOODS.views().get(0).segment(), new SearchSlots(QUERY.arguments())));

  private final RowOrder order = new RowOrder(QUERY.order());
  private final RowFolds folds = new RowFolds(order, new long[Scratch.BATCH]);

  private static Offer good(long id, @Nullable Long crate, double price, double weight) {
    Offer.Builder good =
        SmallMarket.offer(id).set(SmallMarket.PRICE, price).set(SmallMarket.WEIGHT, weight);
    return crate == null ? good.build() : good.set(SmallMarket.CRATE, crate).build();
  }

  @Test
  void foldNeighbours_ofOneFoldAndFirstKey_keepsTheBestByTheOtherKeys() {
    assertThat(folded(0, 1, 2)).containsExactly(1);
    assertThat(folded(2, 1, 0)).containsExactly(1);
    assertThat(folded(0, 1, 2, 3)).containsExactly(1, 3);
    assertThat(folded(3, 4, 8)).containsExactly(3, 4, 8);
    assertThat(folded(3, 8, 0)).containsExactly(8, 0);
    assertThat(folded(2)).containsExactly(2);
    assertThat(folded()).isEmpty();
  }

  /** Absence has a number that a fold may have, too: what is not certain is left for later. */
  @Test
  void foldNeighbours_withoutAFoldValue_keepsAll() {
    assertThat(folded(4, 5)).containsExactly(4, 5);
    assertThat(folded(5, 6, 7)).containsExactly(5, 6, 7);
    assertThat(RowFolds.hasFold(COLUMNS, 6, RowFolds.NO_FOLD)).isTrue();
    assertThat(RowFolds.hasFold(COLUMNS, 5, RowFolds.NO_FOLD)).isFalse();
  }

  private int[] folded(int... rows) {
    long[] firsts = new long[rows.length];
    order.firsts(COLUMNS, rows, rows.length, firsts);
    folds.read(COLUMNS, rows, rows.length);
    return Arrays.copyOf(rows, folds.foldNeighbours(COLUMNS, rows, firsts, rows.length));
  }
}
