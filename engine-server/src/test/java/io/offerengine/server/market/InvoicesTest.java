package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Billing histories are filled and read over HTTP. */
class InvoicesTest {
  private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":(-?[0-9]+)}");

  private static final String KEPT =
      "{\"reference\":\"kept\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5}";

  /** At the beginning of July 2026. */
  private static final String PAYMENT =
      "{\"reference\":\"1\",\"type\":\"payment\",\"service\":\"stripe\",\"amount\":\"100.00\","
          + "\"timestamp\":1782864000}";

  @AutoClose private static final TestService service = TestService.open();

  private final TestClient client = service.client();
  private final TestClient eight = client.as("key-8");

  @BeforeEach
  void clear() {
    service.clear();
  }

  private HttpResponse<String> invoices(String target) {
    return client.get("/api/v0/users/" + target);
  }

  private HttpResponse<String> admin(String method, String target, String body) {
    return client.send(method, "/admin/users/" + target, body);
  }

  private HttpResponse<String> record(long user, String entry) {
    return admin("POST", user + "/ledger", entry);
  }

  private void fill() {
    String[] entries = {
      PAYMENT,
      // the last second of June
      "{\"reference\":\"2\",\"type\":\"charge\",\"amount\":12.30,\"service_fee\":\"0.45\","
          + "\"timestamp\":1782863999}",
      "{\"reference\":\"3\",\"type\":\"charge\",\"amount\":\"0.100000000001\","
          + "\"service_fee\":0.200000000002,\"timestamp\":1784365000}",
      "{\"reference\":\"4\",\"type\":\"payout\",\"service\":\"bank\",\"amount\":20,"
          + "\"timestamp\":1784365001}",
    };
    for (String entry : entries) {
      ok(record(7, entry));
    }
  }

  /** What was paid lowers the sum of what is owed, as in the marketplace's reports. */
  @Test
  void report_hasEveryField() {
    fill();
    assertThat(record(7, PAYMENT.replace("100.00", "-100")).body())
        .isEqualTo("{\"success\":true,\"id\":1,\"created\":false}");
    ok(admin("PUT", "7", "{\"email\":\"ann@example.org\",\"city\":\"Zürich 😀\",\"zip\":\"1\"}"));
    assertThat(invoices("7/invoices").body()).contains("\"city\":\"Zürich 😀\",\"zip\":\"1\"");
    HttpResponse<String> put =
        admin("PUT", "7/", "{\"username\":\"ann\",\"bill_to\":\"Ann\\nTown\",\"zip\":\"00100\"}");
    assertThat(put.body()).isEqualTo("{\"success\":true}");
    HttpResponse<String> response = invoices("7/invoices/?inc_charges=true");
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
    assertThat(ok(response))
        .isEqualTo(
            """
            {"invoices":[\
            {"id":2,"type":"charge","service":"","amount":12.3,"timestamp":1782863999},\
            {"id":1,"type":"payment","service":"stripe","amount":-100,"timestamp":1782864000},\
            {"id":3,"type":"charge","service":"","amount":0.100000000001,"timestamp":1784365000},\
            {"id":4,"type":"payout","service":"bank","amount":20,"timestamp":1784365001}],\
            "username":"ann","bill_to":"Ann\\nTown","email":"","fullname":"","address1":"",\
            "address2":"","city":"","zip":"00100","country":"","taxinfo":"",\
            "current":{"charges":0.100000000001,"service_fee":0.200000000002,\
            "total":0.300000000003,"credit":66.949999999997}}\
            """);
  }

  @Test
  void report_ofAUserWithoutAnything_isEmpty() {
    assertThat(invoices("99/invoices").body())
        .startsWith("{\"invoices\":[],\"username\":\"\",\"bill_to\":\"\"")
        .endsWith("\"current\":{\"charges\":0,\"service_fee\":0,\"total\":0,\"credit\":0}}");
  }

  /** InvoiceCodecTest reads parameters of every form, and LedgerTest chooses at random. */
  @ParameterizedTest
  @CsvSource({
    "'', 1782864000 1784365001",
    "?inc_charges=true&no_payouts=true, 1782863999 1782864000 1784365000",
    "?only_payouts=1&inc_charges=1, 1784365001",
    "?inc_charges=1&sdate=2026-07-01&edate=2026-07-02, 1782864000",
    "?inc_charges=1&edate=2026-07-01T02%3A00%2B02:00, 1782863999",
    // what the real client sends
    "?owner=me&sdate=1782863999.0&edate=1784365000.5&inc_charges=true,"
        + " 1782863999 1782864000 1784365000",
  })
  void parameters_choose(String query, String times) {
    fill();
    assertThat(TIMESTAMP.matcher(ok(invoices("7/invoices/" + query))).results())
        .extracting(item -> item.group(1))
        .containsExactly(times.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "charge\",\"service_fee\":\"0.1\" | payment\" | type and service_fee",
        "\"1.10\" | 1.100000000001 | amount",
        "\"0.1\" | 0.2 | service_fee",
        "stripe | Stripe | service",
        ":5.5} | :5.25} | timestamp",
      })
  void record_ofAnotherUnderTheSameReference_isAConflictThatChangesNothing(
      String part, String other, String differing) {
    String entry =
        "{\"reference\":\"a b\",\"type\":\"charge\",\"service_fee\":\"0.1\",\"service\":\"stripe\","
            + "\"amount\":\"1.10\",\"timestamp\":5.5}";
    assertThat(record(7, entry).body()).isEqualTo("{\"success\":true,\"id\":1,\"created\":true}");
    String before = invoices("7/invoices?inc_charges=1").body();
    assertThat(before).contains("\"timestamp\":5.5}");
    assertError(
        record(7, entry.replace(part, other)),
        409,
        "conflict",
        "CONFLICT: user 7 has an entry of the reference 'a b' already, number 1, with another "
            + differing
            + ";");
    assertThat(invoices("7/invoices?inc_charges=1").body()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; DROP TABLE ledger; --",
        "1' OR '1'='1",
        "Robert\\\"); DROP TABLE users;",
        "Set-Cookie: a=b",
        "%0d%0aSet-Cookie: a=b",
        "${jndi:ldap://x}",
        "<script>alert(1)</script>",
        "\\u2028 é 😀 \\\\ \\/ ?",
      })
  void texts_comeBackVerbatim(String text) {
    // What the escapes stand for is written as the response writes it.
    String shown = text.replace("\\/", "/").replace("\\u2028", "\u2028");
    String entry =
        "{\"reference\":\""
            + text
            + "\",\"type\":\"payment\",\"service\":\""
            + text
            + "\","
            + "\"amount\":1,\"timestamp\":5}";
    ok(record(7, entry));
    assertThat(record(7, entry).body()).contains("\"created\":false");
    String identity = "{\"username\":\"" + text + "\",\"bill_to\":\"a\\r\\n" + text + "\"}";
    ok(admin("PUT", "7", identity));
    HttpResponse<String> response = invoices("7/invoices");
    assertThat(response.body())
        .contains("\"service\":\"" + shown + "\"")
        .contains("\"username\":\"" + shown + "\"")
        .contains("\"bill_to\":\"a\\r\\n" + shown + "\"");
    assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(ok(record(8, entry))).contains("\"created\":true");
  }

  @Test
  void user_isMeCurrentOrTheNumber() {
    fill();
    TestClient seven = client.as("key-7");
    String own = ok(seven.get("/api/v0/users/7/invoices"));
    assertThat(own).contains("1784365001");
    for (String path :
        List.of(
            "me/invoices",
            "current/invoices/",
            "7/invoices?owner=7",
            "me/invoices?owner=me",
            "7/invoices?owner=current")) {
      assertThat(ok(seven.get("/api/v0/users/" + path))).isEqualTo(own);
    }
    assertThat(invoices("7/invoices?owner=me").body()).isEqualTo(own);
    assertThat(invoices("me/invoices").body()).contains("\"invoices\":[],");
  }

  /**
   * Nobody sees invoices by a user that is none, and paths that normalise or hide a separator lead
   * nowhere but where they say.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-7",
        "+7",
        "07",
        "7.0",
        "Me",
        "9223372036854775808",
        "%207",
        "7%20",
        "7%00",
        "%D9%A7",
        "%7Bid%7D",
      })
  @ValueSource(
      strings = {
        "/api/v0/users/8;x=1/invoices",
        "/api/v0/users/8/invoices;x=1",
        "/api/v0/users/8/invoices/;",
        "/api/v0/users/%2e%2e/invoices",
        "/api/v0/users/7%2finvoices",
        "/api/v0/users/7%2F..%2F8/invoices",
        "/api/v0/users/..%2f7/invoices",
        "/api/v0/users//invoices",
        "/api/v0/users/7//invoices",
        "/api/v0/users/7/invoices/x",
        "/api/v0/users/8/..;/7/invoices",
        "/api/v0/users/%252e/invoices",
        "/admin/users/%2e%2e/ledger",
      })
  void get_ofAUserThatIsNone_orATrickyPath_isAClientsError(String asked) throws IOException {
    ok(record(7, KEPT));
    boolean isUser = !asked.startsWith("/");
    String path = isUser ? "/api/v0/users/" + asked + "/invoices" : asked;
    String key = isUser ? TestClient.KEY : "key-8";
    try (RawConnection connection = client.connect()) {
      connection.send(RawConnection.headBy(key, "GET " + path, "Connection: close"));
      assertThat(connection.readAll())
          .as(path)
          .matches("(?s)HTTP/1.1 (400|404" + (isUser ? "" : "|403|405") + ") .*")
          .contains("{\"success\":false,\"error\":\"")
          .doesNotContain("\"invoices\":[");
    }
  }

  @Test
  void get_ofAnothersInvoices_isForbidden() {
    ok(record(7, KEPT));
    for (String user : List.of("7", "1", "99", "9223372036854775807", "7?owner=7")) {
      HttpResponse<String> response =
          eight.get("/api/v0/users/" + user.replaceFirst("^\\d+", "$0/invoices"));
      assertError(response, 403, "forbidden", "the key does not belong to user ");
    }
    HttpResponse<String> response = eight.get("/api/v0/users/8/invoices?owner=7");
    assertError(response, 400, "invalid_value", "owner");
  }
}
