package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.market.TestService.ALICE;
import static io.offerengine.server.market.TestService.BOBS_KEY;
import static io.offerengine.server.market.TestService.TEMPLATES;
import static io.offerengine.server.market.TestService.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.server.http.TestClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Templates over HTTP: made, searched, edited and deleted as the marketplace's client does. */
class TemplateServiceTest {
  /** Every documented field, in the forms that clients send. */
  private static final String EVERYTHING =
      """
      {"name": "Trainer", "image": "reg.example.org:5000/team/trainer:2.1", "tag": "2.1",
       "env": "-e TOKEN=abc -p 8080:80/udp -e \\"NAME=a b\\"", "onstart": "cd /w\\nmake",
       "runtype": "ssh", "ssh_direct": true, "jup_direct": false, "jupyter_dir": "/w",
       "use_jupyter_lab": "true", "docker_login_repo": "reg.example.org:5000",
       "docker_login_user": "team", "docker_login_pass": "hunter2",
       "extra_filters": {"num_gpus": {"gte": "2"}, "verified": {"eq": "1"}, "rented": null},
       "desc": "Trains.", "readme": "# Trainer\\n", "readme_visible": true, "args_str": "--fast",
       "use_ssh": true, "href": "https://example.org", "repo": "team/trainer", "private": true,
       "volume_info": {"size": 10}, "recommended_disk_space": "32.0", "hash_id": null}\
      """;

  private static final String EVERYTHING_SHOWN =
      """
      "name":"Trainer","image":"reg.example.org:5000/team/trainer","tag":"2.1",\
      "env":"-e TOKEN=abc -p 8080:80/udp -e \\"NAME=a b\\"","onstart":"cd /w\\nmake",\
      "runtype":"ssh","ssh_direct":true,"jup_direct":false,"jupyter_dir":"/w",\
      "use_jupyter_lab":true,"docker_login_repo":"reg.example.org:5000",\
      "docker_login_user":"team",\
      "extra_filters":{"num_gpus":{"gte":"2"},"verified":{"eq":"1"}},"desc":"Trains.",\
      "readme":"# Trainer\\n","readme_visible":true,"args_str":"--fast","use_ssh":true,\
      "href":"https://example.org","repo":"team/trainer","private":true,\
      "volume_info":{"size":10},"recommended_disk_space":32.0\
      """;

  private static final String MINE = TEMPLATES + "?select=mine";
  private static final String PUBLIC = TEMPLATES + "?select=public";
  private static final String NONE = "no template of yours has the hash_id";

  @AutoClose private static final TestService service = TestService.open();

  private final TestClient alice = service.client();
  private final TestClient bob = alice.as(BOBS_KEY);

  @BeforeEach
  void clear() {
    service.clear();
  }

  private static String body(String name, String members) {
    return "{\"name\":\"" + name + "\",\"image\":\"i\"" + members + "}";
  }

  private static JsonNode create(TestClient client, String name, String members) {
    return json(client.post(TEMPLATES, body(name, members))).get("template");
  }

  private static List<String> names(JsonNode answer) {
    List<String> names = new ArrayList<>();
    answer.get("templates").forEach(each -> names.add(each.get("name").stringValue()));
    return names;
  }

  private static JsonNode search(TestClient client, String parameters) {
    return json(client.get(TEMPLATES + parameters));
  }

  private static List<String> found(TestClient client, String filters) {
    return names(search(client, "?select_cols=[\"*\"]&select_filters=" + filters));
  }

  @Test
  void post_ofEveryField_createsFindsAndEdits() {
    HttpResponse<String> created = alice.post(TEMPLATES, EVERYTHING);
    JsonNode template = json(created).get("template");
    assertThat(created.body())
        .isEqualTo(shown("Template Created Successfully! New Template ID: ", template, "32"));
    assertThat(ok(alice.post(TEMPLATES, EVERYTHING)))
        .isEqualTo(shown("Existing Template Found: ", template, "32"));
    String edit =
        EVERYTHING
            .replace("32", "33")
            .replace("\"hash_id\": null", "\"hash_id\": " + template.get("hash_id"));
    HttpResponse<String> edited = alice.post(TEMPLATES, edit);
    JsonNode after = json(edited).get("template");
    assertThat(after.get("id")).isEqualTo(template.get("id"));
    assertThat(after.get("hash_id")).isNotEqualTo(template.get("hash_id"));
    assertThat(edited.body())
        .isEqualTo(shown("Template Updated Successfully! Template ID: ", after, "33"));
  }

