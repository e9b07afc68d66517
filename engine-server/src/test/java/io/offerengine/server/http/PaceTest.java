package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.server.http.limit.Pace;
import io.offerengine.testing.Seeds;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long a client may take for a number of bytes. */
class PaceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void nanosFor_ofRandomNumbers_areThoseOfExactArithmetic() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long grace = 1L + random.nextInt(1_000_000_000);
      long total = grace + (random.nextLong() >>> 24);
      long rate = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
      long bytes = random.nextLong() >>> (1 + random.nextInt(62));
      BigInteger exact =
          BigInteger.valueOf(bytes)
              .multiply(BigInteger.valueOf(1_000_000_000))
              .divide(BigInteger.valueOf(rate))
              .add(BigInteger.valueOf(grace))
              .min(BigInteger.valueOf(total));
      long nanos = new Pace(Duration.ofNanos(grace), rate, Duration.ofNanos(total)).nanosFor(bytes);
      assertThat(Math.abs(nanos - exact.longValueExact()))
          .as("seed=%d grace=%d rate=%d total=%d bytes=%d", seed, grace, rate, total, bytes)
          .isLessThanOrEqualTo(1);
    }
  }

  @Test
  void pace_outOfRange_isRefused() {
    assertThatThrownBy(() -> new Pace(Duration.ZERO, 1, SECOND))
        .hasMessage("a grace period is more than 0, but got PT0S");
    assertThatThrownBy(() -> new Pace(SECOND, 0, SECOND))
        .hasMessage("a rate is at least 1, but got 0");
    assertThatThrownBy(() -> new Pace(SECOND.multipliedBy(2), 1, SECOND))
        .hasMessage("the total time is at least the grace period PT2S, but got PT1S");
  }
}
