package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentSetTest {
  /** With them, a tail has 500 rows. */
  private static final int OFFERS = 64_000;

  private static final int[] SMALL = {200, 200, 300, 300};

  /** Returns a sealed segment of offers with the next identifiers. */
  private static SegmentView sealed(int first, int count) {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      offers.add(SmallMarket.offer(first + i).build());
    }
    return SmallMarket.sealed(count, offers).views().get(0);
  }

  @Test
  void restore_sizesTailsAndMergesByTheRestoredOffers() {
    List<SegmentView> saved = new ArrayList<>();
    int offers = 0;
    for (int count : SMALL) {
      saved.add(sealed(offers, count));
      offers += count;
    }
    saved.add(sealed(offers, OFFERS - offers));
    SegmentSet set =
        new SegmentSet(
            SmallMarket.schema(),
            SegmentSizes.DEFAULTS,
            new SegmentSealer(SmallMarket.schema(), null));

    set.restore(saved);

    assertThat(set.patience()).isEqualTo(500);
    assertThat(set.dueMerge()).as("four segments of at most 500 rows are of one class").isNotNull();
  }
}
