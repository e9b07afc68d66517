package io.offerengine.server.admin;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.LogUnavailableException;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.market.TestMarket;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bad ingests of every kind get their status, code and text, and change nothing. */
class BadIngestTest {
  private static final String OFFERS = "/admin/offers";
  private static final IngestLimits SMALL = new IngestLimits(20_000, 50, 1);

  private TestMarket market;
  private TestClient client;
  private long expectedVersion;

  @BeforeEach
  void open() throws IOException {
    market = TestMarket.open(SMALL);
    client = market.client();
    expectedVersion = 1;
  }

  @AfterEach
  void close() {
    assertThat(market.engine().snapshot().version()).isEqualTo(expectedVersion);
    market.close();
  }

  private HttpResponse<String> send(String method, String target, String body) {
    HttpRequest.Builder request = client.withKey(method, target);
    return client.send(request.method(method, BodyPublishers.ofString(body, UTF_8)));
  }

  private static HttpRequest.Builder chunked(HttpRequest.Builder request, String body) {
    return request.PUT(BodyPublishers.ofByteArrays(List.of(body.getBytes(UTF_8))));
  }

  @Test
  void patch_ofAnUnknownOffer_namesItsLine() {
    String lines = "{\"id\":1000,\"num_gpus\":3}\n\n{\"id\":77,\"num_gpus\":3}\n{\"id\":78}\n";
    assertError(
        send("PATCH", OFFERS, lines),
        404,
        "unknown_offer",
        "UNKNOWN_OFFER: no offer has the id 77, which line 3 changes; send the whole offer by PUT");
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
    expectedVersion = 4;
  }

  @Test
  void ingest_beyondTheLimitOfABatch_isRefusedWithTheRemedy() {
    String wide = "{\"id\":1,\"gpu_name\":\"" + "x".repeat(20_000) + "\"}\n";
    assertError(send("PUT", OFFERS, wide), 413, "payload_too_large", "with ?batch=N it may be");
    assertError(
        client.send(chunked(client.withKey("PUT", OFFERS), wide)),
        413,
        "payload_too_large",
        "the body is larger than 20000 bytes, the limit; with ?batch=N");
    assertError(
        send("PUT", OFFERS, lines(1, 51)),
        413,
        "payload_too_large",
        "one batch takes at most 50 offers, but the body has more; with ?batch=N");
    HttpResponse<String> inBatches = send("PUT", OFFERS + "?batch=5", wide.repeat(2));
    assertThat(inBatches.statusCode()).isEqualTo(413);
    assertThat(inBatches.body()).contains("choose a smaller ?batch=N", "nothing was stored");
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
    expectedVersion = 4;
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
    expectedVersion = 41;
  }

  @Test
  void ingest_refusedAtItsStart_answersAClientThatSendsFirst() {
    String body = "nonsense\n" + " ".repeat(19_000);
    for (int i = 0; i < 20; i++) {
      assertError(send("PUT", OFFERS, body), 400, "invalid_request", "(line 1, column 1)");
    }
    String large = "nonsense\n" + " ".repeat(5_000_000);
    assertError(send("PUT", OFFERS, large), 413, "payload_too_large", "20000 bytes");
    HttpResponse<String> inBatches = send("PUT", OFFERS + "?batch=1", large);
    assertThat(inBatches.statusCode()).isEqualTo(400);
    assertThat(inBatches.body()).contains("(line 1, column 1)");
  }

  @Test
  void ingest_ofAnotherMediaType_namesTwo() {
    HttpRequest.Builder request = client.json("PUT", OFFERS, "").setHeader("Content-Type", "a/b");
    assertError(
        client.send(request),
        415,
        "unsupported_media_type",
        "is of type a/b; send application/json or application/x-ndjson, not compressed");
  }

  private static String lines(long from, long to) {
    StringBuilder lines = new StringBuilder();
    for (long id = from; id <= to; id++) {
      lines.append("{\"id\":").append(id).append(",\"num_gpus\":1}\n");
    }
    return lines.toString();
  }
}
