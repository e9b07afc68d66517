package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.market.TestService.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.market.TestService.User;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.EnumSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Accounts and API keys over HTTP, with keys in a database. Each test has a user of its own. */
class AccountServiceTest {
  private static final String KEYS = "/api/v0/auth/apikeys/";
  private static final String USER = "/api/v0/users/current/";
  private static final String SEARCH = "/api/v0/bundles/";
  private static final String INVOICES = "/api/v0/users/me/invoices/";
  private static final String NONE = "no API key of yours has the number";

  @AutoClose private static final TestService service = TestService.open();

  private final KeyRegistry keys = service.keys();
  private final User user = service.newUser();
  private final TestClient client = user.client();

  /** Makes a key as a client does, and returns a client with it. */
  private static TestClient make(TestClient by, String body) {
    return by.as(json(by.post(KEYS, body)).get("key").stringValue());
  }

  @Test
  void create_withGroups_opensTheirScopesAlone() {
    String groups = "{\"api\":{\"misc\":{},\"instance_read\":{}}}";
    HttpResponse<String> answer =
        client.post(KEYS, "{\"name\":\"ci\",\"permissions\":" + groups + ",\"key_params\":null}");
    JsonNode made = json(answer);
    assertThat(made.propertyNames()).containsExactly("id", "key", "permissions");
    assertThat(made.get("permissions").toString()).isEqualTo(groups);
    assertThat(TestClient.header(answer, "Cache-Control")).isEqualTo("no-store");
    TestClient narrow = client.as(made.get("key").stringValue());
    ok(narrow.post(SEARCH, "{}"));
    assertError(narrow.get(INVOICES), 403, "forbidden", "lacks the scope invoices");
    assertError(narrow.get(KEYS), 403, "forbidden", "lacks the scope user_read");
    assertError(narrow.post(KEYS, "{}"), 403, "forbidden", "lacks the scope user_write");
    assertError(narrow.send("DELETE", KEYS + "1"), 403, "forbidden", "lacks the scope user_write");
  }

  @Test
  void create_withGroupsThatOpenNothing_opensNothing() {
    TestClient nothing =
        make(client, "{\"permissions\":{\"api\":{\"team_write\":{},\"machine_read\":{}}}}");
    assertThat(nothing.post(SEARCH, "{}").statusCode()).isEqualTo(403);
    assertThat(nothing.status("GET", KEYS)).isEqualTo(403);
  }

  @Test
  void create_withoutGroups_opensAsMuchAsTheCallersKeyAndExpiresWithIt() {
    Instant expires = Instant.now().plusSeconds(1_000);
    EnumSet<Scope> scopes = EnumSet.of(Scope.SEARCH, Scope.USER_READ, Scope.USER_WRITE);
    KeyTerms terms = KeyTerms.of(user.id(), false).limitedTo(scopes).until(expires);
    TestClient narrow = client.as(keys.create(terms));
    JsonNode made = json(narrow.post(KEYS, "{\"name\":\"x\",\"permissions\":null}"));
    assertThat(made.get("permissions").toString())
        .isEqualTo("{\"api\":{\"misc\":{},\"user_read\":{},\"user_write\":{}}}");
    TestClient same = client.as(made.get("key").stringValue());
    assertThat(same.status("GET", INVOICES)).isEqualTo(403);
    JsonNode shown = json(same.get(KEYS + made.get("id") + "/"));
    assertThat(shown.get("expires_at").asLong()).isEqualTo(expires.getEpochSecond());
    assertThat(shown.get("name").stringValue()).isEqualTo("x");
    assertError(
        same.post(KEYS, "{\"permissions\":{\"api\":{\"misc\":{},\"billing_read\":{}}}}"),
        403,
        "forbidden",
        "permissions.api.billing_read opens");
    assertThat(keys.ofUser(user.id())).hasSize(3);
  }

