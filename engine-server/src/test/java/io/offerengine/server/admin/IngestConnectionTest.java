package io.offerengine.server.admin;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.market.TestMarket;
import io.offerengine.testing.Waiting;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ingests over connections that break, pause or send malformed requests. */
class IngestConnectionTest {
  private static final String OFFERS = "/admin/offers";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

  @AutoClose
  private final TestMarket market = TestMarket.open(new IngestLimits(64 << 20, 100_000, 1));

  /** Returns the head of a request without its blank line. */
  private static String head(String method, String query) {
    String head = RawConnection.head(method + " /admin/offers" + query, "Connection: close");
    return head.substring(0, head.length() - 2);
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private void awaitVersion(long version) throws InterruptedException {
    Waiting.until(() -> market.engine().snapshot().version() >= version);
  }

  private void awaitRunning(int ingests) throws InterruptedException {
    Waiting.until(() -> market.runningIngests() == ingests);
  }

  @ParameterizedTest
  @CsvSource({"PUT,Content-Length: 99999", "PATCH,Content-Length: 99999", "PUT,", "PATCH,"})
  void cut_afterWholeLines_appliesNothing(String method, String length) throws Exception {
    String lines = "{\"id\":1000,\"num_gpus\":99}\n{\"id\":1001,\"num_gpus\":99}\n";
    try (RawConnection connection = new RawConnection(market.port())) {
      String body = length == null ? CHUNKED + chunk(lines) : length + "\r\n\r\n" + lines;
      connection.send(head(method, "") + body);
      awaitRunning(1);
    }
    awaitRunning(0);
    assertThat(market.engine().snapshot().version()).isEqualTo(1);
  }

  /** The client ends its output within the body, or sends a chunk that is none. */
  @ParameterizedTest
  @CsvSource({"Content-Length: 99,,it is cut short", ",,it is cut short", ",zz,its chunks are"})
  void brokenBody_afterWholeLines_isAnErrorThatAppliesNothing(
      String length, String chunk, String problem) throws Exception {
    String line = "{\"id\":1}\n";
    try (RawConnection connection = new RawConnection(market.port())) {
      String body = length == null ? CHUNKED + chunk(line) : length + "\r\n\r\n" + line;
      connection.send(head("PUT", "") + body + (chunk == null ? "" : chunk + "\r\n"));
      String response = (chunk == null ? connection.finish() : connection).readAll();
      assertThat(response)
          .startsWith("HTTP/1.1 400 ")
          .contains("\"error\":\"invalid_request\"", problem);
    }
    assertThat(market.engine().snapshot().version()).isEqualTo(1);
  }

  @Test
  void cut_inBatches_keepsTheBatchesBeforeAndDropsTheOpenOne() throws Exception {
    String five = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n{\"id\":5}\n";
    try (RawConnection connection = new RawConnection(market.port())) {
      connection.send(head("PUT", "?batch=2") + CHUNKED + chunk(five));
      awaitVersion(3);
    }
    awaitRunning(0);
    assertThat(market.engine().snapshot().version()).isEqualTo(3);
    assertThat(market.engine().snapshot().size()).isEqualTo(12 + 4);
  }

  @Test
  void halfClose_inBatches_saysHowFarItGot() throws Exception {
    String three = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n";
    try (RawConnection connection = new RawConnection(market.port())) {
      String response =
          connection.send(head("PUT", "?batch=2") + CHUNKED + chunk(three)).finish().readAll();
      assertThat(response)
          .startsWith("HTTP/1.1 400 ")
          .contains("it is cut short", "; the first 2 offers, up to line 2, are stored (version 2)")
          .endsWith(",\"offers\":2,\"line\":2,\"version\":2}");
    }
    assertThat(market.engine().snapshot().size()).isEqualTo(12 + 2);
  }

  @Test
  void malformedChunks_inBatches_sayHowFarItGot() throws Exception {
    try (RawConnection connection = new RawConnection(market.port())) {
      String body = CHUNKED + chunk("{\"id\":1}\n{\"id\":2}\n") + "zz\r\n";
      String response = connection.send(head("PUT", "?batch=1") + body).readAll();
      assertThat(response)
          .startsWith("HTTP/1.1 400 ")
          .contains("its chunks are malformed; the first ", " are stored (version ")
          .containsPattern(",\"offers\":[12],\"line\":[12],\"version\":[23]}$");
    }
  }

  @Test
  void body_thatArrivesSlowly_isAppliedAtItsEnd() throws Exception {
    String line = "{\"id\":1,\"gpu_name\":\"é\"}\n".replace("é", "\u00c3\u00a9");
    try (RawConnection connection = new RawConnection(market.port())) {
      connection.send(head("PUT", "") + CHUNKED);
      for (int i = 0; i < line.length(); i++) {
        connection.send(chunk(line.substring(i, i + 1)));
      }
      awaitRunning(1);
      assertThat(market.engine().snapshot().version()).isEqualTo(1);
      String response = connection.send("0\r\n\r\n").readAll();
      assertThat(response).startsWith("HTTP/1.1 200 ").contains("\"offers\":1,").contains(":2}");
    }
    assertThat(market.engine().snapshot().version()).isEqualTo(2);
  }

  @Test
  void wrongLine_ofAFeedThatNeverEnds_isAnsweredAtOnce() throws Exception {
    try (RawConnection connection = new RawConnection(market.port())) {
      connection.send(head("PUT", "?batch=1") + CHUNKED + chunk("{\"id\":1}\n{\"num_gpus\":1}\n"));
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 400 Bad Request");
    }
    assertThat(market.engine().snapshot().version()).isEqualTo(2);
  }

  @Test
  void ingest_besideAsManyAsMayRun_isRefusedForNow() throws Exception {
    TestClient client = market.client();
    try (RawConnection connection = new RawConnection(market.port())) {
      connection.send(head("PUT", "") + CHUNKED + chunk("{\"id\":1}"));
      awaitRunning(1);
      assertError(
          client.send(
              client
                  .withKey("PATCH", OFFERS)
                  .method(
                      "PATCH", BodyPublishers.ofInputStream(() -> InputStream.nullInputStream()))),
          503,
          "unavailable",
          "busy with other ingests; try again");
      assertThat(client.post("/api/v0/bundles", "{}").statusCode()).isEqualTo(200);
      assertThat(client.send("PUT", OFFERS, "{\"id\":2}").statusCode())
          .as("a small change, which waits for its turn")
          .isEqualTo(200);
    }
    awaitRunning(0);
  }

  @Test
  void refusal_beforeTheBody_reachesAClientThatAsksFirst() throws Exception {
    String expect = "Content-Length: 99\r\nExpect: 100-continue\r\n\r\n";
    try (RawConnection connection = new RawConnection(market.port())) {
      String response = connection.send(head("PUT", "?batch=0") + expect).readAll();
      assertThat(response).startsWith("HTTP/1.1 400 ").contains("from 1 to 100000");
    }
    try (RawConnection connection = new RawConnection(market.port())) {
      connection.send(head("PUT", "") + expect.replace("99", "8"));
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(connection.send("{\"id\":3}").readAll()).contains("HTTP/1.1 200 ");
    }
  }
}
