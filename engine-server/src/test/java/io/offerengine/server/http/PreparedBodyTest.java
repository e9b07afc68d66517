package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prepared bodies: their bytes, their failures, and the pool's buffers. */
class PreparedBodyTest {
  private static final int LONGER_THAN_POOLED = 3_000_001;

  @AutoClose
  private final RouteServer server =
      RouteServer.of(
          Route.of(Scope.SEARCH, "GET", "/random", PreparedBodyTest::random)
              .knowing("length", "seed"),
          route(
              "/refused",
              100,
              target -> {
                throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, "no place");
              }),
          route(
              "/fault",
              100_000,
              target -> {
                target.put((byte) 'x');
                throw new IllegalStateException("a secret of the inside");
              }),
          route("/too-short", 100_000, target -> target.put(new byte[99_999])),
          route("/too-long", 100_000, target -> target.put(new byte[100_001])));

  private final TestClient client = server.client();

  private static Route route(String path, int length, Consumer<ByteBuffer> writing) {
    return Route.of(Scope.SEARCH, "GET", path, request -> Answer.prepared(length, writing, null));
  }

  private static Answer random(ApiRequest request) {
    byte[] text =
        text(
            Integer.parseInt(String.valueOf(request.parameters().text("length"))),
            Long.parseLong(String.valueOf(request.parameters().text("seed"))));
    return Answer.prepared(text.length, target -> target.put(text), null).with("Seen", "yes");
  }

  private static byte[] text(int length, long seed) {
    Random random = new Random(seed);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private static String path(int length, long seed) {
    return "/random?length=" + length + "&seed=" + seed;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 65_536, 65_537, 164_000, 1 << 20, LONGER_THAN_POOLED})
  void body_ofAnyLength_arrivesWholeAndWithItsLength(int length) {
    HttpResponse<byte[]> response = client.sendForBytes(client.withKey("GET", path(length, 1)));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.headers().allValues("Content-Length"))
        .containsExactly(Integer.toString(length));
    assertThat(response.headers().allValues("Seen")).containsExactly("yes");
    assertThat(response.body()).isEqualTo(text(length, 1));
  }

  /** Rounds of bodies of other lengths are in the buffers of those before them. */
  @Test
  void bodies_ofRequestsSideBySide_areTheirOwn() throws Exception {
    for (int length : new int[] {150_000, 100_000, 159_000}) {
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        responses.add(client.sendAsync(client.withKey("GET", path(length + i, i))));
      }
      for (int i = 0; i < 50; i++) {
        assertThat(responses.get(i).get().body())
            .as("request %d", i)
            .isEqualTo(new String(text(length + i, i), UTF_8));
      }
    }
  }

  @Test
  void head_ofABody_hasItsLengthAndNone() {
    HttpResponse<byte[]> response = client.sendForBytes(client.withKey("HEAD", path(164_000, 3)));
    assertThat(response.headers().firstValue("Content-Length")).contains("164000");
    assertThat(response.headers().allValues("Seen")).containsExactly("yes");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void failure_ofTheWriter_isAnAnswerOfItsOwn() {
    assertError(client.get("/refused"), 503, "unavailable", "no place");
    for (String path : new String[] {"/fault", "/too-short", "/too-long"}) {
      HttpResponse<String> response = client.get(path);
      assertError(response, 500, "internal_error", "the service failed on this request");
      assertThat(response.body()).doesNotContain("secret");
    }
  }

  @Test
  void body_withoutBytes_isRefusedWhereItIsMade() {
    assertThatThrownBy(() -> Answer.prepared(0, target -> {}, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a body has at least 1 byte, but got 0");
  }

  @Test
  void connection_afterAnyAnswer_takesTheNextRequest() throws IOException {
    String requests =
        String.join(
            "",
            RawConnection.head("GET " + path(164_000, 4)),
            RawConnection.head("GET /fault"),
            RawConnection.head("GET /too-short"),
            RawConnection.head("HEAD " + path(164_000, 5)),
            RawConnection.head("GET /refused"),
            RawConnection.head("GET " + path(70_000, 6)),
            RawConnection.head("GET /random", "Connection: close"));
    String[] answers = server.exchange(requests).split("HTTP/1\\.1 ", -1);
    assertThat(answers).hasSize(1 + 7);
    assertThat(answers[1]).startsWith("200 ").endsWith(new String(text(164_000, 4), UTF_8));
    assertThat(answers[2]).startsWith("500 ").endsWith("}");
    assertThat(answers[3]).startsWith("500 ").endsWith("}");
    assertThat(answers[4]).startsWith("200 ").contains("Length: 164000\r\n").endsWith("\r\n\r\n");
    assertThat(answers[5]).startsWith("503 ").endsWith("}");
    assertThat(answers[6]).startsWith("200 ").endsWith(new String(text(70_000, 6), UTF_8));
    assertThat(answers[7]).startsWith("500 ").endsWith("}");
  }

  @Test
  void buffers_ofAnswersSentAndFailed_areGivenBack() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      String path = path(164_000, i);
      client.get(path);
      client.send("HEAD", path);
      client.sendForBytes(client.withKey("GET", path).header("Accept-Encoding", "gzip"));
      client.sendForBytes(client.withKey("HEAD", path).header("Accept-Encoding", "gzip"));
      client.get("/fault");
    }
    awaitAllGivenBack();
    assertThat(server.server().buffers().getDirectByteBufferCount()).isBetween(2L, 20L);
  }

  @Test
  void buffers_ofClientsThatLeaveMidway_areGivenBack() throws Exception {
    // Together more than the system takes for a client that does not read.
    int length = 1 << 20;
    String requests = RawConnection.head("GET " + path(length, 1)).repeat(16);
    for (int i = 0; i < 5; i++) {
      try (RawConnection leaving = new RawConnection(server.server().port()).send(requests)) {
        assertThat(leaving.readLine()).isEqualTo("HTTP/1.1 200 OK");
        Waiting.until(() -> server.server().bytesInFlight() >= length);
      }
    }
    awaitAllGivenBack();
  }

  private void awaitAllGivenBack() throws InterruptedException {
    server.server().close();
    Waiting.until(() -> bytesInUse() <= 0);
  }

  /** Returns how much of the pool's buffers off the heap was not given back. */
  private long bytesInUse() {
    ArrayByteBufferPool pool = server.server().buffers();
    return pool.getDirectMemory() - pool.getAvailableDirectMemory();
  }
}
