package io.offerengine.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void isOver_isTrueAtFirstAndOnceInEachInterval() {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
    Interval interval = new Interval(Duration.ofNanos(10), clock::get);
    assertThat(interval.isOver()).isTrue();
    assertThat(interval.isOver()).isFalse();
    clock.addAndGet(9);
    assertThat(interval.isOver()).isFalse();
    clock.addAndGet(1);
    assertThat(interval.isOver()).isTrue();
    assertThat(interval.isOver()).isFalse();
    clock.addAndGet(1_000);
    assertThat(interval.isOver()).isTrue();
    assertThat(interval.isOver()).isFalse();
  }
}
