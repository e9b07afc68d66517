package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.testing.Together;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens come back at the rate of the bucket; addresses that try many keys are remembered. */
class TokenBucketsTest {
  private static final Client CLIENT = Client.ofUser(1);

  private static final RateLimit THREE = new RateLimit(3, Duration.ofSeconds(3));

  private final TokenBuckets limits = TokenBuckets.ofUnknownKeys(THREE, () -> 0);
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 50);

  private TokenBuckets buckets(int burst, int intervalNanos) {
    RateLimit limit = new RateLimit(burst, Duration.ofNanos(intervalNanos));
    return new TokenBuckets(limit, clock::get, 1, BusyException.Cause.USER_RATE, "too fast");
  }

  /** The oracle: counts tokens in fractions, nanosecond by nanosecond. */
  private static final class NaiveBucket {
    private final long interval;
    private final long full;
    private long parts;

    NaiveBucket(int burst, int interval) {
      this.interval = interval;
      this.full = (long) burst * interval;
      this.parts = full;
    }

    void pass(int nanos) {
      for (int i = 0; i < nanos; i++) {
        parts = Math.min(full, parts + 1);
      }
    }

    long take() {
      long wait = 0;
      for (long later = parts; later < interval; later++) {
        wait++;
      }
      parts -= wait == 0 ? interval : 0;
      return wait;
    }
  }

  /** A step asks for a token for multiples of three, and lets time pass otherwise. */
  @Property
  void steps_ofAnyKind_equalTheDefinition(
      @ForAll @IntRange(min = 1, max = 6) int burst,
      @ForAll @IntRange(min = 1, max = 20) int interval,
      @ForAll @Size(max = 200) List<@IntRange(max = 60) Integer> steps) {
    TokenBuckets buckets = buckets(burst, interval);
    NaiveBucket naive = new NaiveBucket(burst, interval);
    for (int i = 0; i < steps.size(); i++) {
      int step = steps.get(i);
      String place = "burst=" + burst + " interval=" + interval + " step " + i + " of " + steps;
      if (step % 3 == 0) {
        assertThat(buckets.take(CLIENT)).as(place).isEqualTo(naive.take());
      } else {
        clock.addAndGet(step);
        naive.pass(step);
      }
    }
  }

  @Test
  void take_byManyThreadsAtOneInstant_givesTheBurst() throws Exception {
    TokenBuckets buckets = buckets(1_000, 10);
    List<Long> waits = Together.call(8_000, each -> buckets.take(CLIENT));
    assertThat(waits).filteredOn(wait -> wait == 0).hasSize(1_000);
    assertThat(buckets.take(CLIENT)).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000000000", "0.5, 2000000000", "3, 333333333", "1000000000, 1"})
  void perSecond_isTheIntervalBetweenTwo(double rate, long nanos) {
    assertThat(RateLimit.perSecond(rate, 5)).isEqualTo(new RateLimit(5, Duration.ofNanos(nanos)));
  }

  private static Client client(String address) {
    try {
      return Client.ofAddress(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void countFailures(long network, int times) {
    for (int i = 0; i < times; i++) {
      limits.count(Client.ofUser(network));
    }
  }

  private void assertRefused(long network) {
    assertThatThrownBy(() -> countFailures(network, 1)).isInstanceOf(BusyException.class);
  }

  @Test
  void client_ofAnIpv6Address_isItsNetwork() {
    Client network = client("2001:db8:1:2::1");
    assertThat(client("2001:db8:1:2:ffff::9")).isEqualTo(network);
    assertThat(client("2001:db8:1:3::1")).isNotEqualTo(network);
    assertThat(client("::ffff:192.0.2.1")).isEqualTo(client("192.0.2.1"));
    assertThat(client("192.0.2.2")).isNotEqualTo(client("192.0.2.1"));
    assertThat(client("::")).isNotEqualTo(client("0.0.0.0"));
    assertThat(Client.ofAddress(null)).isEqualTo(Client.ofAddress(null));
  }

  @Test
  void countFailure_fromManyAddresses_remembersTheLatest() {
    for (long network = 0; network < 3L * TokenBuckets.MAX_ADDRESSES; network++) {
      countFailures(network, 3);
    }
    assertThat(limits.size()).isEqualTo(TokenBuckets.MAX_ADDRESSES);
    assertRefused(2L * TokenBuckets.MAX_ADDRESSES);
    assertRefused(3L * TokenBuckets.MAX_ADDRESSES - 1);
    countFailures(2L * TokenBuckets.MAX_ADDRESSES - 1, 1);
  }

  @Test
  void countFailure_ofABlockedAddress_keepsItRemembered() {
    countFailures(-1, 3);
    for (long network = 0; network < 3L * TokenBuckets.MAX_ADDRESSES; network++) {
      countFailures(network, 1);
      if (network % 1_000 == 0) {
        assertRefused(-1);
      }
    }
    assertRefused(-1);
  }
}
