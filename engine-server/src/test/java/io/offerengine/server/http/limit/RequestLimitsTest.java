package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Addresses that try many unknown keys are remembered. */
class RequestLimitsTest {
  private static final RateLimit THREE = new RateLimit(3, Duration.ofSeconds(3));

  private final TokenBuckets limits = TokenBuckets.ofUnknownKeys(THREE, () -> 0);

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
