package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.KEY;
import static io.offerengine.server.market.TestService.BOBS_KEY;
import static io.offerengine.server.market.TestService.TEMPLATES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Searching, editing and deleting templates over HTTP, as the marketplace's client does. */
class TemplateManagementTest {

  @TempDir private Path directory;
  @AutoClose private TestService service;

  @BeforeEach
  void open() {
    service = TestService.open(directory);
  }

  private HttpResponse<String> send(String key, String method, String path, String body) {
    TestClient client = service.client().as(key);
    return body == null ? client.send(method, path) : client.send(method, path, body);
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
    JsonNode templates = ok(send(key, "GET", TEMPLATES + filters(filter), null)).get("templates");
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
    JsonNode shown = ok(send(KEY, "GET", TEMPLATES + filters("{}"), null)).get("templates").get(0);
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
    String mine = send(KEY, "GET", TEMPLATES + filters("{}"), null).body();
    assertThat(mine).contains("r.example", "team-7");
    assertThat(service.list(KEY, "mine").body()).contains("r.example", "team-7");
    for (String list :
        List.of(
            send(BOBS_KEY, "GET", TEMPLATES + filters("{}"), null).body(),
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
    JsonNode edited = ok(send(KEY, "PUT", TEMPLATES, edit + ",\"tag\":null,\"private\":true}"));
    assertThat(edited.get("success").asBoolean()).isTrue();
    assertThat(edited.at("/template/id")).isEqualTo(made.get("id"));
    assertThat(edited.at("/template/name").stringValue()).isEqualTo("b");
    assertThat(edited.at("/template/hash_id")).isNotEqualTo(made.get("hash_id"));
    assertThat(found(KEY, "{}")).containsExactly("b");
    assertThat(found(BOBS_KEY, "{}")).isEmpty();
    assertError(
        send(KEY, "PUT", TEMPLATES, edit + "}"), 404, "no template of yours has the hash_id");
    assertError(
        send(KEY, "POST", TEMPLATES, edit + "}"), 404, "no template of yours has the hash_id");
    String current =
        edit.replace(made.get("hash_id").toString(), edited.at("/template/hash_id") + "");
    assertError(send(BOBS_KEY, "PUT", TEMPLATES, current + "}"), 404, "no template of yours");
    assertError(send(BOBS_KEY, "POST", TEMPLATES, current + "}"), 404, "no template of yours");
  }

  @Test
  void delete_removesOwnTemplates() {
    JsonNode a = create(KEY, "a", "");
    JsonNode b = create(KEY, "b", "");
    String byHash = "{\"hash_id\":" + a.get("hash_id") + "}";
    String byNumber = "{\"template_id\":" + b.get("id") + ",\"hash_id\":null}";
    assertError(send(BOBS_KEY, "DELETE", TEMPLATES, byHash), 404, "no template of yours");
    assertError(send(BOBS_KEY, "DELETE", TEMPLATES, byNumber), 404, "no template of yours");
    JsonNode deleted = ok(send(KEY, "DELETE", TEMPLATES, byHash));
    assertThat(deleted.get("success").asBoolean()).isTrue();
    assertThat(deleted.get("msg").stringValue()).endsWith("Template ID: " + a.get("id"));
    assertThat(found(KEY, "{}")).containsExactly("b");
    assertThat(ok(send(KEY, "DELETE", TEMPLATES, byNumber)).get("msg").stringValue()).isNotBlank();
    assertThat(found(KEY, "{}")).isEmpty();
    assertError(send(KEY, "DELETE", TEMPLATES, byHash), 404, "no template of yours");
  }

  @Test
  void search_withoutAnything_listsOwnAndPublicTemplates() {
    create(KEY, "a", ",\"private\":true");
    create(BOBS_KEY, "b", "");
    create(BOBS_KEY, "c", ",\"private\":true");
    JsonNode all = ok(send(KEY, "GET", TEMPLATES, null));
    assertThat(all.propertyNames()).containsExactly("success", "templates_found", "templates");
    assertThat(all.get("success").asBoolean()).isTrue();
    assertThat(all.get("templates_found").asLong()).isEqualTo(2);
    assertThat(names(all)).containsExactly("a", "b");
    String own = "/api/v0/users/me/created-templates/";
    assertThat(names(ok(send(KEY, "GET", own, null)))).containsExactly("a");
    assertThat(names(ok(send(BOBS_KEY, "GET", own + "?order_by=name", null))))
        .containsExactly("b", "c");
  }

  private static List<String> names(JsonNode answer) {
    return StreamSupport.stream(answer.get("templates").spliterator(), false)
        .map(each -> each.get("name").stringValue())
        .toList();
  }

  private JsonNode search(String... parameters) {
    StringBuilder query = new StringBuilder("?");
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=') + 1;
      query.append(parameter, 0, equals);
      query.append(URLEncoder.encode(parameter.substring(equals), UTF_8)).append('&');
    }
    return ok(send(KEY, "GET", TEMPLATES + query.substring(0, query.length() - 1), null));
  }

  @Test
  void search_withAnOrderAndALimit_ranksAndCounts() {
    create(KEY, "b", ",\"recommended_disk_space\":10");
    create(KEY, "a", ",\"recommended_disk_space\":10,\"use_ssh\":true");
    create(KEY, "c", ",\"recommended_disk_space\":5");
    assertThat(names(search("order_by=name"))).containsExactly("a", "b", "c");
    assertThat(names(search("order_by=\"name\""))).containsExactly("a", "b", "c");
    assertThat(names(search("order_by=[{\"col\":\"name\",\"dir\":\"desc\"}]")))
        .containsExactly("c", "b", "a");
    String both = "[{\"col\":\"recommended_disk_space\",\"dir\":\"desc\"},{\"col\":\"name\"}]";
    assertThat(names(search("order_by=" + both))).containsExactly("a", "b", "c");
    for (String direction : List.of("asc", "desc")) {
      String bySsh = "order_by=[{\"col\":\"use_ssh\",\"dir\":\"" + direction + "\"}]";
      assertThat(names(search(bySsh))).containsExactly("a", "b", "c");
    }
    JsonNode first = search("order_by=name", "limit=1");
    assertThat(names(first)).containsExactly("a");
    assertThat(first.get("templates_found").asLong()).isEqualTo(3);
    assertThat(names(search("limit=0"))).isEmpty();
  }

  @Test
  void search_withColumns_hasThoseInTheOrderOfTheAnswer() {
    JsonNode made = create(KEY, "a", "");
    JsonNode found = search("select_cols=[\"desc\",\"name\",\"id\",\"hash_id\"]");
    assertThat(found.get("templates").toString())
        .isEqualTo(
            "[{\"id\":%s,\"hash_id\":%s,\"name\":\"a\"}]"
                .formatted(made.get("id"), made.get("hash_id")));
    assertThat(search("select_cols=[\"*\"]").get("templates"))
        .isEqualTo(search("limit=5").get("templates"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST"})
  void edit_withoutWhatStays_keepsIt(String method) {
    JsonNode made = create(KEY, "n", ",\"env\":\"-e A=1\",\"desc\":\"old\",\"tag\":\"3\"");
    String cli =
        ",\"name\":null,\"image\":null,\"tag\":null,\"env\":null,\"onstart\":null,"
            + "\"desc\":\"changed\",\"private\":true,\"runtype\":\"args\"}";
    String hash = "{\"hash_id\":";
    JsonNode edited = ok(send(KEY, method, TEMPLATES, hash + made.get("hash_id") + cli));
    String brief = ",\"desc\":\"\",\"recommended_disk_space\":16}";
    JsonNode again =
        ok(send(KEY, method, TEMPLATES, hash + edited.at("/template/hash_id") + brief));
    assertThat(edited.at("/template/desc").stringValue()).isEqualTo("changed");
    JsonNode template = again.get("template");
    assertThat(template.get("id")).isEqualTo(made.get("id"));
    assertThat(template.get("name").stringValue()).isEqualTo("n");
    assertThat(template.get("image").stringValue()).isEqualTo("i");
    assertThat(template.get("tag").stringValue()).isEqualTo("3");
    assertThat(template.get("env").stringValue()).isEqualTo("-e A=1");
    assertThat(template.get("private").asBoolean()).isTrue();
    assertThat(template.has("desc")).isFalse();
    assertThat(template.get("recommended_disk_space").asInt()).isEqualTo(16);
    String same =
        "{\"name\":\"n\",\"image\":\"i:3\",\"env\":\"-e A=1\",\"private\":true,"
            + "\"recommended_disk_space\":\"16.0\"}";
    assertThat(ok(send(KEY, "POST", TEMPLATES, same)).at("/template/hash_id"))
        .isEqualTo(template.get("hash_id"));
  }
}
