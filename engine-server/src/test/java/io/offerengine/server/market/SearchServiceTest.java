package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.market.TestMarket.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches over HTTP, in every form that clients send. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SearchServiceTest {
  private static final String CHEAPEST_FIRST =
      "{\"rentable\":{\"eq\":true},\"num_gpus\":{\"lte\":\"4\"},"
          + "\"order\":[[\"dph_total\",\"asc\"]]}";

  @AutoClose private static final TestMarket market = TestMarket.open();
  private static final TestClient client = market.client();

  /** A form in which a search is sent. */
  enum Form {
    POST {
      @Override
      HttpRequest.Builder request(String query, String slash, String cursor) {
        return client.json("POST", "/api/v0/bundles" + slash + parameter("?", cursor), query);
      }
    },
    GET {
      @Override
      HttpRequest.Builder request(String query, String slash, String cursor) {
        String encoded = "?q=" + URLEncoder.encode(query, UTF_8);
        return client.withKey("GET", "/api/v0/bundles" + slash + encoded + parameter("&", cursor));
      }
    },
    PUT {
      @Override
      HttpRequest.Builder request(String query, String slash, String cursor) {
        String envelope = "{\"select_cols\":[\"*\"],\"q\":" + query + "}";
        return client.json("PUT", "/api/v0/search/asks" + slash + parameter("?", cursor), envelope);
      }
    };

    abstract HttpRequest.Builder request(String query, String slash, String cursor);

    private static String parameter(String mark, String cursor) {
      return cursor == null ? "" : mark + "cursor=" + cursor;
    }

    HttpResponse<String> send(String query) {
      return client.send(request(query, "/", null));
    }
  }

  @ParameterizedTest
  @EnumSource
  void search_inEveryForm_findsTheSameOffersInOrder(Form form) {
    HttpResponse<String> response = form.send(CHEAPEST_FIRST);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.headers().firstValue("Next-Cursor")).isEmpty();
    assertThat(ids(response.body()))
        .containsExactly(1000L, 1001L, 1002L, 1004L, 1005L, 1006L, 1008L, 1009L, 1010L);
    assertThat(response.body())
        .startsWith("{\"offers\":[{\"id\":1000,")
        .contains(
            "\"gpu_name\":\"H100 \\\"SXM\\\" é\"", "\"duration\":3600.0", "\"mobo_name\":null");
    HttpResponse<String> slashless = client.send(form.request(CHEAPEST_FIRST, "", null));
    assertThat(slashless.body()).isEqualTo(response.body());
  }

  @ParameterizedTest
  @EnumSource
  void search_page_afterPage_findsEveryOfferOnce(Form form) {
    List<Long> found = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String query = CHEAPEST_FIRST.replace("{\"rentable", "{\"limit\":4,\"rentable");
    String cursor = null;
    do {
      HttpResponse<String> page = client.send(form.request(query, "/", cursor));
      assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
      found.addAll(ids(page.body()));
      sizes.add(ids(page.body()).size());
      cursor = page.headers().firstValue("Next-Cursor").orElse(null);
    } while (cursor != null);
    assertThat(sizes).containsExactly(4, 4, 1);
    assertThat(found).isEqualTo(ids(form.send(CHEAPEST_FIRST).body()));
  }

  @Test
  void search_forAClientThatTakesGzip_isTheSameCompressed() throws IOException {
    for (String accepted :
        new String[] {"gzip", "br, GZIP;q=0.5", "gzip, deflate, br, zstd", "*"}) {
      for (int limit : new int[] {1, 7, 64}) {
        String body = "{\"limit\":" + limit + "}";
        HttpResponse<byte[]> plain =
            client.sendForBytes(client.json("POST", "/api/v0/bundles", body));
        HttpResponse<byte[]> compressed =
            client.sendForBytes(
                client.json("POST", "/api/v0/bundles", body).header("Accept-Encoding", accepted));
        assertThat(compressed.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(compressed.headers().allValues("Vary")).containsExactly("Accept-Encoding");
        assertThat(compressed.headers().allValues("Next-Cursor"))
            .isEqualTo(plain.headers().allValues("Next-Cursor"));
        assertThat(compressed.headers().allValues("Content-Length"))
            .isEqualTo(
                accepted.equals("*")
                    ? List.of()
                    : List.of(Integer.toString(compressed.body().length)));
        assertThat(compressed.body().length).isLessThan(plain.body().length);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
            .isEqualTo(plain.body());
      }
    }
  }

  @Test
  void search_byCurlThatTakesGzip_isTheSame() throws IOException {
    Process curl;
    try {
      curl =
          new ProcessBuilder(
                  "curl",
                  "-sS",
                  "--compressed",
                  "--data",
                  "{\"limit\":64}",
                  "--header",
                  "Content-Type: application/json",
                  "--header",
                  "Authorization: Bearer " + TestClient.KEY,
                  "http://127.0.0.1:" + market.port() + "/api/v0/bundles/")
              .start();
    } catch (IOException missing) {
      assumeThat(false).as("curl is installed").isTrue();
      throw missing;
    }
    assertThat(new String(curl.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(Form.POST.send("{\"limit\":64}").body());
  }

  @Test
  void search_forAClientThatRefusesGzip_isPlain() {
    for (String accepted : new String[] {"gzip;q=0", "br"}) {
      HttpResponse<byte[]> response =
          client.sendForBytes(
              client.json("POST", "/api/v0/bundles", "{}").header("Accept-Encoding", accepted));
      assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
      assertThat(response.body()).startsWith("{\"offers\":[".getBytes(UTF_8));
    }
  }

  @Test
  void search_withTheCursorOfAnotherQuery_isRefused() {
    HttpResponse<String> page = Form.POST.send("{\"limit\":1}");
    String cursor = page.headers().firstValue("Next-Cursor").orElseThrow();
    assertThat(client.send(Form.GET.request("{\"limit\":2}", "", cursor)).statusCode())
        .isEqualTo(200);
    assertError(
        client.send(Form.POST.request(CHEAPEST_FIRST, "", cursor)),
        400,
        "invalid_cursor",
        "INVALID_CURSOR at /cursor: the cursor belongs to another query");
    for (String damaged : List.of("", "x", cursor.substring(1), cursor + "A", "%ff")) {
      HttpResponse<String> refused = client.send(Form.POST.request("{\"limit\":1}", "", damaged));
      assertThat(refused.statusCode()).as(damaged).isEqualTo(400);
    }
  }

  @Test
  void search_orderedByLongTexts_isPagedAsFarAsCursorsGo() throws IOException {
    try (TestMarket texts = TestMarket.open()) {
      texts
          .engine()
          .apply(OfferBatch.builder().upsert(named(1, 6_000)).upsert(named(2, 20_000)).build());
      TestClient other = texts.client();
      String query = "{\"limit\":1,\"order\":[[\"gpu_name\",\"desc\"]]}";
      HttpRequest.Builder first = other.json("POST", "/api/v0/bundles", query);
      assertError(other.send(first), 400, "limit_exceeded", "texts that are too long for a cursor");
      texts.engine().apply(OfferBatch.builder().delete(2).build());
      HttpResponse<String> page = other.send(first);
      assertThat(ids(page.body())).containsExactly(1L);
      String cursor = page.headers().firstValue("Next-Cursor").orElseThrow();
      assertThat(cursor).hasSizeGreaterThan(16_000);
      page = other.post("/api/v0/bundles?cursor=" + cursor, query);
      assertThat(ids(page.body())).containsExactly(1000L);
    }
  }

  private static Offer named(long id, int length) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.GPU_NAME, "x".repeat(length) + id)
        .build();
  }

  @Test
  void search_byHead_saysHowLongTheResponseWouldBe() {
    HttpRequest.Builder request =
        client.withKey("HEAD", "/api/v0/bundles/?q=" + URLEncoder.encode("{\"limit\":1}", UTF_8));
    HttpResponse<String> response = client.send(request);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValueAsLong("Content-Length"))
        .hasValue(Form.POST.send("{\"limit\":1}").body().getBytes(UTF_8).length);
    assertThat(response.headers().firstValue("Next-Cursor")).isPresent();
  }

  @Test
  void gpuNames_withoutAnyHeader_areThoseOnOfferSorted() {
    for (String slash : List.of("", "/")) {
      HttpResponse<String> response =
          client.send(client.request("GET", "/api/v0/gpu_names/unique" + slash));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
      assertThat(response.body())
          .isEqualTo("{\"gpu_names\":[\"H100 \\\"SXM\\\" é\",\"RTX 4090\"]}");
    }
  }

  @Test
  void search_runningWhenTheServiceStops_isFinished() throws Exception {
    CountDownLatch searching = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    TestMarket stopping =
        TestMarket.open(
            () -> {
              searching.countDown();
              await(goOn);
              return TimeKey.ofSeconds(TestMarket.NOW);
            },
            null);
    try (stopping) {
      TestClient other = stopping.client();
      CompletableFuture<HttpResponse<String>> running =
          other.sendAsync(other.json("POST", "/api/v0/bundles", "{}"));
      searching.await();
      int port = stopping.port();
      CompletableFuture<Void> closed = CompletableFuture.runAsync(stopping.server()::close);
      RawConnection.awaitRefused(port);
      assertThat(closed).isNotDone();
      goOn.countDown();
      assertThat(ids(running.get().body())).hasSize(12);
      closed.get();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
