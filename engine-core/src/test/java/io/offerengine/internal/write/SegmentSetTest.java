package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  private static SegmentSet emptySet() {
    return new SegmentSet(
        SmallMarket.schema(), SegmentSizes.DEFAULTS, new SegmentSealer(SmallMarket.schema(), null));
  }

  @Test
  void replaceBy_sizesTheTailByTheNewOffers() {
    SegmentSet set = emptySet();

    set.replaceBy(List.of((SealedSegment) sealed(0, OFFERS).segment()));

    assertThat(set.patience()).isEqualTo(500);
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
    SegmentSet set = emptySet();

    set.restore(saved);

    assertThat(set.patience()).isEqualTo(500);
    MergeScheduler.DueMerge due = set.dueMerge();
    assertThat(due).as("four segments of at most 500 rows are of one class").isNotNull();
    Objects.requireNonNull(due).run().run();
    EngineVersion merged = set.publish(1);
    assertThat(merged.views())
        .extracting(SegmentView::liveCount)
        .containsExactly(OFFERS - 1000, 1000, 0);
    assertThat(merged.sealedSegments()).isEqualTo(2);
    assertThat(merged.merges()).isEqualTo(1);
    assertThat(merged.seals()).isZero();
    assertThat(set.dueMerge()).isNull();
  }
}
