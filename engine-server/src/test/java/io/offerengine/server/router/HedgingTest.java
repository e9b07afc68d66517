package io.offerengine.server.router;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When and how often a second replica is asked. */
class HedgingTest {
  private final Hedging hedging = new Hedging();

  @Test
  void delay_isThatOf95Of100() {
    for (int i = 1; i <= 320; i++) {
      hedging.answered((i % 100 < 10 ? 90 : 4) * 1_000_000L);
    }
    assertThat(hedging.delayNanos()).isEqualTo(90_000_000L);
    for (int i = 1; i <= 320; i++) {
      hedging.answered((i % 100 < 3 ? 90 : 4) * 1_000_000L);
    }
    assertThat(hedging.delayNanos()).isEqualTo(4_000_000L);
    for (int i = 1; i <= 320; i++) {
      hedging.answered(1_000L);
    }
    assertThat(hedging.delayNanos()).isEqualTo(2_000_000L);
  }

  @Test
  void hedges_areATenthOfTheParts() {
    int hedges = 0;
    for (int i = 0; i < 1_000; i++) {
      hedging.asked();
      hedges += hedging.take() ? 1 : 0;
    }
    assertThat(hedges).isEqualTo(100);
  }

  @Test
  void quietTime_earnsFewHedges() {
    for (int i = 0; i < 10_000; i++) {
      hedging.asked();
    }
    int hedges = 0;
    while (hedging.take()) {
      hedges++;
    }
    assertThat(hedges).isEqualTo(10);
  }
}
