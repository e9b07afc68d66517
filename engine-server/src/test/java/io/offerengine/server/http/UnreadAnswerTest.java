package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.CapturedLog;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that ask for large answers and do not read them. */
class UnreadAnswerTest {
  /** More than the buffers of both sockets hold. */
  private static final int LARGE = 20_000_000;

  private static final int MEDIUM = 1 << 20;
  private static final Duration SHORT = Duration.ofMillis(200);

  private RouteServer server;

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private void start(ServerSettings settings) {
    server =
        RouteServer.of(
            settings,
            route("/large", Answer.prepared(LARGE, target -> target.put(new byte[LARGE]), null)),
            route("/medium", Answer.prepared(MEDIUM, target -> target.put(new byte[MEDIUM]), null)),
            route("/ready", Answer.ok(new byte[LARGE])),
            route("/small", Answer.ok("1".getBytes(UTF_8))),
            route("/endless", Answer.streamed(UnreadAnswerTest::writeEndlessly)));
  }

  private static Route route(String path, Answer answer) {
    return Route.of(Scope.SEARCH, "GET", path, request -> answer);
  }

  private static void writeEndlessly(OutputStream out) throws IOException {
    byte[] part = new byte[1_000];
    while (true) {
      out.write(part);
    }
  }

  private static String head(String path, String key) {
    return RawConnection.headBy(key, "GET " + path);
  }

  private RawConnection send(String path, String key) throws IOException {
    return server.send(head(path, key));
  }

  private String status(String path, String key) throws IOException {
    return server.status(head(path, key));
  }

  private void awaitBytesInFlight(long bytes) throws InterruptedException {
    Waiting.until(() -> server.server().memory().inFlight() == bytes);
  }

  /** Also an answer that was not made for the server's buffer is somebody's memory. */
  @ParameterizedTest
  @ValueSource(strings = {"/large", "/ready"})
  void connection_ofAClientThatReadsNothing_isClosed(String path) throws Exception {
    start(ServerSettings.defaults().with(settings -> settings.partTime = SHORT));
    RawConnection silent = send(path, TestClient.KEY);
    awaitBytesInFlight(LARGE);
    awaitBytesInFlight(0);
    assertThat(silent.readUntilClosed()).isLessThan(LARGE);
  }

  @Test
  void connection_ofAClientThatReadsSingleBytes_isClosed() throws Exception {
    start(ServerSettings.defaults().with(settings -> settings.partTime = SHORT));
    RawConnection dripping = send("/large", TestClient.KEY);
    awaitBytesInFlight(LARGE);
    while (server.server().memory().inFlight() > 0) {
      dripping.in().read();
      Waiting.pause(5);
    }
    assertThat(dripping.readUntilClosed()).isLessThan(LARGE);
  }

  /** The whole answer takes longer than a part may, even on a busy machine. */
  @Test
  void connection_ofAClientThatReadsSlowlyButSteadily_getsAll() throws Exception {
    start(ServerSettings.defaults().with(settings -> settings.partTime = Duration.ofSeconds(1)));
    RawConnection slow = send("/large", TestClient.KEY);
    assertThat(slow.readLine()).isEqualTo("HTTP/1.1 200 OK");
    long read = 0;
    while (server.server().memory().inFlight() > 0) {
      read += slow.readSome(100_000);
      Waiting.pause(10);
    }
    assertThat(slow.send(head("/small", TestClient.KEY)).readFor(LARGE - read))
        .isGreaterThanOrEqualTo(LARGE - read);
  }

  /** Clients leave streams all day: whoever reads the log must not wade through stacks. */
  @Test
  void clientThatLeavesAStream_isOneLineOfTheLogWithoutAStack() throws Exception {
    try (CapturedLog log = new CapturedLog(AnswerWriter.class)) {
      start(ServerSettings.defaults());
      RawConnection leaving = send("/endless", TestClient.KEY);
      assertThat(leaving.readLine()).isEqualTo("HTTP/1.1 200 OK");
      leaving.close();

      Waiting.until(() -> !log.events().isEmpty());
      assertThat(log.events())
          .singleElement()
          .satisfies(event -> {
            assertThat(event.getFormattedMessage())
                .startsWith("GET /endless was cut by its client:");
            assertThat(event.getThrowableProxy()).isNull();
          });
    }
  }

  @Test
  void slot_ofAStreamThatNobodyReads_isFreed() throws Exception {
    start(
        ServerSettings.defaults()
            .with(to -> to.requestLimit = 1)
            .with(settings -> settings.partTime = SHORT));
    RawConnection silent = send("/endless", TestClient.KEY);
    assertThat(silent.readLine()).isEqualTo("HTTP/1.1 200 OK");
    Waiting.until(() -> status("/small", RouteServer.OTHER_KEY).equals("HTTP/1.1 200 OK"));
  }

  @Test
  void answers_beyondTheBytesInFlight_are503ForTheirUserFirst() throws Exception {
    start(ServerSettings.defaults().with(to -> to.bytesInFlight = 5L * LARGE));
    for (int i = 1; i <= 3; i++) {
      send("/large", TestClient.KEY);
      awaitBytesInFlight((long) i * LARGE);
    }
    RawConnection refused = send("/large", TestClient.KEY);
    assertThat(refused.readLine()).isEqualTo("HTTP/1.1 503 Service Unavailable");
    assertThat(refused.finish().readAll())
        .contains("\r\nRetry-After: 1\r\n", "too many bytes of bodies and answers are in memory");
    assertThat(status("/small", TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(status("/large", RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    server.hangUp();
    awaitBytesInFlight(0);
    assertThat(status("/large", TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
  }

  /** The JDK keeps a copy outside the heap of the largest array that a thread has sent. */
  @Test
  void memoryOutsideTheHeap_besideManyUnreadAnswers_staysSmall() throws Exception {
    start(ServerSettings.defaults().with(to -> to.bytesInFlight = 40L * LARGE));
    long before = direct();
    for (int i = 0; i < 10; i++) {
      send("/large", TestClient.KEY);
    }
    awaitBytesInFlight(10L * LARGE);
    assertThat(direct() - before).isLessThan(LARGE);
  }

  @Test
  void pool_afterManyAnswersAtOnce_retainsNoMoreThanItsLimit() throws Exception {
    start(ServerSettings.defaults().with(to -> to.bytesInFlight = 1L << 30));
    for (int i = 0; i < 200; i++) {
      send("/medium", TestClient.KEY);
    }
    for (RawConnection each : server.connections()) {
      assertThat(each.readLine()).isEqualTo("HTTP/1.1 200 OK");
      each.close();
    }
    awaitBytesInFlight(0);
    // While one thread drops buffers, those that other threads return stay: the next new ones that
    // return drop them.
    Waiting.until(() -> {
      List<RetainableByteBuffer> others = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        others.add(server.server().buffers().acquire(4_096, true));
      }
      others.forEach(RetainableByteBuffer::release);
      return server.server().buffers().getAvailableDirectMemory() <= 128 << 20;
    });
  }

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(each -> each.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
