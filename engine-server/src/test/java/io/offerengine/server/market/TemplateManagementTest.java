package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.KEY;
import static io.offerengine.server.market.TestTemplates.BOBS_KEY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Searching, editing and deleting templates over HTTP, as the marketplace's client does. */
class TemplateManagementTest {
  private static final String PATH = TestTemplates.PATH;

  @TempDir private Path directory;
  private TestTemplates service;

  @BeforeEach
  void open() throws IOException {
    service = TestTemplates.open(directory);
  }

  @AfterEach
  void close() {
    service.close();
  }

  private HttpResponse<String> send(String key, String method, String path, String body) {
    var request =
        body == null
            ? service.client().withKey(method, path)
            : service.client().json(method, path, body);
    return service.client().send(request.setHeader("Authorization", "Bearer " + key));
  }

  private static JsonNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return OpenApiDocument.parse(answer.body());
  }

  private static void assertError(HttpResponse<String> answer, int status, String text) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(text);
  }

  private static String filters(String json) {
    return "?select_cols=%5B%22%2A%22%5D&select_filters=" + URLEncoder.encode(json, UTF_8);
  }

  private List<String> found(String key, String filter) {
    JsonNode templates = ok(send(key, "GET", PATH + filters(filter), null)).get("templates");
    return StreamSupport.stream(templates.spliterator(), false)
        .map(each -> each.get("name").stringValue())
        .toList();
  }

  private JsonNode create(String key, String name, String members) {
    String body = "{\"name\":\"" + name + "\",\"image\":\"i\"" + members + "}";
    return ok(service.post(key, body)).get("template");
  }

  @Test
  void search_findsOwnAndPublicTemplatesByConditions() {
    JsonNode a = create(KEY, "a", ",\"docker_login_repo\":\"r.example\",\"use_ssh\":true");
    create(KEY, "b", ",\"private\":true,\"recommended_disk_space\":\"32.0\"");
    create(BOBS_KEY, "c", ",\"tag\":\"2.1\",\"ssh_direct\":false");
    create(BOBS_KEY, "d", ",\"private\":true");
    assertThat(found(KEY, "{}")).containsExactly("a", "b", "c");
    assertThat(found(BOBS_KEY, "{}")).containsExactly("a", "c", "d");
    assertThat(found(KEY, "{\"creator_id\":{\"eq\":\"1\"}}")).containsExactly("a", "b");
    assertThat(found(KEY, "{\"creator_id\":{\"in\":[\"2\",3]}}")).containsExactly("c");
    assertThat(found(KEY, "{\"id\":{\"gt\":" + a.get("id") + "}}")).containsExactly("b", "c");
    assertThat(found(KEY, "{\"hash_id\":{\"eq\":" + a.get("hash_id") + "}}")).containsExactly("a");
    assertThat(found(KEY, "{\"private\":{\"eq\":true}}")).containsExactly("b");
    assertThat(found(KEY, "{\"use_ssh\":{\"eq\":true}}")).containsExactly("a");
    assertThat(found(KEY, "{\"use_ssh\":{\"eq\":null}}")).containsExactly("b", "c");
    assertThat(found(KEY, "{\"recommended_disk_space\":{\"gte\":\"8.5\"}}")).containsExactly("b");
    assertThat(found(KEY, "{\"default_tag\":{\"neq\":\"latest\"}}")).containsExactly("c");
    assertThat(found(KEY, "{\"name\":{\"notin\":[\"a\",\"b\"]}}")).containsExactly("c");
    assertThat(found(KEY, "{\"count_created\":{\"eq\":0},\"recommended\":{\"eq\":false}}"))
        .containsExactly("a", "b", "c");
    assertThat(found(KEY, "{\"recent_create_date\":{\"gt\":0}}")).isEmpty();
    assertThat(found(KEY, "{\"created_at\":{\"gt\":1700000000}}")).containsExactly("a", "b", "c");
    JsonNode shown = ok(send(KEY, "GET", PATH + filters("{}"), null)).get("templates").get(0);
    assertThat(shown.get("creator_id").asLong()).isEqualTo(1);
    assertThat(shown.get("count_created").asLong()).isZero();
    assertThat(shown.get("recommended").asBoolean()).isFalse();
    assertThat(shown.get("default_tag").stringValue()).isEqualTo("latest");
    assertThat(shown.get("recent_create_date").isNull()).isTrue();
  }

  @Test
  void loginsOfOthers_areNeitherShownNorSearched() {
    String login = ",\"docker_login_repo\":\"r.example\",\"docker_login_user\":\"team-7\"";
    JsonNode made = create(KEY, "a", login);
    assertThat(made.get("docker_login_user").stringValue()).isEqualTo("team-7");
    String mine = send(KEY, "GET", PATH + filters("{}"), null).body();
    assertThat(mine).contains("r.example", "team-7");
    assertThat(service.list(KEY, "mine").body()).contains("r.example", "team-7");
    for (String list :
        List.of(
            send(BOBS_KEY, "GET", PATH + filters("{}"), null).body(),
            service.list(BOBS_KEY, "public").body())) {
      assertThat(list).contains("\"name\":\"a\"").doesNotContain("r.example", "team-7", "login");
    }
    String byRepository = "{\"docker_login_repo\":{\"eq\":\"r.example\"}}";
    assertThat(found(KEY, byRepository)).containsExactly("a");
    assertThat(found(BOBS_KEY, byRepository)).isEmpty();
    assertThat(found(BOBS_KEY, "{\"docker_login_repo\":{\"eq\":null}}")).containsExactly("a");
  }

  @Test
  void put_editsOwnTemplates() {
    JsonNode made = create(KEY, "a", "");
    String edit = "{\"hash_id\":" + made.get("hash_id") + ",\"name\":\"b\",\"image\":\"i\"";
    JsonNode edited = ok(send(KEY, "PUT", PATH, edit + ",\"tag\":null,\"private\":true}"));
    assertThat(edited.get("success").asBoolean()).isTrue();
    assertThat(edited.at("/template/id")).isEqualTo(made.get("id"));
    assertThat(edited.at("/template/name").stringValue()).isEqualTo("b");
    assertThat(edited.at("/template/hash_id")).isNotEqualTo(made.get("hash_id"));
    assertThat(found(KEY, "{}")).containsExactly("b");
    assertThat(found(BOBS_KEY, "{}")).isEmpty();
    assertError(send(KEY, "PUT", PATH, edit + "}"), 404, "no template of yours has the hash_id");
    String current =
        edit.replace(made.get("hash_id").toString(), edited.at("/template/hash_id") + "");
    assertError(send(BOBS_KEY, "PUT", PATH, current + "}"), 404, "no template of yours");
    assertError(
        send(KEY, "PUT", PATH, "{\"name\":\"b\",\"image\":\"i\"}"), 400, "hash_id is missing");
    assertError(send(KEY, "PUT", PATH, "{\"hash_id\":\"x\"}"), 400, "at /hash_id");
  }

  @Test
  void delete_removesOwnTemplates() {
    JsonNode a = create(KEY, "a", "");
    JsonNode b = create(KEY, "b", "");
    String byHash = "{\"hash_id\":" + a.get("hash_id") + "}";
    String byNumber = "{\"template_id\":" + b.get("id") + ",\"hash_id\":null}";
    assertError(send(BOBS_KEY, "DELETE", PATH, byHash), 404, "no template of yours");
    assertError(send(BOBS_KEY, "DELETE", PATH, byNumber), 404, "no template of yours");
    JsonNode deleted = ok(send(KEY, "DELETE", PATH, byHash));
    assertThat(deleted.get("success").asBoolean()).isTrue();
    assertThat(deleted.get("msg").stringValue()).endsWith("Template ID: " + a.get("id"));
    assertThat(found(KEY, "{}")).containsExactly("b");
    assertThat(ok(send(KEY, "DELETE", PATH, byNumber)).get("msg").stringValue()).isNotBlank();
    assertThat(found(KEY, "{}")).isEmpty();
    assertError(send(KEY, "DELETE", PATH, byHash), 404, "no template of yours");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | invalid_request | either hash_id or template_id, but got neither",
        "{\"hash_id\":\"0123456789abcdef0123456789abcdef\",\"template_id\":1} | invalid_request"
            + " | but got both",
        "{\"hash_id\":\"0123\"} | invalid_value | at /hash_id (line 1, column 12)",
        "{\"template_id\":0} | invalid_value | at /template_id (line 1, column 16)",
        "{\"template_id\":1.0} | invalid_value | template_id takes a whole number from 1",
        "{\"template_id\":true} | invalid_value | but got true",
        "{\"id\":1} | unknown_field | at /id (line 1, column 2)",
        "[] | invalid_request | a request is an object"
      })
  void delete_ofABadName_namesTheField(String body, String code, String text) {
    create(KEY, "a", "");
    HttpResponse<String> answer = send(KEY, "DELETE", PATH, body);
    assertError(answer, 400, "\"error\":\"" + code + "\"");
    assertError(answer, 400, text);
    assertThat(found(KEY, "{}")).containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"env\":{\"eq\":\"x\"}} | unknown_field | at /env (line 1, column 2): templates can't",
        "{\"nam\":{\"eq\":\"x\"}} | unknown_field | use count_created, created_at, creator_id",
        "{\"private\":{\"gt\":true}} | operator_not_supported | at /private/gt",
        "{\"id\":{\"eq\":\"x\"}} | invalid_value | at /id/eq",
        "{\"id\":{\"like\":\"x\"}} | unknown_operator | at /id/like",
        "{\"id\":{\"in\":[]}} | empty_condition | at /id/in",
        "[] | invalid_request | the query parameter select_filters is refused",
        "{ | invalid_request | the query parameter select_filters is refused"
      })
  void search_withBadFilters_namesTheField(String filter, String code, String text) {
    HttpResponse<String> answer = send(KEY, "GET", PATH + filters(filter), null);
    assertError(answer, 400, "\"error\":\"" + code + "\"");
    assertError(answer, 400, text);
  }

  @Test
  void search_withOtherColumnsOrASelection_isRefused() {
    String columns = "?select_filters=%7B%7D&select_cols=";
    assertError(send(KEY, "GET", PATH + columns + "id", null), 400, "select_cols takes [");
    assertError(
        send(KEY, "GET", PATH + columns + "%5B%22id%22%5D", null), 400, "select_cols takes [");
    assertThat(send(KEY, "GET", PATH + columns + "%5B+%22%2A%22+%5D", null).statusCode())
        .isEqualTo(200);
    assertError(
        send(KEY, "GET", PATH + "?select=mine&select_filters=%7B%7D", null),
        400,
        "select does not go together");
  }
}
