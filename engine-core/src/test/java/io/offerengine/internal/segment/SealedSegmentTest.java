package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.offerengine.internal.write.SmallMarket;
import io.offerengine.testing.Seeds;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What a sealed segment says of its rows as a whole. */
class SealedSegmentTest {
  private static final int[] SIZES = {1, 2, 100, 4096, 8192, 12_288, 20_000};

  /** However groups lie beside the rows that are looked at. */
  @Test
  void rowsPerFold_ofGroupsOfOneSize_isAboutThatSize() {
    for (int size : SIZES) {
      for (int group = 1; group <= 5 && group * 20 <= size; group++) {
        int rows = group;
        for (int shift = 0; shift < group; shift++) {
          int first = shift;
          assertThat(rowsPerFold(size, id -> (id + first) / rows))
              .as("%s rows, groups of %s, from %s on", size, group, shift)
              .isCloseTo(group, withPercentage(10));
        }
      }
    }
  }

  @Test
  void rowsPerFold_ofOneFoldOrNone_isAtLeastOneAndNoMoreThanTheRows() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int size : SIZES) {
      assertThat(rowsPerFold(size, id -> 7)).isBetween(1.0, (double) size);
      assertThat(rowsPerFold(size, id -> -1)).isEqualTo(1);
      assertThat(rowsPerFold(size, id -> random.nextInt(3) - 1))
          .as("seed %s", seed)
          .isBetween(1.0, (double) size);
    }
  }

  /** Returns the figure for goods in crates, those in a negative one without. */
  private static double rowsPerFold(int size, LongUnaryOperator crates) {
    SegmentView view =
        SmallMarket.sealed(
                size,
                SmallMarket.offers(
                    size,
                    id -> {
                      long crate = crates.applyAsLong(id);
                      return crate < 0
                          ? SmallMarket.offer(id)
                          : SmallMarket.offer(id).set(SmallMarket.CRATE, crate);
                    }))
            .views()
            .get(0);
    return ((SealedSegment) view.segment()).rowsPerFold();
  }
}
