package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
  private static final long CENTURY_DAYS = 36_525;

  private long now;

  private Deadline deadline(Duration longest) {
    return new Deadline(longest, () -> now);
  }

  private void assertHolds(Deadline deadline) {
    assertThatCode(deadline::check).doesNotThrowAnyException();
  }

  /** A clock may start anywhere and run past the largest number. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1000, Long.MAX_VALUE - 3})
  void check_atTheEnd_isTooLateAndNotBefore(long start) {
    now = start;
    Deadline deadline = deadline(Duration.ofNanos(10));
    assertHolds(deadline);
    now = start + 9;
    assertHolds(deadline);
    now = start + 10;
    assertThatThrownBy(deadline::check)
        .isInstanceOfSatisfying(
            EngineException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessage("DEADLINE_EXCEEDED: the search took longer than the PT0.00000001S allowed");
    now = start + 11;
    assertThatThrownBy(deadline::check).isInstanceOf(EngineException.class);
  }

  @Test
  void check_ofNoTimeAtAll_isTooLateAtOnce() {
    for (Duration over : new Duration[] {Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE)}) {
      Deadline deadline = deadline(over);
      assertThatThrownBy(deadline::check).isInstanceOf(EngineException.class);
    }
  }

  @Test
  void check_ofNoDeadline_isNeverTooLate() {
    Deadline none = new Deadline(null, () -> now);
    now = Long.MAX_VALUE;
    assertHolds(none);
    for (long seconds :
        new long[] {CENTURY_DAYS * 86_400, Long.MAX_VALUE / 1_000_000_000, Long.MAX_VALUE}) {
      now = 0;
      Deadline patient = deadline(Duration.ofSeconds(seconds));
      now = Duration.ofDays(CENTURY_DAYS).toNanos();
      assertHolds(patient);
    }
  }

  @Test
  void check_ofAlmostACentury_endsThen() {
    Duration almost = Duration.ofDays(CENTURY_DAYS).minusNanos(1);
    Deadline deadline = deadline(almost);
    now = almost.toNanos() - 1;
    assertHolds(deadline);
    now = almost.toNanos();
    assertThatThrownBy(deadline::check).isInstanceOf(EngineException.class);
  }
}
