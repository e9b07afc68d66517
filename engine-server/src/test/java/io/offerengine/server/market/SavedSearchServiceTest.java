package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertService;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.store.EachDatabase;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.TemplateRegistry;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saved searches and alerts over HTTP, on either database. */
class SavedSearchServiceTest extends EachDatabase {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final String SEARCHES = "/market/v1/saved_searches";
  private static final String ALERTS = "/market/v1/alerts";
  private static final String BOBS_KEY = "bobs-key";
  private static final Map<String, Caller> CALLERS =
      Map.of(TestClient.KEY, Caller.user(1), BOBS_KEY, Caller.administrator(2));
  private static final AlertLimits LIMITS = new AlertLimits(3, 0.5, 4, 100, 5);

  private TemplateRegistry templates;
  private AlertService alerts;
  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void serve() {
    alerts = new AlertService(database, () -> TimeKey.ofSeconds(0), LIMITS, time -> Instant.EPOCH);
    alerts.finder.start();
    templates = new TemplateRegistry(database, ServerSecret.random(), SCHEMA);
    List<Route> routes = new ArrayList<>(MarketRoutes.of(alerts.engine()));
    routes.addAll(
        SavedSearchRoutes.of(alerts.engine(), alerts.searches, alerts.log, templates, LIMITS));
    server = RouteServer.start(routes, CALLERS::get);
    client = new TestClient(server.port());
  }

  @AfterEach
  void stop() {
    alerts.finder.close();
    server.close();
    alerts.close();
  }

  private void store(long id, String gpu, double price) {
    Offer offer = AlertService.gpus(id, gpu, price).build();
    alerts.engine().apply(OfferBatch.builder().upsert(offer).build());
  }

  private HttpResponse<String> post(String body) {
    return client.post(SEARCHES, body);
  }

  private HttpResponse<String> get(String target) {
    return client.get(target);
  }

  private HttpResponse<String> asBob(String method, String target) {
    return client.as(BOBS_KEY).send(method, target);
  }

  private static String cursor(String page) {
    return OpenApiDocument.parse(page).get("cursor").stringValue();
  }

