package io.offerengine.server.admin;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.market.TestMarket.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.LogUnavailableException;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.market.TestMarket;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Offers are stored, updated and deleted over HTTP while the service runs. Bad ingests of every
 * kind get their status, code and text, and change nothing; nor do connections that break.
 */
class IngestTest {
  private static final String OFFERS = "/admin/offers";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
  private static final IngestLimits SMALL = new IngestLimits(100_000, 50, 1);

  @AutoClose private final TestMarket market = TestMarket.open(SMALL);
  private final TestClient client = market.client();

  private HttpResponse<String> send(String method, String target, String body) {
    return client.send(
        client
            .withKey(method, target)
            .header("Content-Type", "application/x-ndjson")
            .method(method, BodyPublishers.ofString(body, UTF_8)));
  }

  private static HttpRequest.Builder chunked(HttpRequest.Builder request, String body) {
    return request.PUT(BodyPublishers.ofByteArrays(List.of(body.getBytes(UTF_8))));
  }

  private long version() {
    return market.engine().snapshot().version();
  }

  private static void assertTaken(
      HttpResponse<String> response, long offers, String skipped, long version) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.body())
        .isEqualTo(
            "{\"success\":true,\"offers\":%d,\"skipped_fields\":%s,\"version\":%d}"
                .formatted(offers, skipped, version));
  }

  private String stored(long id) {
    return client.get(OFFERS + "/" + id).body();
  }

  @Test
  void put_ofWhatIsSaidInAnotherWay_storesAndShowsIt_andNamesTheRest() {
    String line =
        "{\"id\":-7,\"gpu_name\":\"é \\\" \\\\\",\"reliability2\":0.9993718,\"gpu_ram_GB\":24,"
            + "\"verified\":true,\"datacenter\":false,\"dph_total\":0.5}";
    assertTaken(send("PUT", OFFERS, line), 1, "{\"dph_total\":1}", 2);
    HttpResponse<String> shown = client.get(OFFERS + "/-7");
    assertThat(shown.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(ok(shown))
        .isEqualTo(
            "{\"id\":-7,\"verification\":\"verified\",\"gpu_name\":\"é \\\" \\\\\","
                + "\"gpu_ram\":24000,\"reliability\":0.9993718}\n");
    assertTaken(send("PUT", OFFERS, shown.body()), 1, "{}", 3);
    assertTaken(send("PATCH", OFFERS, "{\"id\":-7,\"cuda_vers\":12.4}"), 1, "{}", 4);
    assertThat(stored(-7)).contains("\"cuda_max_good\":12.4");
  }

  @Test
  void put_ofOffers_storesNewOnesAndReplacesOldOnesWhole() {
    String lines =
        """
        {"id":1,"gpu_name":"RTX 5090","dph_base":0.3,"sla_sigma_x":1,"gpu_ids":[4,5]}
        {"id":1000,"num_gpus":8.0,"mobo_name":null,"sla_sigma_x":2,"so \\"said\\"":{}}
        """;
    assertTaken(send("PUT", OFFERS, lines), 2, "{\"sla_sigma_x\":2,\"so \\\"said\\\"\":1}", 2);
    assertThat(stored(1))
        .isEqualTo("{\"id\":1,\"gpu_name\":\"RTX 5090\",\"gpu_ids\":[4,5],\"dph_base\":0.3}\n");
    assertThat(stored(1000)).isEqualTo("{\"id\":1000,\"num_gpus\":8}\n");
    assertThat(market.engine().snapshot().size()).isEqualTo(13);
    HttpResponse<String> search = client.post("/api/v0/bundles", "{\"gpu_name\":\"RTX 5090\"}");
    assertThat(ids(search.body())).containsExactly(1L);
  }

  @Test
  void patch_ofOffers_changesTheGivenFieldsAlone() {
    String before = stored(1001);
    String lines =
        """
        {"id":1001,"dph_base":7.5,"x":1}
        {"id":1002,"rentable":null}
        """;
    assertTaken(send("PATCH", OFFERS, lines), 2, "{\"x\":1}", 2);
    assertThat(stored(1001)).isEqualTo(before.replace("\"dph_base\":0.5", "\"dph_base\":7.5"));
    assertThat(before).contains("\"dph_base\":0.5");
    assertThat(stored(1002)).contains("\"gpu_name\"").doesNotContain("rentable");
  }

  @Test
  void delete_ofAnOffer_removesItOnce() {
    HttpRequest.Builder request = client.withKey("DELETE", OFFERS + "/1003/");
    assertTaken(client.send(request), 1, "{}", 2);
    assertError(client.send(request), 404, "unknown_offer", "no offer has the id 1003");
    HttpRequest.Builder show = client.withKey("GET", OFFERS + "/1003");
    assertError(client.send(show), 404, "unknown_offer", "no offer has the id 1003");
    assertThat(version()).isEqualTo(2);
    assertThat(market.engine().snapshot().size()).isEqualTo(11);
  }

  @Test
  void stats_ofTheEngine_areItsFigures() {
    send("DELETE", OFFERS + "/1000", "");
    HttpResponse<String> response = client.get("/admin/stats");
    assertThat(response.statusCode()).isEqualTo(200);
    long bytes = market.engine().stats().totalBytes();
    assertThat(response.body())
        .startsWith(
            "{\"version\":2,\"offers\":11,\"segments\":0,\"tail_rows\":12,\"dead_rows\":1,"
                + "\"seals\":0,\"merges\":0,\"attachment_budget\":"
                + market.engine().stats().attachmentBudget()
                + ",\"total_bytes\":"
                + bytes
                + ",\"structures\":[{\"field\":\"")
        .contains(",{\"field\":\"id\",\"structure\":\"locations\",\"bytes\":")
        .containsPattern(
            "}],\"server\":\\{\"in_flight\":0,\"in_flight_limit\":[1-9][0-9]*,"
                + "\"pooled_direct\":[0-9]+,\"pooled_heap\":[0-9]+,\"direct\":[0-9]+,"
                + "\"connections\":[1-9][0-9]*,\"refused_connections\":0}}$");
    assertThat(bytes).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n \n", "[]", "{\"offers\":[]}"})
  void put_ofNoOffers_changesNothing(String body) {
    assertTaken(send("PUT", OFFERS, body), 0, "{}", 1);
    assertTaken(send("PATCH", OFFERS + "?batch=2", body), 0, "{}", 1);
  }

  @Test
  void put_inBatches_takesEffectAfterEach() {
    String lines = lines(1, 10);
    assertTaken(send("PUT", OFFERS + "?batch=4", lines), 10, "{}", 4);
    assertTaken(send("PUT", OFFERS + "?batch=5", lines + lines), 20, "{}", 8);
    assertTaken(send("PATCH", OFFERS + "?batch=10", lines + lines), 20, "{}", 10);
    assertThat(market.engine().snapshot().size()).isEqualTo(22);
  }

  private static String lines(long from, long to) {
    return LongStream.rangeClosed(from, to)
        .mapToObj(id -> "{\"id\":" + id + ",\"num_gpus\":1}\n")
        .collect(Collectors.joining());
  }

  /** The number of ingests at once depends on the heap. */
  @ParameterizedTest
  @CsvSource({"64,256,1", "64,1024,1", "64,2048,2", "64,3072,3", "64,65536,4", "1023,4096,1"})
  void ingestsAtOnce_followFromTheHeap(int batchMebibytes, long heapMebibytes, int atOnce) {
    IngestLimits limits = IngestLimits.ofBatches(batchMebibytes << 20, heapMebibytes << 20);
    assertThat(limits).isEqualTo(new IngestLimits(batchMebibytes << 20, 100_000, atOnce));
  }

  @Test
  void patch_ofAnUnknownOffer_namesItsLine() {
    String lines = "{\"id\":1000,\"num_gpus\":3}\n\n{\"id\":77,\"num_gpus\":3}\n{\"id\":78}\n";
    assertError(
        send("PATCH", OFFERS, lines),
        404,
        "unknown_offer",
        "UNKNOWN_OFFER: no offer has the id 77, which line 3 changes; send the whole offer by PUT");
    assertThat(version()).as("nothing is stored").isEqualTo(1);
  }

  @Test
  void patch_ifAConditionDoesNotHold_changesNothingAndNamesLineAndField() {
    String lines =
        """
        {"id":1000,"num_gpus":9}
        {"id":1001,"rented":true,"if":{"gpu_name":{"eq":"no such"}}}
        """;
    assertError(
        send("PATCH", OFFERS, lines),
        409,
        "conflict",
        "CONFLICT: line 2: the offer 1001 is not changed: its gpu_name is ");
    assertThat(version()).as("nothing is stored").isEqualTo(1);
  }

  @Test
  void ingest_inBatches_saysHowFarItGot() {
    String lines = lines(1, 7) + "{\"id\":8,\"num_gpus\":\"x\"}\n" + lines(9, 20);
    HttpResponse<String> response = send("PUT", OFFERS + "?batch=3", lines);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body())
        .startsWith(
            "{\"success\":false,\"error\":\"invalid_offer\",\"msg\":\"INVALID_OFFER at /num")
        .contains("(line 8, column 20): num_gpus is of type integer")
        .endsWith(
            "; the first 6 offers, up to line 6, are stored (version 3), the others are not\","
                + "\"offers\":6,\"line\":6,\"version\":3}");
    assertThat(response.headers().firstValue("Offers-Version")).hasValue("3");
    assertThat(market.engine().snapshot().size()).isEqualTo(12 + 6);
    response = send("PATCH", OFFERS + "?batch=3", lines(4, 8));
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body())
        .contains("no offer has the id 7, which line 4 changes")
        .endsWith("\"offers\":3,\"line\":3,\"version\":4}");
    response = send("PUT", OFFERS + "?batch=3", "{\"id\":1}\n{\"id\":1}\n");
    assertThat(response.body())
        .contains("again on line 2; send each offer once; nothing was stored")
        .endsWith("\"offers\":0,\"line\":0,\"version\":4}");
    assertThat(version()).isEqualTo(4);
  }

  @Test
  void ingest_beyondTheLimitOfABatch_isRefusedWithTheRemedy() {
    String wide =
        "{\"id\":1,\"gpu_name\":\"%1$s\"}\n{\"id\":2,\"gpu_name\":\"%1$s\"}\n"
            .formatted("x".repeat(50_000));
    assertError(send("PUT", OFFERS, wide), 413, "payload_too_large", "with ?batch=N it may be");
    assertError(
        client.send(chunked(client.withKey("PUT", OFFERS), wide)),
        413,
        "payload_too_large",
        "the body is larger than 100000 bytes, the limit; with ?batch=N");
    assertError(
        send("PUT", OFFERS, lines(1, 51)),
        413,
        "payload_too_large",
        "one batch takes at most 50 offers, but the body has more; with ?batch=N");
    HttpResponse<String> inBatches = send("PUT", OFFERS + "?batch=5", wide.repeat(2));
    assertThat(inBatches.statusCode()).isEqualTo(413);
    assertThat(inBatches.body()).contains("choose a smaller ?batch=N", "nothing was stored");
    assertThat(version()).as("nothing is stored").isEqualTo(1);
  }

  /** A batch whose commit is in doubt may be stored: nobody says that it is not. */
  @Test
  void ingest_ofACommitInDoubt_doesNotSayThatNothingWasStored() {
    Optional<RuntimeException> inDoubt =
        Optional.of(new LogUnavailableException("the batch may have been stored", true, null));
    market.ingest().loseAnswers(List.of(inDoubt, Optional.empty(), inDoubt));
    assertThat(send("PUT", OFFERS + "?batch=2", lines(1, 6)).body())
        .contains("the batch may have been stored; nothing after this batch was stored")
        .contains("\"offers\":0");
    assertThat(send("PUT", OFFERS + "?batch=2", lines(1, 6)).body())
        .contains("the batch may have been stored; the first 2 offers, up to line 2, are stored")
        .contains("(version 3), and nothing after the next batch is");
    assertThat(version()).isEqualTo(4);
  }

  @Test
  void ingest_inBatches_mayBeOfAnySize() {
    StringBuilder lines = new StringBuilder();
    for (int id = 0; id < 400; id++) {
      lines.append("{\"id\":").append(id).append(",\"cpu_name\":\"").append("x".repeat(500));
      lines.append("\"}\n");
    }
    HttpRequest.Builder request = client.withKey("PUT", OFFERS + "?batch=10");
    HttpResponse<String> response = client.send(chunked(request, lines.toString()));
    assertThat(response.body())
        .isEqualTo("{\"success\":true,\"offers\":400,\"skipped_fields\":{},\"version\":41}");
    assertThat(version()).isEqualTo(41);
  }

  @Test
  void ingest_refusedAtItsStart_answersAClientThatSendsFirst() {
    String body = "nonsense\n" + " ".repeat(19_000);
    for (int i = 0; i < 20; i++) {
      assertError(send("PUT", OFFERS, body), 400, "invalid_request", "(line 1, column 1)");
    }
    String large = "nonsense\n" + " ".repeat(5_000_000);
    assertError(send("PUT", OFFERS, large), 413, "payload_too_large", "100000 bytes");
    HttpResponse<String> inBatches = send("PUT", OFFERS + "?batch=1", large);
    assertThat(inBatches.statusCode()).isEqualTo(400);
    assertThat(inBatches.body()).contains("(line 1, column 1)");
    assertThat(version()).as("nothing is stored").isEqualTo(1);
  }

  /** Returns the head of a request without its blank line. */
  private static String head(String method, String query) {
    String head = RawConnection.head(method + " /admin/offers" + query, "Connection: close");
    return head.substring(0, head.length() - 2);
  }

  /** Sends a request whose end may be missing, and returns the answer. */
  private String exchange(String request) throws IOException {
    try (RawConnection connection = client.connect()) {
      return connection.send(request).finish().readAll();
    }
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private void awaitRunning(int ingests) throws InterruptedException {
    Waiting.until(() -> market.ingest().running() == ingests);
  }

  @ParameterizedTest
  @CsvSource({"PUT,Content-Length: 99999", "PATCH,Content-Length: 99999", "PUT,", "PATCH,"})
  void cut_afterWholeLines_appliesNothing(String method, String length) throws Exception {
    String lines = "{\"id\":1000,\"num_gpus\":99}\n{\"id\":1001,\"num_gpus\":99}\n";
    try (RawConnection connection = client.connect()) {
      String body = length == null ? CHUNKED + chunk(lines) : length + "\r\n\r\n" + lines;
      connection.send(head(method, "") + body);
      awaitRunning(1);
    }
    awaitRunning(0);
    assertThat(version()).isEqualTo(1);
  }

  /** The client ends its output within the body, or sends a chunk that is none. */
  @ParameterizedTest
  @CsvSource({"Content-Length: 99,,it is cut short", ",,it is cut short", ",zz,its chunks are"})
  void brokenBody_afterWholeLines_isAnErrorThatAppliesNothing(
      String length, String chunk, String problem) throws Exception {
    String line = "{\"id\":1}\n";
    String body = length == null ? CHUNKED + chunk(line) : length + "\r\n\r\n" + line;
    assertThat(exchange(head("PUT", "") + body + (chunk == null ? "" : chunk + "\r\n")))
        .startsWith("HTTP/1.1 400 ")
        .contains("\"error\":\"invalid_request\"", problem);
    assertThat(version()).isEqualTo(1);
  }

  @Test
  void cut_inBatches_keepsTheBatchesBeforeAndDropsTheOpenOne() throws Exception {
    String five = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n{\"id\":5}\n";
    try (RawConnection connection = client.connect()) {
      connection.send(head("PUT", "?batch=2") + CHUNKED + chunk(five));
      Waiting.until(() -> version() >= 3);
    }
    awaitRunning(0);
    assertThat(version()).isEqualTo(3);
    assertThat(market.engine().snapshot().size()).isEqualTo(12 + 4);
  }

  @Test
  void halfClose_inBatches_saysHowFarItGot() throws Exception {
    String three = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n";
    assertThat(exchange(head("PUT", "?batch=2") + CHUNKED + chunk(three)))
        .startsWith("HTTP/1.1 400 ")
        .contains("it is cut short", "; the first 2 offers, up to line 2, are stored (version 2)")
        .endsWith(",\"offers\":2,\"line\":2,\"version\":2}");
    assertThat(market.engine().snapshot().size()).isEqualTo(12 + 2);
  }

  @Test
  void body_thatArrivesSlowly_isAppliedAtItsEnd() throws Exception {
    String line = "{\"id\":1,\"gpu_name\":\"é\"}\n".replace("é", "\u00c3\u00a9");
    try (RawConnection connection = client.connect()) {
      connection.send(head("PUT", "") + CHUNKED);
      for (int i = 0; i < line.length(); i++) {
        connection.send(chunk(line.substring(i, i + 1)));
      }
      awaitRunning(1);
      assertThat(version()).isEqualTo(1);
      String response = connection.send("0\r\n\r\n").readAll();
      assertThat(response).startsWith("HTTP/1.1 200 ").contains("\"offers\":1,").contains(":2}");
    }
    assertThat(version()).isEqualTo(2);
  }

  @Test
  void wrongLine_ofAFeedThatNeverEnds_isAnsweredAtOnce() throws Exception {
    try (RawConnection connection = client.connect()) {
      connection.send(head("PUT", "?batch=1") + CHUNKED + chunk("{\"id\":1}\n{\"num_gpus\":1}\n"));
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 400 Bad Request");
    }
    assertThat(version()).isEqualTo(2);
  }

  @Test
  void ingest_besideAsManyAsMayRun_isRefusedForNow() throws Exception {
    try (RawConnection connection = client.connect()) {
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
    assertThat(exchange(head("PUT", "?batch=0") + expect))
        .startsWith("HTTP/1.1 400 ")
        .contains("from 1 to 50");
    try (RawConnection connection = client.connect()) {
      connection.send(head("PUT", "") + expect.replace("99", "8"));
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(connection.send("{\"id\":3}").readAll()).contains("HTTP/1.1 200 ");
    }
  }
}
