package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.address.AddressBlock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Addresses that try many unknown keys, and keys that send many requests, are refused. */
class RequestLimitsTest {
  private static final RateLimit THREE = new RateLimit(3, Duration.ofSeconds(3));

  private final AtomicLong clock = new AtomicLong();
  private final RequestLimits limits = new RequestLimits(THREE, THREE, THREE, clock::get);

  private static AddressBlock block(String address) {
    try {
      return AddressBlock.of(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static AddressBlock block(long network) {
    return new AddressBlock(6, network);
  }

  private void fail(AddressBlock address, int times) {
    for (int i = 0; i < times; i++) {
      limits.countFailure(address);
    }
  }

  private void assertBlocked(AddressBlock address, String seconds) {
    assertThatThrownBy(() -> limits.requireAttempt(address))
        .isInstanceOfSatisfying(
            BusyException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
              assertThat(e.seconds()).isEqualTo(seconds);
            })
        .hasMessage(
            "TOO_MANY_REQUESTS: too many unknown API keys came from this address; try again in "
                + seconds
                + " s");
  }

  private void assertFree(AddressBlock address) {
    assertThatCode(() -> limits.requireAttempt(address)).doesNotThrowAnyException();
  }

  @Test
  void requireAttempt_afterAsManyFailures_isRefusedUntilOneCameBack() {
    AddressBlock address = block("192.0.2.1");
    fail(address, 2);
    assertFree(address);
    fail(address, 1);
    assertBlocked(address, "3");
    clock.addAndGet(1);
    assertBlocked(address, "3");
    clock.addAndGet(Duration.ofMillis(2_500).toNanos());
    assertBlocked(address, "1");
    assertFree(block("192.0.2.2"));
    clock.set(Duration.ofSeconds(3).toNanos());
    assertFree(address);
    fail(address, 1);
    assertBlocked(address, "3");
    clock.set(Duration.ofSeconds(12).toNanos());
    fail(address, 2);
    assertFree(address);
  }

  @Test
  void countFailure_ofAttemptsUnderWayTogether_isPaidOffLater() {
    AddressBlock address = block("192.0.2.1");
    fail(address, 3 + 4);
    assertBlocked(address, "15");
    clock.addAndGet(Duration.ofSeconds(15).toNanos());
    assertFree(address);
  }

  @Test
  void addressBlock_ofIpv6_isItsNetwork() {
    AddressBlock network = block("2001:db8:1:2::1");
    assertThat(block("2001:db8:1:2:ffff::9")).isEqualTo(network);
    assertThat(block("2001:db8:1:3::1")).isNotEqualTo(network);
    assertThat(block("::ffff:192.0.2.1")).isEqualTo(block("192.0.2.1"));
    assertThat(block("192.0.2.2")).isNotEqualTo(block("192.0.2.1"));
    assertThat(block("::")).isNotEqualTo(block("0.0.0.0"));
    assertThat(AddressBlock.of(null)).isEqualTo(new AddressBlock(0, 0));
  }

  @Test
  void countFailure_fromManyAddresses_remembersTheLatest() {
    for (long network = 0; network < 3L * RequestLimits.MAX_ADDRESSES; network++) {
      fail(block(network), 3);
    }
    assertThat(limits.addresses()).isEqualTo(RequestLimits.MAX_ADDRESSES);
    assertFree(block(2L * RequestLimits.MAX_ADDRESSES - 1));
    assertBlocked(block(2L * RequestLimits.MAX_ADDRESSES), "3");
    assertBlocked(block(3L * RequestLimits.MAX_ADDRESSES - 1), "3");
  }

  @Test
  void requireAttempt_ofABlockedAddress_keepsItRemembered() {
    fail(block(-1), 3);
    for (long network = 0; network < 3L * RequestLimits.MAX_ADDRESSES; network++) {
      fail(block(network), 1);
      if (network % 1_000 == 0) {
        assertBlocked(block(-1), "3");
      }
    }
    assertBlocked(block(-1), "3");
  }

  @Test
  void requireAttempt_ofAddressesWithoutFailures_remembersNone() {
    for (long network = 0; network < 1_000; network++) {
      assertFree(block(network));
    }
    assertThat(limits.addresses()).isZero();
  }

  @Test
  void countRequest_ofOneUser_leavesOthersAlone() {
    for (int i = 0; i < 3; i++) {
      limits.countRequest(Client.ofUser(7));
    }
    clock.addAndGet(Duration.ofMillis(1_999).toNanos());
    assertThatThrownBy(() -> limits.countRequest(Client.ofUser(7)))
        .isInstanceOfSatisfying(BusyException.class, e -> assertThat(e.seconds()).isEqualTo("2"))
        .hasMessage(
            "TOO_MANY_REQUESTS: your API keys together send requests faster than you may; try again"
                + " in 2 s");
    limits.countRequest(Client.ofUser(8));
    clock.set(Duration.ofSeconds(3).toNanos());
    limits.countRequest(Client.ofUser(7));
    assertThatThrownBy(() -> limits.countRequest(Client.ofUser(7)))
        .isInstanceOf(EngineException.class);
  }

  @Test
  void limits_ofNone_refuseNobody() {
    RequestLimits none = new RequestLimits(null, null, null, clock::get);
    for (int i = 0; i < 100; i++) {
      none.countFailure(block(1));
      none.requireAttempt(block(1));
      none.countRequest(Client.ofUser(7));
    }
    assertThat(none.addresses()).isZero();
  }
}