  /** What a search may ask, a saved search may ask, too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"any_of\":[{\"gpu_name\":\"X\"},{\"machine_id\":{\"eq\":1}}]} | 1 3",
        "{\"job\":{\"hours\":2},\"job_total\":{\"gt\":1},\"gpu_name\":\"A\"} | 1",
        "{\"none_of\":[{\"gpu_name\":\"X\"},{\"gpu_name\":{\"contains\":\"40\"}}],\"num_gpus\":2}"
            + " | 1",
      })
  void save_withAlternativesAndPatterns_alertsWhatTheyMatch(String search, String offers) {
    String saved = ok(post("{\"name\":\"a\",\"cool_down\":0,\"search\":" + search + "}"));
    assertThat(OpenApiDocument.parse(saved).get("search").toString()).isEqualTo(search);
    store(1, "A", 1);
    store(2, "RTX 4090", 1);
    store(3, "X", 1);
    Set<String> found = new TreeSet<>();
    for (String cursor = ""; found.size() < offers.split(" ", -1).length; ) {
      String page = ok(get(ALERTS + "?wait=30&cursor=" + cursor));
      cursor = cursor(page);
      OpenApiDocument.parse(page)
          .get("alerts")
          .forEach(alert -> found.add(alert.get("offer_id").toString()));
    }
    assertThat(String.join(" ", found)).isEqualTo(offers);
  }

  @Test
  void save_thenShowListAndDelete() {
    String search = "{\"driver_version\":{\"lt\":535.10},\"limit\":5}";
    String saved =
        ok(post("{\"name\":\"old drivers\",\"cool_down\":60,\"search\":" + search + "}"));
    assertThat(saved)
        .matches(
            "\\{\"id\":1,\"name\":\"old drivers\",\"cool_down\":60,\"created_at\":\\d{10},"
                + "\"search\":\\{\"driver_version\":\\{\"lt\":535\\.10},\"limit\":5}}");
    assertThat(ok(get(SEARCHES + "/1"))).isEqualTo(saved);
    assertThat(ok(get(SEARCHES))).isEqualTo("{\"saved_searches\":[" + saved + "]}");
    assertThat(ok(asBob("GET", SEARCHES))).isEqualTo("{\"saved_searches\":[]}");
    assertError(asBob("GET", SEARCHES + "/1"), 404, "not_found", "no saved search of yours");
    assertError(asBob("DELETE", SEARCHES + "/1"), 404, "not_found", "no saved search of yours");
    assertThat(ok(client.send("DELETE", SEARCHES + "/1"))).contains("Deleted: 1");
    assertError(get(SEARCHES + "/1"), 404, "not_found", "has the number 1");
    assertThat(ok(post("{\"search\":{}}"))).startsWith("{\"id\":2,\"name\":\"\",");
  }

  @Test
  void save_ofATemplate_takesItsConditions() {
    String template =
        "{\"name\":\"n\",\"image\":\"i\",\"private\":true,"
            + "\"extra_filters\":{\"num_gpus\":{\"gte\":\"4\"}}}";
    String hash =
        templates
            .save(1, new TemplateCodec(SCHEMA).readRequest(template.getBytes(UTF_8)))
            .template()
            .hash();
    String body = "{\"hash_id\":\"" + hash + "\"}";
    assertThat(ok(post(body))).endsWith("\"search\":{\"num_gpus\":{\"gte\":\"4\"}}}");
    HttpResponse<String> bobs = client.as(BOBS_KEY).post(SEARCHES, body);
    assertError(bobs, 404, "not_found", "no template that you may see has this hash_id");
  }

  @Test
  void save_beyondALimit_isRefusedWithTheNumber() {
    for (int id = 1; id <= 6; id++) {
      store(id, id == 1 ? "A" : "B", 1);
    }
    assertError(
        post("{\"search\":{\"gpu_name\":\"B\"}}"),
        400,
        "limit_exceeded",
        "the search matches 5 of 6 offers, and a saved search may match 4 of them");
    String long70 = "\"" + "a".repeat(70) + "\"";
    String values = String.join(",", Collections.nCopies(1_000, long70));
    assertError(
        post("{\"search\":{\"gpu_name\":{\"in\":[" + values + "]}}}"),
        400,
        "limit_exceeded",
        "characters, and a saved search may have 65536; name fewer values");
    for (int i = 0; i < 3; i++) {
      ok(post("{\"search\":{\"gpu_name\":\"A\"}}"));
    }
    assertError(
        post("{\"search\":{\"gpu_name\":\"A\"}}"),
        400,
        "limit_exceeded",
        "you have 3 saved searches, and a user may have 3");
  }

  @Test
  void save_thatWaitsForTheDatabase_letsOthersSearch() throws Exception {
    CountDownLatch isLocked = new CountDownLatch(1);
    CountDownLatch isOver = new CountDownLatch(1);
    CompletableFuture<?> slow = Together.beside(() -> lockSavedSearches(isLocked, isOver));
    isLocked.await();
    List<CompletableFuture<HttpResponse<String>>> saves = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
      saves.add(client.sendAsync(client.json("POST", SEARCHES, "{\"search\":{}}")));
    }
    Waiting.until(() -> threadsIn(SavedSearchRegistry.class) >= saves.size());
    HttpResponse<String> found =
        client
            .sendAsync(client.json("POST", "/api/v0/bundles", "{\"limit\":1}"))
            .get(10, TimeUnit.SECONDS);
    assertThat(ok(found)).contains("\"offers\":[]");
    assertThat(saves).noneMatch(CompletableFuture::isDone);
    isOver.countDown();
    slow.get(30, TimeUnit.SECONDS);
    for (CompletableFuture<HttpResponse<String>> each : saves) {
      assertThat(each.get(30, TimeUnit.SECONDS).statusCode()).isLessThan(500);
    }
  }

  private static long threadsIn(Class<?> type) {
    return Thread.getAllStackTraces().values().stream()
        .filter(stack ->
            Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(type.getName())))
        .count();
  }

  private int lockSavedSearches(CountDownLatch isLocked, CountDownLatch isOver) {
    return database.<Integer>write(sql -> {
      try {
        sql.update("UPDATE alert_state SET searches = searches");
        isLocked.countDown();
        return isOver.await(30, TimeUnit.SECONDS) ? 0 : 1;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
  }

  @Test
  void alerts_comeOldestFirst_onceForEachCursor() {
    ok(post("{\"search\":{\"gpu_name\":\"A\"}}"));
    store(1, "A", 1);
    store(2, "B", 1);
    store(3, "A", 0.5);
    String first = ok(get(ALERTS + "?wait=30"));
    String cursor = cursor(first);
    if (!first.contains("\"offer_id\":3")) {
      String second = ok(get(ALERTS + "?wait=30&cursor=" + cursor));
      assertThat(second).contains("\"offer_id\":3").doesNotContain("\"offer_id\":1,");
      cursor = cursor(second);
    }
    assertThat(first)
        .matches(
            "\\{\"alerts\":\\[\\{\"search_id\":1,\"offer_id\":1,\"machine_id\":1,\"num_gpus\":2,"
                + "\"price\":1\\.0,\"more\":0,\"version\":1,\"time\":\\d{10},\"quiet_until\":null}"
                + ".*],\"missed\":0,\"cursor\":\"[\\w-]+\"}");
    String none = ok(get(ALERTS + "?cursor=" + cursor));
    assertThat(none).isEqualTo("{\"alerts\":[],\"missed\":0,\"cursor\":\"" + cursor + "\"}");
    assertThat(ok(get(ALERTS + "?cursor="))).contains("\"offer_id\":1", "\"offer_id\":3");
    assertThat(ok(asBob("GET", ALERTS))).startsWith("{\"alerts\":[],");
    ok(client.send("DELETE", SEARCHES + "/1"));
    assertThat(ok(get(ALERTS))).startsWith("{\"alerts\":[],");
  }

  @Test
  void alerts_thatAreAwaited_holdNoSlotAndComeAtOnce() throws Exception {
    ok(post("{\"search\":{\"gpu_name\":\"A\"}}"));
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(client.sendAsync(client.withKey("GET", ALERTS + "?wait=60")));
    }
    Waiting.until(() -> alerts.finder.status().waiting() >= 10 && server.slotsTaken() <= 0);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    store(1, "A", 1);
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(ok(each.get(30, TimeUnit.SECONDS))).contains("\"offer_id\":1");
    }
    assertThat(alerts.finder.status().waiting()).isZero();
  }

  @Test
  void alerts_areAwaitedNoLongerThanAsked_norThanTheServiceRuns() throws Exception {
    assertThat(ok(get(ALERTS + "?wait=1"))).startsWith("{\"alerts\":[],\"missed\":0,");
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(client.withKey("GET", ALERTS + "?wait=60"));
    Waiting.until(() -> alerts.finder.status().waiting() != 0);
    alerts.finder.close();
    assertThat(ok(waiting.get(30, TimeUnit.SECONDS))).startsWith("{\"alerts\":[],");
  }

  @Test
  void alerts_withABadParameter_areRefused() {
    String bobs = cursor(ok(asBob("GET", ALERTS)));
    assertError(get(ALERTS + "?cursor=" + bobs), 400, "invalid_cursor", "another user");
    String damaged = (bobs.charAt(3) == 'A' ? "B" : "A") + bobs.substring(1);
    assertError(asBob("GET", ALERTS + "?cursor=" + damaged), 400, "invalid_cursor", "damaged");
    assertError(get(ALERTS + "?cursor=x"), 400, "invalid_cursor", "damaged");
    assertError(get(ALERTS + "?wait=61"), 400, "invalid_value", "from 0 to 60 whole seconds");
    assertError(get(ALERTS + "?wait=x"), 400, "invalid_value", "whole seconds, but got ");
    assertThat(alerts.finder.status().waiting()).isZero();
  }
}
