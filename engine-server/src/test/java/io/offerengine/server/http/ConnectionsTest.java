package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.address.AddressRange;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections beyond their limits, and heads that arrive too slowly, are closed. */
class ConnectionsTest {
  private static final String GET = "GET /open HTTP/1.1\r\nHost: a\r\n\r\n";

  private final List<RawConnection> opened = new ArrayList<>();
  private TestServer server;

  @AfterEach
  void stop() throws IOException {
    for (RawConnection each : opened) {
      each.close();
    }
    server.close();
  }

  private RawConnection open(String peer) throws IOException {
    RawConnection connection = RawConnection.from(peer, server.port());
    opened.add(connection);
    return connection;
  }

  private void assertAnswers(String peer) throws IOException {
    assertThat(open(peer).send(GET).readLine()).isEqualTo("HTTP/1.1 200 OK");
  }

  private void assertClosed(String peer) throws IOException {
    assertThat(open(peer).readUntilClosed()).isZero();
  }

  @Test
  void connections_beyondTheLimitOfAnAddress_areClosedAndCounted() throws Exception {
    server =
        TestServer.start(
            ServerSettings.defaults()
                .with(to -> {
                  to.connectionLimit = 0;
                  to.addressConnectionLimit = 3;
                }));
    for (int i = 0; i < 3; i++) {
      assertAnswers("127.0.0.1");
    }
    assertClosed("127.0.0.1");
    assertClosed("127.0.0.1");
    assertThat(server.server().memory().refusedConnections()).isEqualTo(2);
    assertAnswers("127.0.0.2");
    opened.get(0).close();
    Waiting.until(() -> server.server().memory().connections() <= 3);
    assertAnswers("127.0.0.1");
  }

  @Test
  void connections_beyondTheLimitOfAll_areClosedFromEverywhere() throws Exception {
    server =
        TestServer.start(
            ServerSettings.defaults()
                .with(to -> {
                  to.connectionLimit = 2;
                  to.addressConnectionLimit = 0;
                }));
    assertAnswers("127.0.0.1");
    assertAnswers("127.0.0.2");
    assertClosed("127.0.0.3");
    assertThat(server.server().memory().refusedConnections()).isEqualTo(1);
  }

  @Test
  void connections_ofATrustedProxy_areLimitedTogetherAlone() throws Exception {
    server =
        TestServer.start(
            ServerSettings.defaults()
                .with(to -> {
                  to.connectionLimit = 4;
                  to.addressConnectionLimit = 1;
                })
                .with(to -> to.trustedProxies = List.of(AddressRange.parse("127.0.0.1"))));
    for (int i = 0; i < 4; i++) {
      assertAnswers("127.0.0.1");
    }
    assertClosed("127.0.0.1");
  }

  @Test
  void head_thatDrips_closesItsConnection() throws Exception {
    server =
        TestServer.start(
            ServerSettings.defaults().with(settings -> settings.headTime = Duration.ofMillis(400)));
    RawConnection fresh = open("127.0.0.1");
    assertThat(drip(fresh)).isTrue();
    RawConnection used = open("127.0.0.1").send(GET);
    assertThat(used.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    assertThat(used.readFor("\"open\"".length())).isEqualTo("\"open\"".length());
    assertThat(drip(used)).isTrue();
  }

  /** A request that takes long, and a pause between requests, are no slow heads. */
  @Test
  void answer_thatTakesLongerThanTheHeadTime_isSent() throws Exception {
    server =
        TestServer.start(
            ServerSettings.defaults().with(settings -> settings.headTime = Duration.ofMillis(50)));
    RawConnection slow =
        open("127.0.0.1")
            .send(GET.replace("/open", "/slow").replace("a\r\n\r\n", "a\r\n"))
            .send("Authorization: Bearer " + TestClient.KEY + "\r\n\r\n");
    server.entered.await();
    assertThat(drip(open("127.0.0.1"))).as("the time of a head is over").isTrue();
    server.leave.countDown();
    assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    assertThat(slow.readFor("\"late\"".length())).isEqualTo("\"late\"".length());
    assertThat(drip(open("127.0.0.1"))).as("the time of a head is over").isTrue();
    assertThat(slow.send(GET).readLine()).isEqualTo("HTTP/1.1 200 OK");
  }

  /** Sends a byte of a head every few milliseconds; returns whether the server closed. */
  private static boolean drip(RawConnection connection) {
    try {
      connection.send("GET /open HTTP/1.1\r\nHost: a\r\nX: ");
      while (true) {
        connection.send("x");
        Waiting.pause(10);
      }
    } catch (IOException closed) {
      return true;
    }
  }
}
