package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.CapturedLog;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies of answers, which are held, prepared or streamed: their bytes, plain and compressed, their
 * failures, the pool's buffers, and clients that leave.
 */
class AnswerBodyTest {
  private static final int MIN = GzipResponses.MIN_BYTES;
  private static final int LARGE = 5_000_000;
  private static final int LONGER_THAN_POOLED = 3_000_001;

  private RouteServer server = RouteServer.of(RouteServer.DEFAULTS, routes());
  private TestClient client = server.client();

  @AfterEach
  void stop() {
    server.close();
  }

  /** Lets the server answer one request at a time. */
  private void limitToOne() {
    server.close();
    server = RouteServer.of(to -> to.requestLimit = 1, routes());
    client = server.client();
  }

  private Route[] routes() {
    return new Route[] {
      route("/held", request -> Answer.ok(text(request)).with("Seen", "yes")),
      route("/page", request -> Answer.of(200, "text/html; charset=utf-8", text(request))),
      route("/bad", request -> Answer.of(400, text(request))),
      Route.open("GET", "/health", request -> Answer.empty()).evenWhenOverloaded(),
      route("/refused", request -> refuse()),
      route("/fault", request -> fail()),
      route("/prepared", AnswerBodyTest::prepared),
      prepared("/prepared-refused", target -> refuse()),
      prepared(
          "/prepared-fault",
          target -> {
            target.put((byte) 'x');
            fail();
          }),
      prepared("/too-short", target -> target.put(new byte[99_999])),
      prepared("/too-long", target -> target.put(new byte[100_001])),
      route("/streamed", AnswerBodyTest::streamed),
      streamed("/endless", out -> write(out, Integer.MAX_VALUE)),
      streamed("/streamed-refused", out -> refuse()),
      streamed("/streamed-fault", out -> failAfter(out, 0)),
      streamed("/fault-early", out -> failAfter(out, 60_000)),
      streamed("/fault-late", out -> failAfter(out, LARGE)),
      streamed(
          "/slow",
          out -> {
            write(out, 100_000);
            RouteServer.await(server.leave);
          })
    };
  }

  private static Route route(String path, Endpoint endpoint) {
    return Route.of(Scope.SEARCH, "GET", path, endpoint).knowing("bytes");
  }

  private static Route prepared(String path, Consumer<ByteBuffer> writing) {
    return route(path, request -> Answer.prepared(100_000, writing, null));
  }

  private static Route streamed(String path, Answer.Writing writing) {
    return route(path, request -> Answer.streamed(writing));
  }

  private static Answer prepared(ApiRequest request) {
    byte[] text = text(request);
    return Answer.prepared(text.length, target -> target.put(text), null).with("Seen", "yes");
  }

  /** Writes a text of an even length at once, others in small parts. */
  private static Answer streamed(ApiRequest request) {
    byte[] text = text(request);
    int part = text.length % 2 == 0 ? text.length : 1_000;
    return Answer.streamed(out -> {
      for (int at = 0; at < text.length; at += part) {
        out.write(text, at, Math.min(part, text.length - at));
      }
    });
  }

  private static void write(OutputStream out, int bytes) throws IOException {
    byte[] part = "x".repeat(1_000).getBytes(UTF_8);
    for (int left = bytes; left > 0; left -= part.length) {
      out.write(part, 0, Math.min(left, part.length));
    }
  }

  private static void failAfter(OutputStream out, int bytes) throws IOException {
    write(out, bytes);
    fail();
  }