  private static String shown(String message, JsonNode template, String disk) {
    assertThat(template.get("hash_id").stringValue()).matches("[0-9a-f]{32}");
    return "{\"success\":true,\"msg\":\"%s%s\",\"template\":{\"id\":%2$s,\"hash_id\":%s,%s}}"
        .formatted(
            message,
            template.get("id"),
            template.get("hash_id"),
            EVERYTHING_SHOWN.replace("32", disk));
  }

  @Test
  void get_ofMineAndPublic_listsByIdWhatEachMaySee() {
    assertThat(ok(alice.get(MINE))).isEqualTo("{\"templates\":[]}");
    JsonNode alices = create(alice, "a", "");
    JsonNode alicesPrivate = json(alice.post(TEMPLATES, EVERYTHING)).get("template");
    JsonNode bobs = create(bob, "a", "");
    assertThat(bobs.get("hash_id")).as("of the same").isEqualTo(alices.get("hash_id"));
    JsonNode bobsPrivate = create(bob, "b", ",\"desc\":\"é\",\"private\":1");
    assertThat(ok(alice.get(MINE))).isEqualTo(listOf(alices, alicesPrivate));
    assertThat(ok(bob.get(MINE))).isEqualTo(listOf(bobs, bobsPrivate));
    assertThat(ok(alice.get(PUBLIC))).isEqualTo(listOf(alices, bobs));
    assertThat(ok(bob.get(PUBLIC))).isEqualTo(listOf(alices, bobs));
  }

  private static String listOf(JsonNode first, JsonNode second) {
    return "{\"templates\":[" + first + "," + second + "]}";
  }

