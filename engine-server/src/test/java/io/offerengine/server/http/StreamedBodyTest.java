package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamed bodies: whole ones, failing ones, and clients that leave. */
class StreamedBodyTest {
  private static final int LARGE = 5_000_000;

  private final CountDownLatch leave = new CountDownLatch(1);

  @AutoClose
  private final RouteServer server =
      RouteServer.of(
          ServerSettings.defaults().with(to -> to.requestLimit = 1),
          route("/small", out -> write(out, 10)),
          route("/large", out -> write(out, LARGE)),
          route("/endless", out -> write(out, Integer.MAX_VALUE)),
          route(
              "/refused",
              out -> {
                throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, "no place");
              }),
          route("/fault", out -> failAfter(out, 0)),
          route("/fault-early", out -> failAfter(out, 60_000)),
          route("/fault-late", out -> failAfter(out, LARGE)),
          route("/slow", this::writeLater));

  private final TestClient client = server.client();

  @AfterEach
  void letGo() {
    leave.countDown();
  }

  private static Route route(String path, Answer.Writing writing) {
    return Route.of(Scope.SEARCH, "GET", path, request -> Answer.streamed(writing));
  }

  private static void write(OutputStream out, int bytes) throws IOException {
    byte[] part = "x".repeat(1_000).getBytes(UTF_8);
    for (int left = bytes; left > 0; left -= part.length) {
      out.write(part, 0, Math.min(left, part.length));
    }
  }

  private static void failAfter(OutputStream out, int bytes) throws IOException {
    write(out, bytes);
    throw new IllegalStateException("a secret of the inside");
  }

  private void writeLater(OutputStream out) throws IOException {
    write(out, 100_000);
    RouteServer.await(leave);
  }

  private static String head(String path) {
    return RawConnection.head("GET " + path);
  }

  /** Returns the head of the last request of a connection. */
  private static String lastHead(String path) {
    return RawConnection.head("GET " + path, "Connection: close");
  }

  private void awaitFree() throws InterruptedException {
    Waiting.until(() -> client.get("/small").statusCode() == 200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/small", "/large"})
  void body_thatIsWritten_arrivesWhole(String path) {
    HttpResponse<String> response = client.get(path);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.headers().firstValue("Content-Length")).isEmpty();
    assertThat(response.body()).isEqualTo("x".repeat(path.equals("/small") ? 10 : LARGE));
  }

  @Test
  void connection_afterAStreamedBody_takesTheNextRequest() throws IOException {
    String both = server.exchange(head("/small") + lastHead("/small"));
    assertThat(both.split("HTTP/1.1 200 OK", -1)).hasSize(3);
    assertThat(both).endsWith("xxxxxxxxxx\r\n0\r\n\r\n");
  }

  @Test
  void head_ofAStreamedBody_hasNone() {
    HttpResponse<String> response = client.send("HEAD", "/large");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void failure_beforeTheFirstBytes_isAnAnswerOfItsOwn() throws InterruptedException {
    assertError(client.get("/refused"), 503, "unavailable", "no place");
    for (String path : new String[] {"/fault", "/fault-early"}) {
      HttpResponse<String> response = client.get(path);
      assertError(response, 500, "internal_error", "the service failed on this request");
      assertThat(response.body()).doesNotContain("secret", "xx");
    }
    awaitFree();
  }

  @Test
  void failure_afterTheFirstBytes_breaksTheConnection() throws Exception {
    assertThatThrownBy(() -> client.sendAsync(client.withKey("GET", "/fault-late")).get())
        .hasCauseInstanceOf(IOException.class);
    for (String head : List.of(head("/fault-late"), lastHead("/fault-late"))) {
      String received = server.exchange(head);
      assertThat(received)
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("Transfer-Encoding: chunked\r\n")
          .hasSizeLessThan(LARGE + 100_000)
          .doesNotContain("secret")
          .doesNotEndWith("\r\n0\r\n\r\n");
      awaitFree();
    }
  }

  @Test
  void failure_onAConnectionThatCloses_isAnAnswerOfItsOwn() throws IOException {
    assertThat(server.exchange(lastHead("/fault-early")))
        .startsWith("HTTP/1.1 500 ")
        .doesNotContain("Transfer-Encoding", "xx")
        .endsWith("}");
  }

  @Test
  void client_ofHttp10_getsTheBodyWithoutChunks() throws IOException {
    String received =
        server.exchange("GET /small HTTP/1.0\r\nAuthorization: Bearer test-key\r\n\r\n");
    assertThat(received)
        .startsWith("HTTP/1.1 200 OK\r\n")
        .doesNotContain("chunked")
        .endsWith("\r\n\r\nxxxxxxxxxx");
  }

  @Test
  void place_isTakenWhileTheBodyIsWritten() throws Exception {
    assertThat(server.send(head("/slow")).readLine()).isEqualTo("HTTP/1.1 200 OK");
    assertError(client.get("/small"), 503, "unavailable", "busy");
    leave.countDown();
    awaitFree();
  }

  @Test
  void client_thatLeavesMidway_freesItsPlace() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(server.status(head("/endless"))).isEqualTo("HTTP/1.1 200 OK");
      awaitFree();
    }
  }
}