  private static Answer refuse() {
    throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, "no place");
  }

  private static Answer fail() {
    throw new IllegalStateException("a secret of the inside");
  }

  private static byte[] text(ApiRequest request) {
    return text(Integer.parseInt(request.parameters().text("bytes"))).getBytes(UTF_8);
  }

  /**
   * Returns a text of the given length, its own for each length: partly repeated, partly random.
   */
  private static String text(int length) {
    Random random = new Random(length);
    StringBuilder text = new StringBuilder("{");
    while (text.length() < length) {
      text.append("\"dph_total\":").append(random.nextDouble()).append(',');
    }
    return text.substring(0, length);
  }

  private HttpRequest.Builder asking(String method, String target) {
    return client.withKey(method, target).header("Accept-Encoding", "gzip");
  }

  private static boolean isCompressed(HttpResponse<?> response) {
    assertThat(response.headers().allValues("Vary")).containsExactly("Accept-Encoding");
    List<String> encodings = response.headers().allValues("Content-Encoding");
    assertThat(encodings).isIn(List.of(), List.of("gzip"));
    return !encodings.isEmpty();
  }

  private static byte[] decompress(byte[] bytes) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
  }

  @ParameterizedTest
  @CsvSource({
    "/held, application/json, true",
    "/prepared, application/json, true",
    "/page, text/html; charset=utf-8, true",
    "/streamed, application/json, false"
  })
  void body_ofAnyLength_arrivesWhole_andTheSameCompressed(
      String path, String type, boolean hasLength) throws IOException {
    long seed = Seeds.first();
    int any = MIN + new Random(seed).nextInt(300_000);
    int[] lengths = {
      1,
      MIN - 1,
      MIN,
      32 << 10,
      (32 << 10) + 1,
      64 << 10,
      (64 << 10) + 1,
      164_000,
      1 << 20,
      LONGER_THAN_POOLED,
      LARGE,
      any
    };
    for (int length : lengths) {
      String target = path + "?bytes=" + length;
      String what = "seed=" + seed + " " + target;
      HttpResponse<byte[]> plain = client.sendForBytes(client.withKey("GET", target));
      assertThat(plain.statusCode()).as(what).isEqualTo(200);
      assertThat(new String(plain.body(), UTF_8)).as(what).isEqualTo(text(length));
      assertThat(plain.headers().allValues("Content-Type")).containsExactly(type);
      assertThat(TestClient.header(plain, "Content-Length"))
          .isEqualTo(hasLength ? Integer.toString(length) : "");
      assertThat(isCompressed(plain)).as(what).isFalse();

      HttpResponse<byte[]> asked = client.sendForBytes(asking("GET", target));
      boolean isSmall = length < MIN && hasLength;
      assertThat(isCompressed(asked)).as(what).isEqualTo(!isSmall);
      assertThat(asked.statusCode()).as(what).isEqualTo(200);
      assertThat(isSmall ? asked.body() : decompress(asked.body())).isEqualTo(plain.body());
      if (length > 1) {
        assertThat(asked.body().length).as(what).isLessThanOrEqualTo(length);
      }
    }
  }

  @Test
  void body_ofAnError_isPlain() {
    HttpResponse<byte[]> response = client.sendForBytes(asking("GET", "/bad?bytes=9000"));
    assertThat(isCompressed(response)).isFalse();
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).hasSize(9_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | true",
        "GZIP | true",
        "deflate, gzip;q=0.5 | true",
        "* | true",
        "br;q=1.0, *;q=0.1 | true",
        "identity | false",
        "br, deflate | false",
        "gzip;q=0 | false",
        "x-unknown | false",
        "*;q=0, identity | false"
      })
  void body_isCompressedForClientsThatTakeGzip(String accepted, boolean isCompressed)
      throws IOException {
    HttpResponse<byte[]> response =
        client.sendForBytes(
            client.withKey("GET", "/held?bytes=5000").header("Accept-Encoding", accepted));
    assertThat(isCompressed(response)).isEqualTo(isCompressed);
    assertThat(isCompressed ? decompress(response.body()) : response.body()).hasSize(5_000);
    if (!isCompressed) {
      assertThat(response.headers().firstValue("Content-Length")).hasValue("5000");
    }
  }

  @Test
  void body_forAClientThatTakesNothing_isAnError() {
    assertError(
        client.send(
            client.withKey("GET", "/held?bytes=5000").header("Accept-Encoding", "identity;q=0")),
        415,
        "unsupported_media_type",
        "neither gzip nor identity");
  }

  /** Rounds of bodies of other lengths are in the buffers of those before them. */
  @Test
  void bodies_ofRequestsSideBySide_areTheirOwn() throws Exception {
    for (int length : new int[] {150_000, 100_000, 159_000}) {
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        responses.add(client.sendAsync(client.withKey("GET", "/prepared?bytes=" + (length + i))));
      }
      for (int i = 0; i < 50; i++) {
        assertThat(responses.get(i).get().body()).as("request %d", i).isEqualTo(text(length + i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/held?bytes=9", "/held?bytes=9000", "/prepared?bytes=164000"})
  void head_hasTheHeadersOfGetAndNoBody(String target) {
    String length = target.substring(target.indexOf('=') + 1);
    HttpResponse<byte[]> plain = client.sendForBytes(client.withKey("HEAD", target));
    HttpResponse<byte[]> asked = client.sendForBytes(asking("HEAD", target));
    assertThat(isCompressed(plain)).isFalse();
    assertThat(plain.headers().firstValue("Content-Length")).hasValue(length);
    assertThat(plain.headers().allValues("Seen")).containsExactly("yes");
    assertThat(isCompressed(asked)).isEqualTo(target.endsWith("000"));
    assertThat(plain.body()).isEmpty();
    assertThat(asked.body()).isEmpty();
  }

  @Test
  void head_ofAStreamedBody_hasNone() {
    HttpResponse<String> response = client.send("HEAD", "/streamed?bytes=" + LARGE);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  private void awaitFree() {
    Waiting.until(() -> client.get("/streamed?bytes=10").statusCode() == 200);
  }

  @Test
  void failure_beforeTheFirstBytes_isAnAnswerOfItsOwn_freesItsPlace_andIsLogged() {
    limitToOne();
    for (String path : List.of("/refused", "/prepared-refused", "/streamed-refused")) {
      assertError(client.get(path), 503, "unavailable", "no place");
    }
    try (CapturedLog log = new CapturedLog(ErrorResponses.class)) {
      for (String path :
          List.of(
              "/fault",
              "/prepared-fault",
              "/too-short",
              "/too-long",
              "/streamed-fault",
              "/fault-early")) {
        HttpResponse<String> response = client.get(path);
        assertError(response, 500, "internal_error", "the fault is in its log");
        assertThat(response.body()).doesNotContain("secret", "xx", "Exception");
        assertThat(log.messages()).last(STRING).contains("GET " + path + " failed");
      }
      assertThat(log.events().get(0).getThrowableProxy().getMessage())
          .isEqualTo("a secret of the inside");
    }
    awaitFree();
  }

  @Test
  void failure_afterTheFirstBytes_breaksTheConnection() throws IOException {
    limitToOne();
    for (HttpRequest.Builder request :
        List.of(client.withKey("GET", "/fault-late"), asking("GET", "/fault-late"))) {
      assertThatThrownBy(() -> client.sendAsync(request).get())
          .hasCauseInstanceOf(IOException.class);
      awaitFree();
    }
    for (String header : List.of("X: a", "Connection: close", "Accept-Encoding: gzip")) {
      String received = server.exchange(RawConnection.head("GET /fault-late", header));
      assertThat(received)
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("Transfer-Encoding: chunked\r\n")
          .hasSizeLessThan(LARGE + 100_000)
          .doesNotContain("secret")
          .doesNotEndWith("\r\n0\r\n\r\n");
      assertThat(received.contains("Content-Encoding: gzip")).isEqualTo(header.endsWith("gzip"));
      awaitFree();
    }
  }

  @Test
  void failure_onAConnectionThatCloses_isAnAnswerOfItsOwn() throws IOException {
    assertThat(server.exchange(RawConnection.head("GET /fault-early", "Connection: close")))
        .startsWith("HTTP/1.1 500 ")
        .doesNotContain("Transfer-Encoding", "xx")
        .endsWith("}");
  }

  @Test
  void connection_afterAnyAnswer_takesTheNextRequest() throws IOException {
    String requests =
        String.join(
            "",
            RawConnection.head("GET /prepared?bytes=164000"),
            RawConnection.head("GET /prepared-fault"),
            RawConnection.head("GET /too-short"),
            RawConnection.head("HEAD /prepared?bytes=164000"),
            RawConnection.head("GET /prepared-refused"),
            RawConnection.head("GET /streamed?bytes=10"),
            RawConnection.head("GET /held?bytes=9000", "Accept-Encoding: gzip"),
            RawConnection.head("GET /prepared?bytes=70000"),
            RawConnection.head("GET /prepared", "Connection: close"));
    String[] answers = server.exchange(requests).split("HTTP/1\\.1 ", -1);
    assertThat(answers).hasSize(1 + 9);
    assertThat(answers[1]).startsWith("200 ").endsWith(text(164_000));
    assertThat(answers[2]).startsWith("500 ").endsWith("}");
    assertThat(answers[3]).startsWith("500 ").endsWith("}");
    assertThat(answers[4]).startsWith("200 ").contains("Length: 164000\r\n").endsWith("\r\n\r\n");
    assertThat(answers[5]).startsWith("503 ").endsWith("}");
    assertThat(answers[6]).startsWith("200 ").endsWith(text(10) + "\r\n0\r\n\r\n");
    assertThat(answers[7]).startsWith("200 ").contains("Content-Encoding: gzip\r\n");
    assertThat(answers[8]).startsWith("200 ").endsWith(text(70_000));
    assertThat(answers[9]).startsWith("500 ").endsWith("}");
  }

  @Test
  void client_ofHttp10_getsTheBodyWithoutChunks() throws IOException {
    String head = "GET /streamed?bytes=10 HTTP/1.0\r\nAuthorization: Bearer test-key\r\n\r\n";
    assertThat(server.exchange(head))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .doesNotContain("chunked")
        .endsWith("\r\n\r\n" + text(10));
  }

  @Test
  void place_isTakenWhileTheBodyIsWritten_andHealthNeedsNone() throws Exception {
    limitToOne();
    String status = server.send(RawConnection.head("GET /slow")).readLine();
    assertThat(status).isEqualTo("HTTP/1.1 200 OK");
    assertError(client.get("/held?bytes=1"), 503, "unavailable", "busy");
    assertThat(client.send(client.request("GET", "/health")).statusCode()).isEqualTo(204);
    server.leave.countDown();
    awaitFree();
  }

  /** Clients leave streams all day: whoever reads the log must not wade through stacks. */
  @Test
  void client_thatLeavesMidway_freesItsPlace_andIsOneLineOfTheLogWithoutAStack() throws Exception {
    limitToOne();
    try (CapturedLog log = new CapturedLog(AnswerWriter.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(server.status(RawConnection.head("GET /endless"))).isEqualTo("HTTP/1.1 200 OK");
        awaitFree();
      }
      Waiting.until(() -> log.events().size() >= 3);
      assertThat(log.messages())
          .hasSize(3)
          .allMatch(line -> line.startsWith("GET /endless was cut by its client:"));
      assertThat(log.events()).allMatch(event -> event.getThrowableProxy() == null);
    }
  }

  @Test
  void buffers_ofAnswersSentAndFailed_areGivenBack() {
    for (int i = 0; i < 20; i++) {
      String path = "/prepared?bytes=" + (164_000 + i);
      client.get(path);
      client.send("HEAD", path);
      client.sendForBytes(asking("GET", path));
      client.sendForBytes(asking("HEAD", path));
      client.get("/prepared-fault");
    }
    awaitAllGivenBack();
    assertThat(server.server().buffers().getDirectByteBufferCount()).isBetween(2L, 20L);
  }

  @Test
  void buffers_ofClientsThatLeaveMidway_areGivenBack() throws Exception {
    // Together more than the system takes for a client that does not read.
    int length = 1 << 20;
    String requests = RawConnection.head("GET /prepared?bytes=" + length).repeat(16);
    for (int i = 0; i < 5; i++) {
      try (RawConnection leaving = new RawConnection(server.port()).send(requests)) {
        assertThat(leaving.readLine()).isEqualTo("HTTP/1.1 200 OK");
        Waiting.until(() -> server.server().memory().inFlight() >= length);
      }
    }
    awaitAllGivenBack();
  }

  private void awaitAllGivenBack() {
    server.server().close();
    Waiting.until(() -> bytesInUse() <= 0);
  }

  /** Returns how much of the pool's buffers off the heap was not given back. */
  private long bytesInUse() {
    ArrayByteBufferPool pool = server.server().buffers();
    return pool.getDirectMemory() - pool.getAvailableDirectMemory();
  }
}