  /** The registry and a client that reads templates over HTTP return the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"num_gpus\":{\"gte\":\"2\",\"lt\":8},\"gpu_name\":{\"eq\":\"RTX_4090\"},"
            + "\"rentable\":{\"eq\":\"1\"},\"rented\":null} | 1006 1009",
        "{\"rentable\":\"0\"}                              | 1011",
        "{\"num_gpus\":{\"in\":[\"8\",16]},\"external\":{\"eq\":\"0\"}} | 1003 1007 1011",
        "{\"dph_total\":{\"lte\":\"0.75\"},\"gpu_name\":\"any\"} | 1000 1001 1002 1003",
        "{\"verified\":{\"eq\":\"1\"}}                    | ``",
        "{\"rented\":{\"eq\":false},\"num_gpus\":{\"gte\":2e0,\"lt\":4.00}} | 1001 1005 1009",
      })
  void extraFilters_ofATemplate_findWhatTheSameSearchFinds(String filters, String offers) {
    String members = ",\"recommended_disk_space\":\"8.0\",\"extra_filters\":" + filters;
    long id = create(alice, "a", members).get("id").asLong();
    StoredTemplate stored = service.templates().findListed(ALICE, id).orElseThrow().template();
    TemplateRequest template = service.templates().read(stored);
    List<Long> found = new ArrayList<>();
    Matches matches = service.engine().snapshot().search(template.extraFilters().query());
    for (Match match : matches) {
      found.add(match.id());
    }
    List<String> expected = offers.isEmpty() ? List.of() : List.of(offers.split(" ", -1));
    assertThat(found.stream().map(String::valueOf)).containsExactlyInAnyOrderElementsOf(expected);

    String list = ok(alice.get(MINE));
    int start = list.indexOf("\"extra_filters\":") + 16;
    String readBack = list.substring(start, list.indexOf(",\"private\":"));
    for (String conditions : List.of(readBack, filters)) {
      assertThat(TestMarket.ids(ok(alice.post("/api/v0/bundles/", conditions)))).isEqualTo(found);
    }
  }

  @Test
  void search_findsOwnAndPublicTemplatesByConditions() {
    JsonNode a = create(alice, "a", ",\"docker_login_repo\":\"r.example\",\"use_ssh\":true");
    create(alice, "b", ",\"private\":true,\"recommended_disk_space\":\"32.0\"");
    create(bob, "c", ",\"tag\":\"2.1\",\"ssh_direct\":false");
    create(bob, "d", ",\"private\":true");
    assertThat(found(alice, "{}")).containsExactly("a", "b", "c");
    assertThat(found(bob, "{}")).containsExactly("a", "c", "d");
    for (String[] each :
        new String[][] {
          {"{\"creator_id\":{\"eq\":\"1\"}}", "a b"},
          {"{\"creator_id\":{\"in\":[\"2\",3]}}", "c"},
          {"{\"id\":{\"gt\":" + a.get("id") + "}}", "b c"},
          {"{\"hash_id\":{\"eq\":" + a.get("hash_id") + "}}", "a"},
          {"{\"private\":{\"eq\":true}}", "b"},
          {"{\"use_ssh\":{\"eq\":true}}", "a"},
          {"{\"use_ssh\":{\"eq\":null}}", "b c"},
          {"{\"recommended_disk_space\":{\"gte\":\"8.5\"}}", "b"},
          {"{\"default_tag\":{\"neq\":\"latest\"}}", "c"},
          {"{\"name\":{\"notin\":[\"a\",\"b\"]}}", "c"},
          {"{\"count_created\":{\"eq\":0},\"recommended\":{\"eq\":false}}", "a b c"},
          {"{\"recent_create_date\":{\"gt\":0}}", ""},
          {"{\"created_at\":{\"gt\":1700000000}}", "a b c"},
        }) {
      assertThat(String.join(" ", found(alice, each[0]))).as(each[0]).isEqualTo(each[1]);
    }
    JsonNode shown = search(alice, "?select_filters={}").at("/templates/0");
    assertThat(shown.toString())
        .contains("\"creator_id\":1,", "\"count_created\":0,", "\"recommended\":false")
        .contains("\"default_tag\":\"latest\"", "\"recent_create_date\":null");
  }

  @Test
  void loginsOfOthers_areNeitherShownNorSearched() {
    String login = ",\"docker_login_repo\":\"r.example\",\"docker_login_user\":\"team-7\"";
    JsonNode made = create(alice, "a", login + ",\"volume_info\":{\"size\":10}");
    assertThat(made.get("docker_login_user").stringValue()).isEqualTo("team-7");
    String all = "?select_cols=[\"*\"]&select_filters={}";
    for (String mine : List.of(all, "?select=mine")) {
      assertThat(ok(alice.get(TEMPLATES + mine))).contains("r.example", "team-7");
    }
    for (String others : List.of(all, "?select=public")) {
      assertThat(ok(bob.get(TEMPLATES + others)))
          .contains("\"name\":\"a\"", "\"volume_info\":{\"size\":10}")
          .doesNotContain("r.example", "team-7", "login");
    }
    String byRepository = "{\"docker_login_repo\":{\"eq\":\"r.example\"}}";
    assertThat(found(alice, byRepository)).containsExactly("a");
    assertThat(found(bob, byRepository)).isEmpty();
    assertThat(found(bob, "{\"docker_login_repo\":{\"eq\":null}}")).containsExactly("a");
  }

  @Test
  void put_editsOwnTemplates() {
    JsonNode made = create(alice, "a", ",\"env\":\"-e A=1\"");
    String edit = "{\"hash_id\":" + made.get("hash_id") + ",\"name\":\"b\",\"image\":\"i\"";
    JsonNode edited = json(alice.send("PUT", TEMPLATES, edit + ",\"tag\":null,\"private\":true}"));
    assertThat(edited.get("success").asBoolean()).isTrue();
    assertThat(edited.at("/template/id")).isEqualTo(made.get("id"));
    assertThat(edited.at("/template/name").stringValue()).isEqualTo("b");
    assertThat(edited.at("/template/env").stringValue()).as("what stays").isEqualTo("-e A=1");
    JsonNode hash = edited.at("/template/hash_id");
    assertThat(hash).isNotEqualTo(made.get("hash_id"));
    assertThat(found(alice, "{}")).containsExactly("b");
    assertThat(found(bob, "{}")).isEmpty();
    String current = edit.replace(made.get("hash_id").toString(), hash.toString());
    for (String method : List.of("PUT", "POST")) {
      assertError(alice.send(method, TEMPLATES, edit + "}"), 404, "not_found", NONE);
      assertError(bob.send(method, TEMPLATES, current + "}"), 404, "not_found", NONE);
    }
  }

  @Test
  void delete_removesOwnTemplates() {
    JsonNode a = create(alice, "a", "");
    JsonNode b = create(alice, "b", "");
    String byHash = "{\"hash_id\":" + a.get("hash_id") + "}";
    String byNumber = "{\"template_id\":" + b.get("id") + ",\"hash_id\":null}";
    for (String each : List.of(byHash, byNumber)) {
      assertError(
          bob.send("DELETE", TEMPLATES, each), 404, "not_found", "no template of yours has the ");
    }
    JsonNode deleted = json(alice.send("DELETE", TEMPLATES, byHash));
    assertThat(deleted.get("success").asBoolean()).isTrue();
    assertThat(deleted.get("msg").stringValue()).endsWith("Template ID: " + a.get("id"));
    assertThat(found(alice, "{}")).containsExactly("b");
    assertThat(json(alice.send("DELETE", TEMPLATES, byNumber)).get("msg").stringValue())
        .endsWith("Template ID: " + b.get("id"));
    assertThat(found(alice, "{}")).isEmpty();
    assertError(alice.send("DELETE", TEMPLATES, byHash), 404, "not_found", NONE);
  }

  @Test
  void search_withoutAnything_listsOwnAndPublicTemplates() {
    create(alice, "a", ",\"private\":true");
    create(bob, "b", "");
    create(bob, "c", ",\"private\":true");
    JsonNode all = search(alice, "");
    assertThat(all.propertyNames()).containsExactly("success", "templates_found", "templates");
    assertThat(all.get("success").asBoolean()).isTrue();
    assertThat(all.get("templates_found").asLong()).isEqualTo(2);
    assertThat(names(all)).containsExactly("a", "b");
    String own = "/api/v0/users/me/created-templates/";
    assertThat(names(json(alice.get(own)))).containsExactly("a");
    assertThat(names(json(bob.get(own + "?order_by=name")))).containsExactly("b", "c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "order_by=name | a b c",
        "order_by=\"name\" | a b c",
        "order_by=[{\"col\":\"name\",\"dir\":\"desc\"}] | c b a",
        "order_by=[{\"col\":\"recommended_disk_space\",\"dir\":\"desc\"},{\"col\":\"name\"}]"
            + " | a b c",
        "order_by=[{\"col\":\"use_ssh\",\"dir\":\"asc\"}] | a b c",
        "order_by=[{\"col\":\"use_ssh\",\"dir\":\"desc\"}] | a b c",
        "order_by=name&limit=1 | a",
        "limit=0 | ``"
      })
  void search_withAnOrderAndALimit_ranksAndCounts(String parameters, String names) {
    create(alice, "b", ",\"recommended_disk_space\":10");
    create(alice, "a", ",\"recommended_disk_space\":10,\"use_ssh\":true");
    create(alice, "c", ",\"recommended_disk_space\":5");
    JsonNode found = search(alice, "?" + parameters);
    assertThat(String.join(" ", names(found))).isEqualTo(names);
    assertThat(found.get("templates_found").asLong()).isEqualTo(3);
  }

  @Test
  void search_withColumns_hasThoseInTheOrderOfTheAnswer() {
    JsonNode made = create(alice, "a", "");
    JsonNode found = search(alice, "?select_cols=[\"desc\",\"name\",\"id\",\"hash_id\"]");
    assertThat(found.get("templates").toString())
        .isEqualTo(
            "[{\"id\":%s,\"hash_id\":%s,\"name\":\"a\"}]"
                .formatted(made.get("id"), made.get("hash_id")));
    assertThat(search(alice, "?select_cols=[\"*\"]").get("templates"))
        .isEqualTo(search(alice, "?limit=5").get("templates"));
  }
}
