package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertErrorBody;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.Pace;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bodies that arrive slowly or never, answers that nobody reads, heads that drip, and clients that
 * ask for too much at once.
 */
class SlowClientsTest {
  private static final String GET = "GET /open HTTP/1.1\r\nHost: a\r\n\r\n";

  /** More than the buffers of both sockets hold. */
  private static final int LARGE = 20_000_000;

  private static final int MEDIUM = 1 << 20;
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration PATIENT = Duration.ofMinutes(1);

  private final Semaphore entered = new Semaphore(0);
  private RouteServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void start(Consumer<ServerSettings> settings) {
    server =
        RouteServer.of(
            settings,
            Route.of(
                    Scope.SEARCH, "POST", "/echo", request -> Answer.ok(request.read(body -> body)))
                .readingJson(100_000),
            Route.of(Scope.SEARCH, "POST", "/slow", this::answerLater).readingJson(100),
            Route.of(Scope.ADMIN, "PUT", "/feed", SlowClientsTest::readAll)
                .streamingJson(1_000_000, "batch")
                .knowing("batch"),
            route("/large", Answer.prepared(LARGE, target -> target.put(new byte[LARGE]), null)),
            route("/medium", Answer.prepared(MEDIUM, target -> target.put(new byte[MEDIUM]), null)),
            route("/ready", Answer.ok(new byte[LARGE])),
            route("/small", Answer.ok("1".getBytes(UTF_8))),
            route("/endless", Answer.streamed(SlowClientsTest::writeEndlessly)));
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

  private static Answer readAll(ApiRequest request) throws IOException {
    long bytes = 0;
    while (request.stream().read() >= 0) {
      bytes++;
    }
    return Answer.ok(Long.toString(bytes).getBytes(UTF_8));
  }

  private Answer answerLater(ApiRequest request) {
    entered.release();
    RouteServer.await(server.leave);
    return Answer.ok(request.read(body -> body));
  }

  private static String head(String line, String key, int length) {
    return RawConnection.headBy(key, line, "Content-Length: " + length);
  }

  /** Returns a connection that has an answer; null if none has. */
  private RawConnection refused() throws IOException {
    for (RawConnection each : server.connections()) {
      if (each.hasReceived()) {
        return each;
      }
    }
    return null;
  }

  private String status(String key) throws IOException {
    return server.status(head("POST /echo", key, 2) + "{}");
  }

  @Test
  void requests_besideHundredsOfUnfinishedBodies_areAnswered() throws IOException {
    start(to -> to.bodyPace = new Pace(PATIENT, 1, PATIENT));
    for (int i = 0; i < 300; i++) {
      server.send(head("POST /echo", TestClient.KEY, 1_000) + "{");
    }
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
    String rest = "x".repeat(999);
    for (RawConnection connection : server.connections()) {
      connection.send(rest);
    }
    for (RawConnection connection : server.connections()) {
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  /** Nothing more arrives, or less than the rate, or more for longer than the total time. */
  @ParameterizedTest
  @CsvSource({"1000, 60000, false", "1000000, 60000, true", "1, 400, true"})
  void body_thatStallsOrDrips_is408(long bytesPerSecond, long totalMillis, boolean isDripping)
      throws Exception {
    Pace pace = new Pace(Duration.ofMillis(300), bytesPerSecond, Duration.ofMillis(totalMillis));
    start(to -> to.bodyPace = to.streamPace = pace);
    for (String line : List.of("POST /echo", "PUT /feed", "PUT /feed?batch=1")) {
      RawConnection connection = server.send(head(line, TestClient.KEY, 100_000) + "{");
      while (isDripping && !connection.hasReceived()) {
        connection.send("1");
        Waiting.pause(10);
      }
      assertThat(connection.readLine()).startsWith("HTTP/1.1 408 ");
      if (!isDripping) {
        String answer = connection.readAll();
        assertErrorBody(RawConnection.body(answer), "invalid_request", "did not arrive in time");
      }
    }
  }

  /** A user with many keys gets no more of the service than a user with one. */
  @Test
  void slots_ofOneUser_leaveSomeToOthers() throws Exception {
    start(to -> to.requestLimit = 8);
    List<RawConnection> running = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      running.add(
          server.send(
              head("POST /slow", i % 2 == 0 ? TestClient.KEY : RouteServer.SECOND_KEY, 2) + "{}"));
      entered.acquire();
    }
    String refused = server.send(head("POST /slow", TestClient.KEY, 2) + "{}").readLine();
    assertThat(refused).isEqualTo("HTTP/1.1 503 Service Unavailable");
    for (String key : List.of(TestClient.KEY, RouteServer.SECOND_KEY)) {
      assertThat(status(key)).isEqualTo("HTTP/1.1 503 Service Unavailable");
    }
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    server.leave.countDown();
    for (RawConnection connection : running) {
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void bodies_beyondTheBytesInFlight_are503AndGiveTheirBytesBack() throws Exception {
    start(to -> {
      to.bytesInFlight = 100_000;
      to.bodyPace = new Pace(PATIENT, 1, PATIENT);
    });
    for (int i = 0; i < 3; i++) {
      server.send(head("POST /echo", TestClient.KEY, 90_000) + "x".repeat(50_000));
    }
    Waiting.until(() -> refused() != null);
    assertThat(refused().readLine()).isEqualTo("HTTP/1.1 503 Service Unavailable");
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    server.hangUp();
    Waiting.until(() -> server.server().memory().inFlight() <= 0);
  }

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
  @CsvSource({"/large, false", "/ready, false", "/large, true"})
  void connection_ofAClientThatReadsNothingOrSingleBytes_isClosed(String path, boolean isReading)
      throws Exception {
    start(to -> to.partTime = SHORT);
    RawConnection slow = send(path, TestClient.KEY);
    awaitBytesInFlight(LARGE);
    while (server.server().memory().inFlight() > 0) {
      if (isReading) {
        slow.in().read();
      }
      Waiting.pause(5);
    }
    assertThat(slow.readUntilClosed()).isLessThan(LARGE);
  }

  /** The whole answer takes longer than a part may, even on a busy machine. */
  @Test
  void connection_ofAClientThatReadsSlowlyButSteadily_getsAll() throws Exception {
    start(to -> to.partTime = Duration.ofSeconds(1));
    RawConnection slow = send("/large", TestClient.KEY);
    assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    long read = 0;
    while (server.server().memory().inFlight() > 0) {
      read += slow.in().readNBytes(Math.min(100_000, slow.in().available())).length;
      Waiting.pause(10);
    }
    // The rest comes, and the answer to another request behind it.
    slow.send(head("/small", TestClient.KEY)).in().skipNBytes(LARGE - read);
    assertThat(slow.readLine()).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void slot_ofAStreamThatNobodyReads_isFreed() throws Exception {
    start(to -> {
      to.requestLimit = 1;
      to.partTime = SHORT;
    });
    RawConnection silent = send("/endless", TestClient.KEY);
    assertThat(silent.readLine()).isEqualTo("HTTP/1.1 200 OK");
    Waiting.until(() -> status("/small", RouteServer.OTHER_KEY).equals("HTTP/1.1 200 OK"));
  }

  @Test
  void answers_beyondTheBytesInFlight_are503ForTheirUserFirst() throws Exception {
    start(to -> to.bytesInFlight = 5L * LARGE);
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
    start(to -> to.bytesInFlight = 40L * LARGE);
    long before = direct();
    for (int i = 0; i < 10; i++) {
      send("/large", TestClient.KEY);
    }
    awaitBytesInFlight(10L * LARGE);
    assertThat(direct() - before).isLessThan(LARGE);
  }

  @Test
  void pool_afterManyAnswersAtOnce_retainsNoMoreThanItsLimit() throws Exception {
    start(to -> to.bytesInFlight = 1L << 30);
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

  private static void limit(ServerSettings settings, int connections, int ofAnAddress) {
    settings.connectionLimit = connections;
    settings.addressConnectionLimit = ofAnAddress;
  }

  private void assertAnswers(String peer) throws IOException {
    assertThat(server.open(peer).send(GET).readLine()).isEqualTo("HTTP/1.1 200 OK");
  }

  private void assertClosed(String peer) throws IOException {
    assertThat(server.open(peer).readUntilClosed()).isZero();
  }

  @Test
  void connections_beyondTheLimitOfAnAddress_areClosedAndCounted() throws Exception {
    server = RouteServer.echo(to -> limit(to, 0, 3));
    for (int i = 0; i < 3; i++) {
      assertAnswers("127.0.0.1");
    }
    assertClosed("127.0.0.1");
    assertClosed("127.0.0.1");
    assertThat(server.server().memory().refusedConnections()).isEqualTo(2);
    assertAnswers("127.0.0.2");
    server.connections().get(0).close();
    Waiting.until(() -> server.server().memory().connections() <= 3);
    assertAnswers("127.0.0.1");
  }

  @Test
  void connections_beyondTheLimitOfAll_areClosedFromEverywhere() throws Exception {
    server = RouteServer.echo(to -> limit(to, 2, 0));
    assertAnswers("127.0.0.1");
    assertAnswers("127.0.0.2");
    assertClosed("127.0.0.3");
    assertThat(server.server().memory().refusedConnections()).isEqualTo(1);
  }

  @Test
  void connections_ofATrustedProxy_areLimitedTogetherAlone() throws Exception {
    server =
        RouteServer.echo(to -> {
          limit(to, 4, 1);
          to.trustedProxies = List.of(AddressRange.parse("127.0.0.1"));
        });
    for (int i = 0; i < 4; i++) {
      assertAnswers("127.0.0.1");
    }
    assertClosed("127.0.0.1");
  }

  @Test
  void head_thatDrips_closesItsConnection() throws Exception {
    server = RouteServer.echo(to -> to.headTime = Duration.ofMillis(400));
    RawConnection fresh = server.open("127.0.0.1");
    assertThat(isClosedForDripping(fresh)).isTrue();
    RawConnection used = server.open("127.0.0.1").send(GET);
    assertThat(used.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    used.in().skipNBytes("\"open\"".length());
    assertThat(isClosedForDripping(used)).isTrue();
  }

  /** A request that takes long, and a pause between requests, are no slow heads. */
  @Test
  void answer_thatTakesLongerThanTheHeadTime_isSent() throws Exception {
    server = RouteServer.echo(to -> to.headTime = Duration.ofMillis(50));
    RawConnection slow =
        server
            .open("127.0.0.1")
            .send(GET.replace("/open", "/slow").replace("a\r\n\r\n", "a\r\n"))
            .send("Authorization: Bearer " + TestClient.KEY + "\r\n\r\n");
    server.entered.await();
    assertThat(isClosedForDripping(server.open("127.0.0.1")))
        .as("the time of a head is over")
        .isTrue();
    server.leave.countDown();
    assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    slow.in().skipNBytes("\"late\"".length());
    assertThat(isClosedForDripping(server.open("127.0.0.1")))
        .as("the time of a head is over")
        .isTrue();
    assertThat(slow.send(GET).readLine()).isEqualTo("HTTP/1.1 200 OK");
  }

  /** Sends a byte of a head every few milliseconds; returns whether the server closed. */
  private static boolean isClosedForDripping(RawConnection connection) {
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
