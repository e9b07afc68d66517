package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.ErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Addresses that try many unknown keys, and keys that send many requests, are refused. */
class RequestLimitsTest {
  private static final RateLimit THREE = new RateLimit(3, Duration.ofSeconds(3));

  private final AtomicLong clock = new AtomicLong();
  private final RequestLimits limits = new RequestLimits(THREE, THREE, THREE, clock::get);

  /** The three limits, and what they say. */
  enum Limit {
    FAILURES("too many unknown API keys came from this address"),
    USERS("your API keys together send requests faster than you may"),
    KEYLESS("this address sends requests without an API key faster than it may");

    private final String problem;

    Limit(String problem) {
      this.problem = problem;
    }

    void count(RequestLimits limits, long client) {
      switch (this) {
        case FAILURES -> limits.countFailure(Client.ofUser(client));
        case USERS -> limits.countRequest(Client.ofUser(client));
        case KEYLESS -> limits.countRequestWithoutKey(Client.ofUser(client));
      }
    }
  }

  private static Client client(String address) {
    try {
      return Client.ofAddress(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void count(Limit limit, long client, int times) {
    for (int i = 0; i < times; i++) {
      limit.count(limits, client);
    }
  }

  private void assertRefused(Limit limit, long client, String seconds) {
    assertThatThrownBy(() -> limit.count(limits, client))
        .isInstanceOfSatisfying(
            BusyException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
              assertThat(e.seconds()).isEqualTo(seconds);
            })
        .hasMessage("TOO_MANY_REQUESTS: " + limit.problem + "; try again in " + seconds + " s");
  }

  @ParameterizedTest
  @EnumSource(Limit.class)
  void count_beyondTheBurst_isRefusedUntilOneCameBack(Limit limit) {
    count(limit, 1, 3);
    assertRefused(limit, 1, "3");
    clock.addAndGet(1);
    assertRefused(limit, 1, "3");
    clock.addAndGet(Duration.ofMillis(2_500).toNanos());
    assertRefused(limit, 1, "1");
    count(limit, 2, 3);
    clock.set(Duration.ofSeconds(3).toNanos());
    count(limit, 1, 1);
    assertRefused(limit, 1, "3");
    clock.set(Duration.ofSeconds(12).toNanos());
    count(limit, 1, 3);
    assertRefused(limit, 1, "3");
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
    for (long network = 0; network < 3L * RequestLimits.MAX_ADDRESSES; network++) {
      count(Limit.FAILURES, network, 3);
    }
    assertThat(limits.addresses()).isEqualTo(RequestLimits.MAX_ADDRESSES);
    assertRefused(Limit.FAILURES, 2L * RequestLimits.MAX_ADDRESSES, "3");
    assertRefused(Limit.FAILURES, 3L * RequestLimits.MAX_ADDRESSES - 1, "3");
    count(Limit.FAILURES, 2L * RequestLimits.MAX_ADDRESSES - 1, 1);
  }

  @Test
  void countFailure_ofABlockedAddress_keepsItRemembered() {
    count(Limit.FAILURES, -1, 3);
    for (long network = 0; network < 3L * RequestLimits.MAX_ADDRESSES; network++) {
      count(Limit.FAILURES, network, 1);
      if (network % 1_000 == 0) {
        assertRefused(Limit.FAILURES, -1, "3");
      }
    }
    assertRefused(Limit.FAILURES, -1, "3");
  }

  @Test
  void limits_ofNone_refuseNobody() {
    RequestLimits none = new RequestLimits(null, null, null, clock::get);
    for (Limit limit : List.of(Limit.values())) {
      assertThatCode(
              () -> {
                for (int i = 0; i < 100; i++) {
                  limit.count(none, 1);
                }
              })
          .doesNotThrowAnyException();
    }
    assertThat(none.addresses()).isZero();
  }
}
