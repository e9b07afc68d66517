package io.offerengine.server.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Texts of saved searches and of alerts; a cursor is taken as it was given, and in no other form.
 */
class SavedSearchRequestTest {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=";

  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());

  private static SavedSearchRequest read(String body) {
    return read(body.getBytes(UTF_8));
  }

  private static SavedSearchRequest read(byte[] body) {
    return SavedSearchRequest.read(body, CODEC, JsonLimits.DEFAULTS);
  }

  /** Versions that are written as numbers keep their digits: 22.10 is not 22.1. */
  @Test
  void readRequest_keepsTheNotationOfItsSearch() {
    String search =
        "{\"os_version\":{\"gte\":22.10,\"in\":[\"1\",535086005,true,null]},\"limit\":\"64\","
            + "\"order\":[[\"id\",\"asc\"]],\"gpu_name\":\"\\\"é\\n\"}";
    String valid = search.replace(",true,null", "");
    SavedSearchRequest request = read("{ \"search\" : " + valid + ", \"cool_down\": 5}");
    assertThat(request.text()).isEqualTo(valid);
    assertThat(request.coolDown()).isEqualTo(5);
    assertThat(request.name()).isEmpty();
    assertThat(request.template()).isNull();
    assertThat(String.valueOf(request.search()))
        .isEqualTo(CODEC.readRequest(valid.getBytes(UTF_8)).toString())
        .isEqualTo(CODEC.readQuery(request.text().getBytes(UTF_8)).toString());
    assertThatThrownBy(() -> read("{\"search\":" + search + "}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(" at /search/os_version");
  }

  @Test
  void writeRequest_isRead() {
    byte[] ofSearch = SavedSearchRequest.write("a \"name\"", null, "{\"num_gpus\":4}", null);
    assertThat(read(ofSearch))
        .extracting(
            SavedSearchRequest::name, SavedSearchRequest::coolDown, SavedSearchRequest::text)
        .containsExactly("a \"name\"", 3_600L, "{\"num_gpus\":4}");
    byte[] ofTemplate = SavedSearchRequest.write("", 0L, null, "abc");
    assertThat(read(ofTemplate)).isEqualTo(new SavedSearchRequest("", 0, null, "", "abc"));
  }

  @Test
  void readRequest_ofALongName_isRefused() {
    String body = "{\"search\":{},\"name\":\"%s\"}";
    assertThat(read(body.formatted("x".repeat(200))).name()).hasSize(200);
    assertThatThrownBy(() -> read(body.formatted("x".repeat(201))))
        .hasMessageContaining("at most 200 characters, but got 201");
  }

  @Test
  void alerts_areWritten() {
    AlertPage page =
        new AlertPage(
            List.of(
                new Alert(1L, 2L, 3L, 4L, 0.25, 5, 6, 1_784_365_000, 1_784_368_600L),
                new Alert(null, null, null, null, null, 0, 7, 1_784_365_001, null)),
            9,
            "abc");
    assertThat(new String(page.write(), UTF_8))
        .isEqualTo(
            "{\"alerts\":[{\"search_id\":1,\"offer_id\":2,\"machine_id\":3,\"num_gpus\":4,"
                + "\"price\":0.25,\"more\":5,\"version\":6,\"time\":1784365000,"
                + "\"quiet_until\":1784368600},{\"search_id\":null,\"offer_id\":null,"
                + "\"machine_id\":null,\"num_gpus\":null,\"price\":null,\"more\":0,\"version\":7,"
                + "\"time\":1784365001,\"quiet_until\":null}],\"missed\":9,\"cursor\":\"abc\"}");
  }

  @Test
  void cursor_ofAnyChangedToken_isRefused() {
    String token = AlertPage.cursor(7, 12);
    for (int at = 0; at < token.length(); at++) {
      for (int digit = 0; digit < DIGITS.length(); digit++) {
        String changed = token.substring(0, at) + DIGITS.charAt(digit) + token.substring(at + 1);
        if (!changed.equals(token)) {
          assertRefused(changed);
        }
      }
    }
    assertRefused(token + "=");
    assertRefused(token.substring(1));
    assertRefused("");
  }

  private static void assertRefused(String token) {
    assertThatThrownBy(() -> AlertPage.number(token, 7))
        .as(token)
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("INVALID_CURSOR: ");
  }
}