  @Test
  void create_byAnAdministrator_makesAnAdministratorsKeyOnlyWithoutGroups() {
    TestClient admin = client.as(keys.create(KeyTerms.of(1, true)));
    TestClient narrow = make(admin, "{\"permissions\":{\"api\":{\"billing_read\":{}}}}");
    ok(make(admin, "{}").get("/api/v0/users/7/invoices/"));
    assertThat(narrow.status("GET", "/api/v0/users/7/invoices/")).isEqualTo(403);
    ok(narrow.get("/api/v0/users/1/invoices/"));
  }

  @Test
  void list_andShow_haveOwnKeysWithoutSecrets() {
    User other = service.newUser();
    JsonNode made = json(client.post(KEYS, "{\"name\":\"second \\\"one\\\"\"}"));
    HttpResponse<String> answer = client.get(KEYS);
    JsonNode list = json(answer).get("apikeys");
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.get(0).get("id").asLong()).isEqualTo(id(user.key()));
    assertThat(list.get(1).get("id")).isEqualTo(made.get("id"));
    assertThat(list.get(1).get("name").stringValue()).isEqualTo("second \"one\"");
    assertThat(answer.body())
        .doesNotContain(
            secret(user.key()), secret(other.key()), secret(made.get("key").stringValue()));
    assertThat(json(client.get(KEYS + made.get("id")))).isEqualTo(list.get(1));
    assertThat(json(other.client().get(KEYS)).get("apikeys").size()).isEqualTo(1);
  }

  private static String secret(String key) {
    return key.substring(key.length() - 43);
  }

  private static long id(String key) {
    return Long.parseLong(key.split("_", 3)[1]);
  }

  @Test
  void delete_revokesOwnKeysAlone() {
    TestClient other = service.newUser().client();
    JsonNode made = json(client.post(KEYS, "{}"));
    TestClient second = client.as(made.get("key").stringValue());
    String path = KEYS + made.get("id") + "/";
    assertError(other.send("DELETE", path), 404, "not_found", NONE);
    assertError(other.get(path), 404, "not_found", NONE);
    ok(second.get(KEYS));
    assertThat(json(client.send("DELETE", path)).get("success").asBoolean()).isTrue();
    assertThat(second.status("GET", KEYS)).isEqualTo(401);
    assertError(client.send("DELETE", path), 404, "not_found", "it may be deleted");
    ok(client.send("DELETE", KEYS + id(user.key())));
    assertThat(client.status("GET", KEYS)).isEqualTo(401);
  }

  @Test
  void user_hasNumberBalanceAndIdentity_withTheAddressUnderBothNames() {
    HttpResponse<String> empty = client.get(USER + "?owner=me");
    assertThat(json(empty).toString())
        .isEqualTo(
            "{\"id\":"
                + user.id()
                + ",\"username\":\"\",\"bill_to\":\"\",\"email\":\"\","
                + "\"fullname\":\"\","
                + "\"address1\":\"\",\"address2\":\"\",\"city\":\"\",\"zip\":\"\",\"country\":\"\","
                + "\"taxinfo\":\"\",\"balance\":0,\"credit\":0,"
                + "\"billaddress_line1\":\"\",\"billaddress_line2\":\"\",\"billaddress_city\":\"\","
                + "\"billaddress_zip\":\"\",\"billaddress_country\":\"\","
                + "\"billaddress_taxinfo\":\"\",\"api_key\":\"\"}");
    assertThat(TestClient.header(empty, "Cache-Control")).isEqualTo("no-store");
    String identity =
        "{\"address1\":\"1 St\",\"city\":\"T\",\"zip\":\"1\",\"country\":\"US\",\"taxinfo\":\"X\"}";
    new SqlLedger(service.database())
        .identify(user.id(), new InvoiceCodec().readIdentity(identity.getBytes(UTF_8)));
    assertThat(json(client.get(USER)).toString())
        .contains("\"address1\":\"1 St\",\"address2\":\"\",\"city\":\"T\"", "\"taxinfo\":\"X\"")
        .contains(
            "\"billaddress_line1\":\"1 St\",\"billaddress_line2\":\"\",\"billaddress_city\":\"T\","
                + "\"billaddress_zip\":\"1\",\"billaddress_country\":\"US\","
                + "\"billaddress_taxinfo\":\"X\"");
  }
}
