package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of bad request for or to a ledger; none changes anything. */
class BadInvoicesTest {
  private static final String ENTRY =
      "{\"reference\":\"kept\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5}";

  @TempDir private static Path directory;
  private static TestBilling billing;
  private static String before;

  @BeforeAll
  static void open() throws IOException {
    billing = TestBilling.open(directory);
    assertThat(billing.admin("POST", "7/ledger", ENTRY).statusCode()).isEqualTo(200);
    before = billing.get("7/invoices?inc_charges=1").body();
  }

  @AfterAll
  static void close() {
    assertThat(billing.get("7/invoices?inc_charges=1").body()).isEqualTo(before);
    billing.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "inc_charges=             | invalid_value   | inc_charges is empty",
        "inc_charges              | invalid_value   | inc_charges is empty",
        "inc_charges=yes          | invalid_value   | true, false, 1 or 0, but got the text 'yes'",
        "inc_charges=2            | invalid_value   | true, false, 1 or 0",
        "inc_charges=1&inc_charges=1 | invalid_request | inc_charges is repeated",
        "only_payouts=            | invalid_value   | only_payouts is empty",
        "only_payouts=null        | invalid_value   | true, false, 1 or 0",
        "only_payouts=1&only_payouts=0 | invalid_request | only_payouts is repeated",
        "no_payouts=%00           | invalid_value   | but got the text '\uFFFD'",
        "no_payouts=+true         | invalid_value   | but got the text ' true'",
        "no_payouts=1&no_payouts=1 | invalid_request | no_payouts is repeated",
        "only_payouts=1&no_payouts=true | invalid_request | both true",
        "sdate=                   | invalid_value   | sdate is empty",
        "sdate=tomorrow           | invalid_value   | an ISO-8601 date",
        "sdate=2026-02-30         | invalid_value   | which is no day and time",
        "sdate=2026-02-28T25:00   | invalid_value   | which is no day and time",
        "sdate=2026-02-28T00:00+02:00 | invalid_value | a + in a URL is written %2B",
        "sdate=2026-02-28%0d%0aX:y | invalid_value  | but got the text '2026-02-28\uFFFD\uFFFDX:y'",
        "sdate=1&sdate=1          | invalid_request | sdate is repeated",
        "sdate=%ff                | invalid_request | sdate is not UTF-8",
        "edate=                   | invalid_value   | edate is empty",
        "edate=NaN                | invalid_value   | an ISO-8601 date",
        "edate=1e400              | invalid_value   | an ISO-8601 date",
        "edate=253402300800       | invalid_value   | in the years 1 to 9999",
        "edate=2026-13-01         | invalid_value   | which is no day and time",
        "edate=%27%20OR%201=1     | invalid_value   | ' OR 1=1'",
        "edate=1&edate=2          | invalid_request | edate is repeated",
        "sdate=2026-01-02&edate=2026-01-01 | invalid_request | sdate is after edate",
        "sdate=1.5&edate=1.4      | invalid_request | sdate is after edate",
        "limit=1                  | invalid_request | no query parameter is called",
        "Inc_charges=1            | invalid_request | no query parameter is called",
        "owner=                   | invalid_value   | owner is me, current or a whole number",
        "owner=8                  | invalid_value   | the key's owner, but got \\\"8\\\"",
        "owner=01                 | invalid_value   | owner is me, current or a whole number",
        "owner=me&owner=me        | invalid_request | owner is repeated",
        "owner=you                | invalid_value   | owner is me, current or a whole number",
      })
  void get_withABadParameter_saysWhatIsWrong(String query, String code, String message) {
    assertError(billing.get("7/invoices?" + query), 400, code, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inc_charges", "only_payouts", "no_payouts", "sdate", "edate"})
  void get_withAnOverlongParameter_isRefused(String name) {
    String query = "?" + name + "=" + "1".repeat(65);
    assertError(
        billing.get("7/invoices" + query), 400, "limit_exceeded", "at most 64 characters, but got");
    String longer = "?" + name + "=" + "1".repeat(60_000);
    assertError(billing.get("7/invoices" + longer), 400, "limit_exceeded", "but got 60000");
    String owner = "?owner=" + "1".repeat(60_000);
    assertError(billing.get("7/invoices" + owner), 400, "invalid_value", "...");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-7",
        "+7",
        "07",
        "7.0",
        "7e0",
        "0x7",
        "Me",
        "all",
        "*",
        "9223372036854775808",
        "99999999999999999999999999",
        "%207",
        "7%20",
        "7%00",
        "%D9%A7",
        "'%20OR%201=1",
        "%7Bid%7D",
      })
  void get_ofAUserThatIsNone_isRefused(String user) {
    HttpResponse<String> response = billing.get(user + "/invoices");
    assertThat(response.statusCode()).as(user).isIn(400, 404);
    assertThat(response.body()).startsWith("{\"success\":false,\"error\":\"");
    assertThat(response.body()).doesNotContain("invoices\":[");
  }

  /** Paths that normalise or hide a separator lead nowhere but where they say. */
  @ParameterizedTest
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
  void get_ofATrickyPath_isAClientsError(String path) throws IOException {
    try (RawConnection connection = new RawConnection(billing.port())) {
      String response =
          connection
              .send(
                  "GET "
                      + path
                      + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-8\r\n"
                      + "Connection: close\r\n\r\n")
              .readAll();
      assertThat(response)
          .as(path)
          .matches("(?s)HTTP/1.1 (400|403|404|405) .*")
          .contains("{\"success\":false,\"error\":\"")
          .doesNotContain("\"invoices\":[");
    }
  }

  @Test
  void get_ofAnothersInvoices_isForbidden() {
    for (String user : new String[] {"7", "1", "99", "9223372036854775807"}) {
      HttpResponse<String> response =
          billing.send("key-8", "GET", "/api/v0/users/" + user + "/invoices");
      assertError(response, 403, "forbidden", "the key does not belong to user " + user);
    }
    assertError(
        billing.send("key-8", "GET", "/api/v0/users/7/invoices?owner=7"), 403, "forbidden", "");
    assertError(
        billing.send("key-8", "GET", "/api/v0/users/8/invoices?owner=7"),
        400,
        "invalid_value",
        "owner");
  }

  @Test
  void keys_withoutTheScope_areRefused() {
    String path = "/api/v0/users/me/invoices";
    assertError(billing.send("nobody", "GET", path), 401, "auth_error", "");
    assertError(billing.send("search-key", "GET", path), 403, "forbidden", "invoices");
    assertError(billing.send("key-7", "POST", "/admin/users/7/ledger"), 403, "forbidden", "");
    assertError(billing.send("key-7", "PUT", "/admin/users/7"), 403, "forbidden", "");
    assertError(billing.send(TestClient.KEY, "DELETE", path), 405, "method_not_allowed", "GET");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                         | invalid_request | the body is empty",
        "[]                         | invalid_request | a request is an object",
        "{\"reference\":\"a\"       | invalid_request | cut short",
        "{\"reference\":\"a\"}      | invalid_request | needs a field type",
        "{\"id\":1}                 | unknown_field   | at /id (line 1, column 2)",
        "{\"reference\":\"a\",\"type\":\"gift\",\"amount\":1,\"timestamp\":5} | invalid_value |"
            + " at /type (line 1, column 25)",
        "{\"reference\":\"a\",\"type\":\"charge\",\"amount\":-1,\"timestamp\":5} | invalid_value |"
            + " at /amount",
        "{\"reference\":\"a\",\"type\":\"payout\",\"amount\":-3.5,\"timestamp\":5} |"
            + " invalid_value | dollars from 0 to 1000000000 with at most 12 decimals",
        "{\"reference\":\"a\",\"type\":\"charge\",\"amount\":1e9999,\"timestamp\":5} |"
            + " invalid_value | at /amount",
        "{\"reference\":\"a\",\"type\":\"charge\",\"amount\":1,\"timestamp\":1e99} |"
            + " invalid_value | at /timestamp",
        "{\"reference\":\"a\\r\\nb: c\",\"type\":\"charge\",\"amount\":1,\"timestamp\":5} |"
            + " invalid_value | at /reference",
        "{\"reference\":\"kept\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5,"
            + "\"service\":\"\\u0000\"} | invalid_value | at /service",
      })
  void post_ofABadEntry_saysWhatIsWrongAndWhere(String body, String code, String message) {
    assertError(billing.admin("POST", "7/ledger", body), 400, code, message);
  }

  @Test
  void post_ofAnotherContent_isAConflict() {
    assertError(
        billing.admin("POST", "7/ledger", ENTRY.replace("5", "6")),
        409,
        "conflict",
        "with another timestamp");
  }

  @Test
  void bodies_ofAnyOtherKind_areRefused() {
    byte[] notUtf8 = {'{', '"', (byte) 0xff, '"', '}'};
    assertError(billing.admin("POST", "7/ledger", notUtf8), 400, "invalid_request", "UTF-8");
    assertError(billing.admin("PUT", "7", notUtf8), 400, "invalid_request", "UTF-8");
    String large = "{\"reference\":\"" + "x".repeat(200_000) + "\"}";
    assertError(billing.admin("POST", "7/ledger", large), 413, "payload_too_large", "131072");
    assertError(billing.admin("PUT", "7", large), 413, "payload_too_large", "131072");
    String deep = "{\"city\":" + "[".repeat(100_000);
    assertError(billing.admin("PUT", "7", deep), 400, "limit_exceeded", "nested");
    assertError(billing.admin("PUT", "7", "{\"city\":5}"), 400, "invalid_value", "at /city");
    assertError(billing.admin("PUT", "7", "{\"town\":\"a\"}"), 400, "unknown_field", "at /town");
    assertError(billing.admin("PUT", "7", ""), 400, "invalid_request", "the body is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "me", "current", "007", "9223372036854775808", "a"})
  void admin_ofAUserThatIsNone_isRefused(String user) {
    assertError(billing.admin("POST", user + "/ledger", ENTRY), 400, "invalid_value", "from 1 to");
    assertError(billing.admin("PUT", user, "{}"), 400, "invalid_value", "from 1 to");
  }
}
