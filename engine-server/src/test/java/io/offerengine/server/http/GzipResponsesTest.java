package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.server.keys.Scope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies equal the plain bodies of the same requests. */
class GzipResponsesTest {
  private static final int MIN = GzipResponses.MIN_BYTES;

  @AutoClose
  private static final RouteServer server =
      RouteServer.of(
          route("/held", request -> Answer.ok(text(request))),
          route(
              "/prepared",
              request -> {
                byte[] text = text(request);
                return Answer.prepared(text.length, target -> target.put(text), null);
              }),
          route("/page", request -> Answer.of(200, "text/html; charset=utf-8", text(request))),
          route("/refused", request -> Answer.of(400, text(request))),
          route(
              "/streamed",
              request -> {
                byte[] text = text(request);
                return Answer.streamed(out -> out.write(text));
              }),
          route("/cut", request -> Answer.streamed(GzipResponsesTest::failMidway)));

  private static final TestClient client = server.client();

  private static Route route(String path, Endpoint endpoint) {
    return Route.of(Scope.SEARCH, "GET", path, endpoint).knowing("bytes");
  }

  /** Returns a text of the given length: partly repeated, partly random. */
  private static byte[] text(ApiRequest request) {
    int length = Integer.parseInt(request.parameters().text("bytes"));
    Random random = new Random(length);
    StringBuilder text = new StringBuilder("{");
    while (text.length() < length) {
      text.append("\"dph_total\":").append(random.nextDouble()).append(',');
    }
    return text.substring(0, length).getBytes(UTF_8);
  }

  private static void failMidway(OutputStream out) throws IOException {
    out.write(new byte[5_000_000]);
    throw new IllegalStateException("a secret of the inside");
  }

  private static HttpRequest.Builder asking(String method, String target) {
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
  @ValueSource(strings = {"/held", "/prepared", "/page", "/streamed"})
  void body_ofAnyLength_isThePlainOneCompressed(String path) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int[] lengths = {
      MIN - 1, MIN, 32 << 10, (32 << 10) + 1, 64 << 10, 3_000_001, MIN + random.nextInt(300_000)
    };
    for (int length : lengths) {
      String target = path + "?bytes=" + length;
      HttpResponse<byte[]> plain = client.sendForBytes(client.withKey("GET", target));
      HttpResponse<byte[]> compressed = client.sendForBytes(asking("GET", target));
      boolean isSmall = length < MIN && !path.equals("/streamed");
      String what = "seed=" + seed + " " + target;
      assertThat(plain.body()).as(what).hasSize(length);
      assertThat(isCompressed(plain)).as(what).isFalse();
      assertThat(isCompressed(compressed)).as(what).isEqualTo(!isSmall);
      assertThat(compressed.statusCode()).as(what).isEqualTo(plain.statusCode());
      assertThat(isSmall ? compressed.body() : decompress(compressed.body()))
          .as(what)
          .isEqualTo(plain.body());
      assertThat(compressed.body().length).as(what).isLessThanOrEqualTo(plain.body().length);
    }
  }

  @Test
  void body_ofAnError_isPlain() {
    HttpResponse<byte[]> response = client.sendForBytes(asking("GET", "/refused?bytes=9000"));
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

  @Test
  void head_hasTheHeadersOfGetAndNoBody() {
    for (String target : new String[] {"/held?bytes=9", "/held?bytes=9000"}) {
      HttpResponse<byte[]> plain = client.sendForBytes(client.withKey("HEAD", target));
      HttpResponse<byte[]> asked = client.sendForBytes(asking("HEAD", target));
      assertThat(isCompressed(plain)).isFalse();
      assertThat(plain.headers().firstValue("Content-Length")).hasValue(target.substring(12));
      assertThat(isCompressed(asked)).isEqualTo(target.endsWith("000"));
      assertThat(plain.body()).isEmpty();
      assertThat(asked.body()).isEmpty();
    }
  }

  @Test
  void connection_afterACompressedBody_takesTheNextRequest() throws IOException {
    String both =
        server.exchange(
            RawConnection.head("GET /held?bytes=9000", "Accept-Encoding: gzip")
                + RawConnection.head("GET /held?bytes=9000", "Connection: close"));
    assertThat(both.split("HTTP/1.1 200 OK", -1)).hasSize(3);
  }

  @Test
  void failure_afterTheFirstBytes_breaksTheConnection() throws IOException {
    assertThatThrownBy(() -> client.sendAsync(asking("GET", "/cut")).get())
        .hasCauseInstanceOf(IOException.class);
    String received = server.exchange(RawConnection.head("GET /cut", "Accept-Encoding: gzip"));
    assertThat(received).contains("Content-Encoding: gzip").doesNotEndWith("\r\n0\r\n\r\n");
  }

  @Test
  void errors_ofJettyToo_areReadable() throws IOException {
    HttpResponse<String> missing = client.send(asking("GET", "/nowhere"));
    assertError(missing, 404, "not_found", "/nowhere");
    assertThat(server.exchange("GET / HTTP/9.9\r\nAccept-Encoding: gzip\r\n\r\n"))
        .contains("\"success\":false");
  }
}
