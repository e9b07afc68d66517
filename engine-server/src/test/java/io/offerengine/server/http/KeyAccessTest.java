package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys in a database, used at a real server: scopes and rates. */
class KeyAccessTest {
  private static final String UNKNOWN = "oe_1_" + "A".repeat(43);
  private static final String THIS_MACHINE = "127.0.0.1";
  private static final int ATTEMPTS = 3;

  private final AtomicLong nanos = new AtomicLong();
  private volatile Instant now = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir private Path directory;
  private Database database;
  private KeyRegistry keys;
  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void openDatabase() {
    database = Database.sqlite(directory);
    keys = new KeyRegistry(database, 100, () -> now, nanos::get);
  }

  @AfterEach
  void stop() {
    server.close();
    database.close();
  }

  private void start(ServerSettings settings) throws IOException {
    List<Route> routes = new ArrayList<>();
    for (Scope scope : Scope.values()) {
      routes.add(Route.of(scope, "GET", "/" + scope.wireName(), KeyAccessTest::answer));
    }
    routes.addAll(
        List.of(
            Route.of(Scope.SEARCH, "POST", "/search", KeyAccessTest::answer).readingJson(100),
            Route.open("GET", "/open", request -> Answer.ok("1".getBytes(UTF_8))),
            Route.open("GET", "/health", request -> Answer.ok("1".getBytes(UTF_8)))
                .evenWhenOverloaded()));
    server = new ApiServer(routes, ApiKey.ring(TestClient.KEY, 1).or(keys), settings, nanos::get);
    server.start();
    server.ready();
    client = new TestClient(server.port());
  }

  private static Answer answer(ApiRequest request) {
    return Answer.ok(Long.toString(request.caller().user()).getBytes(UTF_8));
  }

  private HttpResponse<String> get(String path, String key) {
    return client.as(key).get(path);
  }

  private void assertOpens(String path, String key, String user) {
    HttpResponse<String> response = get(path, key);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(user);
  }

  private void assertTooMany(HttpResponse<String> response, String part, String seconds) {
    assertError(response, 429, "too_many_requests", part);
    assertThat(response.headers().allValues("Retry-After")).containsExactly(seconds);
    assertThat(response.body()).contains("try again in " + seconds + " s");
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void answer_toAKeyWithOneScope_isForItAlone(Scope scope) throws IOException {
    start(ServerSettings.defaults());
    String key = keys.create(KeyTerms.of(9, true).limitedTo(EnumSet.of(scope)));
    for (Scope asked : Scope.values()) {
      String path = "/" + asked.wireName();
      if (asked == scope) {
        assertOpens(path, key, "9");
      } else {
        assertError(get(path, key), 403, "forbidden", "lacks the scope " + asked.wireName());
      }
    }
  }

  @Test
  void answer_toAKeyThatOpensNothing_isTheSame401() throws IOException {
    start(ServerSettings.defaults());
    String expiring = keys.create(KeyTerms.of(7, false).until(now.plusSeconds(60)));
    String revoked = keys.create(KeyTerms.of(7, false));
    assertOpens("/search", expiring, "7");
    assertOpens("/search", revoked, "7");
    keys.revoke(2);
    now = now.plusSeconds(60);
    HttpResponse<String> unknown = get("/search", UNKNOWN);
    assertError(unknown, 401, "auth_error", "the API key is unknown");
    for (String key : List.of(expiring, revoked, "x", "oe_" + "9".repeat(50_000))) {
      HttpResponse<String> response = get("/search", key);
      assertError(response, 401, "auth_error", "the API key is unknown");
      assertThat(response.body()).isEqualTo(unknown.body());
    }
  }

  @Test
  void answer_toAnAddressThatGuesses_is429UntilAnAttemptCameBack() throws IOException {
    start(
        ServerSettings.defaults()
            .with(to -> to.failureLimit = new RateLimit(3, Duration.ofSeconds(3))));
    String key = keys.create(KeyTerms.of(7, false));
    for (int i = 0; i < 5; i++) {
      assertError(client.send(client.request("GET", "/search")), 401, "auth_error", "no API key");
      assertError(get("/search", "a b"), 401, "auth_error", "no single Bearer key");
      assertError(get("/admin", key), 403, "forbidden", "administrator");
    }
    for (int i = 0; i < 3; i++) {
      assertError(get("/search", UNKNOWN), 401, "auth_error", "the API key is unknown");
    }
    String refused = "too many unknown API keys came from this address";
    assertTooMany(get("/search", UNKNOWN), refused, "3");
    assertTooMany(get("/admin", UNKNOWN), refused, "3");
    // Behind a proxy all clients share an address, and nobody may lock out the others.
    assertOpens("/search", key, "7");
    assertError(get("/admin", key), 403, "forbidden", "administrator");
    assertOtherRoutesAnswer();
    nanos.addAndGet(Duration.ofMillis(1_001).toNanos());
    assertTooMany(get("/search", UNKNOWN), refused, "2");
    assertThat(statusFrom("127.0.0.2", UNKNOWN)).isEqualTo(401);
    assertThat(statusFrom(THIS_MACHINE, UNKNOWN)).isEqualTo(429);
    nanos.set(Duration.ofSeconds(3).toNanos());
    assertError(get("/search", UNKNOWN), 401, "auth_error", "the API key is unknown");
    assertTooMany(get("/search", UNKNOWN), refused, "3");
  }

  /** Requests that no limit counts: earlier faults, requests without a key, open routes. */
  private void assertOtherRoutesAnswer() {
    for (String open : List.of("/open", "/health")) {
      assertThat(get(open, UNKNOWN).statusCode()).isEqualTo(200);
      assertThat(client.send(client.request("GET", open)).statusCode()).isEqualTo(200);
    }
    assertError(get("/nowhere", UNKNOWN), 404, "not_found", "/nowhere");
    assertError(client.send("PUT", "/search"), 405, "method_not_allowed", "PUT");
    assertError(client.send(client.request("GET", "/search")), 401, "auth_error", "no API key");
  }

  private int statusFrom(String address, String key, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.from(address, server.port())) {
      connection.send(RawConnection.headBy(key, "GET /search", headers));
      return Integer.parseInt(connection.readLine().split(" ", 3)[1]);
    }
  }

