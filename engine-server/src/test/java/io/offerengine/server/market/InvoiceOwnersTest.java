package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users that are none, paths that hide one, and invoices of others: nobody sees or changes them.
 */
class InvoiceOwnersTest {
  private static final String ENTRY =
      "{\"reference\":\"kept\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5}";

  @TempDir private static Path directory;
  private static TestService service;
  private static String before;

  @BeforeAll
  static void open() {
    service = TestService.open(directory);
    assertThat(admin("POST", "7/ledger", ENTRY).statusCode()).isEqualTo(200);
    before = invoices("7/invoices?inc_charges=1").body();
  }

  private static HttpResponse<String> invoices(String target) {
    return service.client().get("/api/v0/users/" + target);
  }

  private static HttpResponse<String> admin(String method, String target, String body) {
    return service.client().send(method, "/admin/users/" + target, body);
  }

  @AfterAll
  static void close() {
    assertThat(invoices("7/invoices?inc_charges=1").body()).isEqualTo(before);
    service.close();
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
    HttpResponse<String> response = invoices(user + "/invoices");
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
    try (RawConnection connection = new RawConnection(service.port())) {
      String head = "GET " + path + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-8\r\n";
      String response = connection.send(head + "Connection: close\r\n\r\n").readAll();
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
          service.client().as("key-8").get("/api/v0/users/" + user + "/invoices");
      assertError(response, 403, "forbidden", "the key does not belong to user " + user);
    }
    assertError(
        service.client().as("key-8").get("/api/v0/users/7/invoices?owner=7"), 403, "forbidden", "");
    assertError(
        service.client().as("key-8").get("/api/v0/users/8/invoices?owner=7"),
        400,
        "invalid_value",
        "owner");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "me", "current", "007", "9223372036854775808", "a"})
  void admin_ofAUserThatIsNone_isRefused(String user) {
    assertError(admin("POST", user + "/ledger", ENTRY), 400, "invalid_value", "from 1 to");
    assertError(admin("PUT", user, "{}"), 400, "invalid_value", "from 1 to");
  }
}
