package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Accounts and API keys over HTTP, with keys in a database. */
class AccountServiceTest {
  private static final String KEYS = "/api/v0/auth/apikeys/";
  private static final String USER = "/api/v0/users/current/";
  private static final String SEARCH = "/api/v0/bundles/";
  private static final String INVOICES = "/api/v0/users/me/invoices/";

  @TempDir private Path directory;
  @AutoClose private TestService service;
  private KeyRegistry keys;

  /** The second key of the service. */
  private String key;

  @BeforeEach
  void open() {
    service = TestService.open(directory);
    keys = service.keys();
    key = keys.create(KeyTerms.of(7, false));
  }

  private HttpResponse<String> send(String with, String method, String path, String body) {
    TestClient client = service.client().as(with);
    return body == null ? client.send(method, path) : client.send(method, path, body);
  }

  private static JsonNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().allValues("Content-Type")).containsExactly("application/json");
    return OpenApiDocument.parse(answer.body());
  }

  private int status(String with, String method, String path, String body) {
    return send(with, method, path, body).statusCode();
  }

  private static void assertError(HttpResponse<String> answer, int status, String text) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(text);
  }

  @Test
  void create_withGroups_opensTheirScopesAlone() {
    String body =
        "{\"name\":\"ci\",\"permissions\":{\"api\":{\"misc\":{},\"instance_read\":{}}},"
            + "\"key_params\":null}";
    HttpResponse<String> answer = send(key, "POST", KEYS, body);
    JsonNode made = ok(answer);
    assertThat(made.propertyNames()).containsExactly("id", "key", "permissions");
    assertThat(made.get("permissions").toString())
        .isEqualTo("{\"api\":{\"misc\":{},\"instance_read\":{}}}");
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    String text = made.get("key").stringValue();
    assertThat(status(text, "POST", SEARCH, "{}")).isEqualTo(200);
    assertError(send(text, "GET", INVOICES, null), 403, "lacks the scope invoices");
    assertError(send(text, "GET", KEYS, null), 403, "lacks the scope user_read");
    assertError(send(text, "POST", KEYS, "{}"), 403, "lacks the scope user_write");
    assertError(send(text, "DELETE", KEYS + "1", null), 403, "lacks the scope user_write");
  }

  @Test
  void create_withGroupsThatOpenNothing_opensNothing() {
    String body = "{\"permissions\":{\"api\":{\"team_write\":{},\"machine_read\":{}}}}";
    String text = ok(send(key, "POST", KEYS, body)).get("key").stringValue();
    assertThat(status(text, "POST", SEARCH, "{}")).isEqualTo(403);
    assertThat(status(text, "GET", KEYS, null)).isEqualTo(403);
  }

  @Test
  void create_withoutGroups_opensAsMuchAsTheCallersKeyAndExpiresWithIt() {
    Instant expires = Instant.now().plusSeconds(1_000);
    EnumSet<Scope> scopes = EnumSet.of(Scope.SEARCH, Scope.USER_READ, Scope.USER_WRITE);
    String narrow = keys.create(KeyTerms.of(7, false).limitedTo(scopes).until(expires));
    JsonNode made = ok(send(narrow, "POST", KEYS, "{\"name\":\"x\",\"permissions\":null}"));
    assertThat(made.get("permissions").toString())
        .isEqualTo("{\"api\":{\"misc\":{},\"user_read\":{},\"user_write\":{}}}");
    String text = made.get("key").stringValue();
    assertThat(status(text, "GET", INVOICES, null)).isEqualTo(403);
    JsonNode shown = ok(send(text, "GET", KEYS + made.get("id") + "/", null));
    assertThat(shown.get("expires_at").asLong()).isEqualTo(expires.getEpochSecond());
    assertThat(shown.get("name").stringValue()).isEqualTo("x");
    String wider = "{\"permissions\":{\"api\":{\"misc\":{},\"billing_read\":{}}}}";
    assertError(send(text, "POST", KEYS, wider), 403, "permissions.api.billing_read opens");
    assertThat(keys.ofUser(7)).hasSize(3);
  }

  @Test
  void create_byAnAdministrator_makesAnAdministratorsKeyOnlyWithoutGroups() {
    String admin = keys.create(KeyTerms.of(1, true));
    String same = ok(send(admin, "POST", KEYS, "{}")).get("key").stringValue();
    String body = "{\"permissions\":{\"api\":{\"billing_read\":{}}}}";
    String narrow = ok(send(admin, "POST", KEYS, body)).get("key").stringValue();
    assertThat(status(same, "GET", "/api/v0/users/7/invoices/", null)).isEqualTo(200);
    assertThat(status(narrow, "GET", "/api/v0/users/7/invoices/", null)).isEqualTo(403);
    assertThat(status(narrow, "GET", "/api/v0/users/1/invoices/", null)).isEqualTo(200);
  }

  @Test
  void list_andShow_haveOwnKeysWithoutSecrets() {
    String other = keys.create(KeyTerms.of(8, true));
    JsonNode made = ok(send(key, "POST", KEYS, "{\"name\":\"second \\\"one\\\"\"}"));
    HttpResponse<String> answer = send(key, "GET", KEYS, null);
    JsonNode list = ok(answer).get("apikeys");
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.get(0).get("id").asLong()).isEqualTo(2);
    assertThat(list.get(1).get("id")).isEqualTo(made.get("id"));
    assertThat(list.get(1).get("name").stringValue()).isEqualTo("second \"one\"");
    assertThat(answer.body())
        .doesNotContain(secret(key), secret(other), secret(made.get("key").stringValue()));
    assertThat(ok(send(key, "GET", KEYS + made.get("id"), null))).isEqualTo(list.get(1));
    assertThat(ok(send(other, "GET", KEYS, null)).get("apikeys").size()).isEqualTo(1);
  }

  private static String secret(String text) {
    return text.substring(text.length() - 43);
  }

  @Test
  void delete_revokesOwnKeysAlone() {
    String other = keys.create(KeyTerms.of(8, true));
    JsonNode made = ok(send(key, "POST", KEYS, "{}"));
    String path = KEYS + made.get("id") + "/";
    assertError(send(other, "DELETE", path, null), 404, "no API key of yours has the number");
    assertError(send(other, "GET", path, null), 404, "no API key of yours has the number");
    assertThat(status(made.get("key").stringValue(), "GET", KEYS, null)).isEqualTo(200);
    JsonNode deleted = ok(send(key, "DELETE", path, null));
    assertThat(deleted.get("success").asBoolean()).isTrue();
    assertThat(status(made.get("key").stringValue(), "GET", KEYS, null)).isEqualTo(401);
    assertError(send(key, "DELETE", path, null), 404, "it may be deleted");
    assertThat(status(key, "DELETE", KEYS + "2", null)).isEqualTo(200);
    assertThat(status(key, "GET", KEYS, null)).isEqualTo(401);
  }

  @Test
  void user_hasNumberIdentityAndBalance() {
    service
        .database()
        .write(connection -> {
          try (var insert = connection.createStatement()) {
            return insert.executeUpdate("DELETE FROM users");
          }
        });
    HttpResponse<String> empty = send(key, "GET", USER + "?owner=me", null);
    assertThat(ok(empty).toString())
        .isEqualTo(
            "{\"id\":7,\"username\":\"\",\"bill_to\":\"\",\"email\":\"\",\"fullname\":\"\","
                + "\"address1\":\"\",\"address2\":\"\",\"city\":\"\",\"zip\":\"\",\"country\":\"\","
                + "\"taxinfo\":\"\",\"balance\":0,\"credit\":0,"
                + "\"billaddress_line1\":\"\",\"billaddress_line2\":\"\",\"billaddress_city\":\"\","
                + "\"billaddress_zip\":\"\",\"billaddress_country\":\"\","
                + "\"billaddress_taxinfo\":\"\",\"api_key\":\"\"}");
    assertThat(empty.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void user_hasTheAddressUnderBothNames() {
    String identity =
        "{\"address1\":\"1 St\",\"city\":\"T\",\"zip\":\"1\",\"country\":\"US\",\"taxinfo\":\"X\"}";
    new SqlLedger(service.database())
        .identify(7, new InvoiceCodec().readIdentity(identity.getBytes(UTF_8)));
    assertThat(ok(send(key, "GET", USER, null)).toString())
        .contains("\"address1\":\"1 St\",\"address2\":\"\",\"city\":\"T\"", "\"taxinfo\":\"X\"")
        .contains(
            "\"billaddress_line1\":\"1 St\",\"billaddress_line2\":\"\",\"billaddress_city\":\"T\","
                + "\"billaddress_zip\":\"1\",\"billaddress_country\":\"US\","
                + "\"billaddress_taxinfo\":\"X\"");
  }

  @Test
  void show_ofSomethingElseThanANumber_namesIt() {
    for (String id : List.of("0", "-1", "x", "1.5", "9223372036854775808")) {
      assertError(send(key, "GET", KEYS + id, null), 400, "the id of a key in the path is a whole");
      assertError(send(key, "DELETE", KEYS + id, null), 400, "but got \\\"" + id);
    }
  }
}