  @Test
  void answer_toAGuessUnderTheDefaults_is429AfterTwenty() throws IOException {
    start(ServerSettings.defaults());
    for (int i = 0; i < 20; i++) {
      assertError(get("/search", UNKNOWN), 401, "auth_error", "the API key is unknown");
    }
    assertTooMany(get("/search", UNKNOWN), "too many unknown API keys", "3");
  }

  @Test
  void answer_toAUserWhoSendsTooMuch_is429ForAllKeysOfTheUserAlone() throws IOException {
    start(ServerSettings.defaults().with(to -> to.userLimit = RateLimit.perSecond(0.4, 2)));
    String busy = keys.create(KeyTerms.of(7, false));
    String sameUser = keys.create(KeyTerms.of(7, false));
    String otherUser = keys.create(KeyTerms.of(8, false));
    assertError(get("/admin", busy), 403, "forbidden", "administrator");
    assertOpens("/search", busy, "7");
    assertOpens("/templates", sameUser, "7");
    String refused = "your API keys together send requests faster than you may";
    assertTooMany(get("/search", busy), refused, "3");
    assertTooMany(get("/invoices", busy), refused, "3");
    assertTooMany(
        client.send(
            client.as(busy).json("POST", "/search", "").setHeader("Content-Type", "text/xml")),
        refused,
        "3");
    assertError(get("/admin", busy), 403, "forbidden", "administrator");
    assertOtherRoutesAnswer();
    assertTooMany(get("/search", sameUser), refused, "3");
    assertOpens("/search", otherUser, "8");
    assertOpens("/search", TestClient.KEY, "1");
    nanos.addAndGet(Duration.ofMillis(2_500).toNanos());
    assertOpens("/search", busy, "7");
    assertTooMany(get("/search", busy), refused, "3");
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertOpens("/search", busy, "7");
    assertOpens("/search", busy, "7");
    assertTooMany(get("/search", busy), refused, "3");
  }

  private void useUp(String peer, String headers) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      assertThat(statusFrom(peer, "wrong" + i, headers)).isEqualTo(401);
    }
    assertThat(statusFrom(peer, "wrong", headers)).isEqualTo(429);
  }

  /** Clients behind one proxy have attempts of their own; nobody else can name another client. */
  @Test
  void attempts_ofClientsBehindOneProxy_areCountedApart_andThoseOfAnUntrustedPeerAreItsOwn()
      throws IOException {
    start(
        ServerSettings.defaults()
            .with(to -> to.failureLimit = new RateLimit(ATTEMPTS, Duration.ofHours(1)))
            .with(to -> to.trustedProxies = List.of(AddressRange.parse("127.0.0.1"))));
    useUp("127.0.0.1", "X-Forwarded-For: 9.9.9.9, 198.51.100.1");
    assertThat(statusFrom("127.0.0.1", "wrong", "Forwarded: for=198.51.100.1")).isEqualTo(429);
    assertThat(statusFrom("127.0.0.1", "wrong", "X-Forwarded-For: 9.9.9.9")).isEqualTo(401);
    assertThat(statusFrom("127.0.0.1", "wrong", "X: a")).isEqualTo(401);
    String same = "X-Forwarded-For: 198.51.100.1";
    assertThat(statusFrom("127.0.0.1", TestClient.KEY, same)).isEqualTo(200);
    useUp("127.0.0.2", "X-Forwarded-For: 198.51.100.3");
    assertThat(statusFrom("127.0.0.2", "wrong", "Forwarded: for=198.51.100.4")).isEqualTo(429);
    assertThat(statusFrom("127.0.0.2", "wrong", "X: a")).isEqualTo(429);
    assertThat(statusFrom("127.0.0.2", TestClient.KEY, "X: a")).isEqualTo(200);
    assertThat(statusFrom("127.0.0.1", "wrong", "X-Forwarded-For: 198.51.100.3")).isEqualTo(401);
  }
}
