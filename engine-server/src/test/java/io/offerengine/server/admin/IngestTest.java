package io.offerengine.server.admin;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.market.TestMarket.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import io.offerengine.server.market.TestMarket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offers are stored, updated and deleted over HTTP while the service runs. */
class IngestTest {
  private static final String OFFERS = "/admin/offers";

  @AutoClose private final TestMarket market = TestMarket.open();
  private final TestClient client = market.client();

  private HttpResponse<String> send(String method, String target, String body) {
    return client.send(
        client
            .withKey(method, target)
            .header("Content-Type", "application/x-ndjson")
            .method(method, BodyPublishers.ofString(body, UTF_8)));
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
  void put_ofWhatIsSaidInAnotherWay_storesItAndNamesTheRest() {
    String line =
        "{\"id\":7,\"gpu_name\":\"RTX 3090\",\"reliability2\":0.9993718,\"gpu_ram_GB\":24,"
            + "\"verified\":true,\"datacenter\":false,\"dph_total\":0.5}";
    assertTaken(send("PUT", OFFERS, line), 1, "{\"dph_total\":1}", 2);
    assertThat(stored(7))
        .isEqualTo(
            "{\"id\":7,\"verification\":\"verified\",\"gpu_name\":\"RTX 3090\",\"gpu_ram\":24000,"
                + "\"reliability\":0.9993718}\n");
    assertTaken(send("PATCH", OFFERS, "{\"id\":7,\"cuda_vers\":12.4}"), 1, "{}", 3);
    assertThat(stored(7)).contains("\"cuda_max_good\":12.4");
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
    assertThat(market.engine().snapshot().version()).isEqualTo(2);
    assertThat(market.engine().snapshot().size()).isEqualTo(11);
  }

  @Test
  void show_ofAnOffer_isWhatItBrought() {
    send("PUT", OFFERS, "{\"id\":-5,\"gpu_name\":\"é \\\"\",\"dph_total\":9}");
    HttpResponse<String> response = client.get(OFFERS + "/-5");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.body()).isEqualTo("{\"id\":-5,\"gpu_name\":\"é \\\"\"}\n");
    assertTaken(send("PUT", OFFERS, response.body()), 1, "{}", 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1.0", "9223372036854775808", "%20", "1%3B", "+-1", "+1", "-"})
  void show_ofWhatIsNoIdentifier_is400(String id) {
    for (String method : new String[] {"GET", "DELETE"}) {
      HttpResponse<String> response = client.send(method, OFFERS + "/" + id);
      assertError(response, 400, "invalid_value", "a whole number of at most 64 bits");
    }
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

  @Test
  void put_ofEveryMediaType_isTaken() {
    String body = "[{\"id\":1},{\"id\":2}]";
    long version = 1;
    for (String type : new String[] {"application/json; charset=utf-8", "Application/X-NDJSON"}) {
      HttpRequest.Builder typed = client.json("PUT", OFFERS + "/", body);
      assertTaken(client.send(typed.setHeader("Content-Type", type)), 2, "{}", ++version);
    }
    HttpRequest.Builder untyped = client.withKey("PUT", OFFERS);
    assertTaken(client.send(untyped.PUT(BodyPublishers.ofString(body))), 2, "{}", ++version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n \n", "[]", "{\"offers\":[]}"})
  void put_ofNoOffers_changesNothing(String body) {
    assertTaken(send("PUT", OFFERS, body), 0, "{}", 1);
    assertTaken(send("PATCH", OFFERS + "?batch=2", body), 0, "{}", 1);
  }

  @Test
  void put_inBatches_takesEffectAfterEach() {
    String lines = lines(1, 10, "dph_base", 1);
    assertTaken(send("PUT", OFFERS + "?batch=4", lines), 10, "{}", 4);
    assertTaken(send("PUT", OFFERS + "?batch=5", lines + lines), 20, "{}", 8);
    assertTaken(send("PATCH", OFFERS + "?batch=10", lines + lines), 20, "{}", 10);
    assertThat(market.engine().snapshot().size()).isEqualTo(22);
  }

  private static String lines(long from, long to, String field, int value) {
    return LongStream.rangeClosed(from, to)
        .mapToObj(id -> "{\"id\":" + id + ",\"" + field + "\":" + value + "}\n")
        .collect(Collectors.joining());
  }

  /** The number of ingests at once depends on the heap. */
  @ParameterizedTest
  @CsvSource({"64,256,1", "64,1024,1", "64,2048,2", "64,3072,3", "64,65536,4", "1023,4096,1"})
  void ingestsAtOnce_followFromTheHeap(int batchMebibytes, long heapMebibytes, int atOnce) {
    IngestLimits limits = IngestLimits.ofBatches(batchMebibytes << 20, heapMebibytes << 20);
    assertThat(limits).isEqualTo(new IngestLimits(batchMebibytes << 20, 100_000, atOnce));
  }
}
