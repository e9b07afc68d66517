package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.Schema;
import io.offerengine.testing.Waiting;
import org.junit.jupiter.api.Test;

/** What is kept of rows, and when it is given back. */
class RowCacheBudgetTest {
  private static final Schema SCHEMA = Schema.builder("things", "id").build();
  private static final String MAKER = "maker";

  @Test
  void keep_ofARowThatHasBytes_returnsThoseOfTheFirst() {
    RowCacheBudget budget = new RowCacheBudget(10_000);
    TailSegment segment = new TailSegment(SCHEMA, 10);
    byte[] first = new byte[100];
    assertThat(budget.keep(segment, MAKER, 3, first)).isSameAs(first);
    assertThat(budget.keep(segment, MAKER, 3, new byte[100])).isSameAs(first);
    assertThat(segment.attachedBytes()).isEqualTo(budget.usedBytes());
  }

  @Test
  void keep_inASegmentTooLargeForTheBudget_keepsNothing() {
    RowCacheBudget budget = new RowCacheBudget(1_000);
    TailSegment segment = new TailSegment(SCHEMA, 100_000);
    budget.keep(segment, MAKER, 0, new byte[1]);
    assertThat(segment.attached(MAKER)).isNull();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void usedBytes_afterASegmentWasCollected_isWithoutItsBytes() {
    RowCacheBudget budget = new RowCacheBudget(1_000_000);
    TailSegment held = new TailSegment(SCHEMA, 10);
    budget.keep(held, MAKER, 0, new byte[100]);
    long ofHeld = budget.usedBytes();
    budget.keep(new TailSegment(SCHEMA, 10), MAKER, 0, new byte[500_000]);
    Waiting.until(() -> {
      System.gc();
      return budget.usedBytes() == ofHeld;
    });
    assertThat(budget.usedBytes()).isEqualTo(ofHeld).isEqualTo(held.attachedBytes());
  }
}
