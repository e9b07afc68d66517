package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.RateLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients behind one proxy have attempts of their own; nobody else can name another client. */
class TrustedProxyTest {
  private static final int ATTEMPTS = 3;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        TestServer.start(
            ServerSettings.defaults()
                .withFailureLimit(new RateLimit(ATTEMPTS, Duration.ofHours(1)))
                .withTrustedProxies(List.of(AddressRange.parse("127.0.0.1"))));
  }

  private String status(String peer, String key, String headers) throws IOException {
    try (RawConnection connection = RawConnection.from(peer, server.port())) {
      connection.send(RawConnection.headBy(key, "GET /echo", "Connection: close", headers));
      return connection.readLine().split(" ", -1)[1];
    }
  }

  private void useUp(String peer, String headers) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      assertThat(status(peer, "wrong" + i, headers)).isEqualTo("401");
    }
    assertThat(status(peer, "wrong", headers)).isEqualTo("429");
  }

  @Test
  void attempts_ofClientsBehindOneProxy_areCountedApart() throws IOException {
    useUp("127.0.0.1", "X-Forwarded-For: 9.9.9.9, 198.51.100.1");
    assertThat(status("127.0.0.1", "wrong", "Forwarded: for=198.51.100.1")).isEqualTo("429");
    assertThat(status("127.0.0.1", "wrong", "X-Forwarded-For: 9.9.9.9")).isEqualTo("401");
    assertThat(status("127.0.0.1", "wrong", "X: a")).isEqualTo("401");
    String same = "X-Forwarded-For: 198.51.100.1";
    assertThat(status("127.0.0.1", TestClient.KEY, same)).isEqualTo("200");
  }

  @Test
  void attempts_ofAnUntrustedPeer_areItsOwnWhateverItSends() throws IOException {
    useUp("127.0.0.2", "X-Forwarded-For: 198.51.100.1");
    assertThat(status("127.0.0.2", "wrong", "Forwarded: for=198.51.100.2")).isEqualTo("429");
    assertThat(status("127.0.0.2", "wrong", "X: a")).isEqualTo("429");
    assertThat(status("127.0.0.2", TestClient.KEY, "X: a")).isEqualTo("200");
    assertThat(status("127.0.0.1", "wrong", "X-Forwarded-For: 198.51.100.1")).isEqualTo("401");
  }
}
