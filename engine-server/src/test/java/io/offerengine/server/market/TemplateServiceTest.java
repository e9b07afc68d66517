package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.KEY;
import static io.offerengine.server.market.TestService.ALICE;
import static io.offerengine.server.market.TestService.BOBS_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates over HTTP, without errors. */
class TemplateServiceTest {
  private static final Pattern IDENTIFIERS =
      Pattern.compile("\"template\":\\{\"id\":([0-9]+),\"hash_id\":\"([0-9a-f]{32})\",");

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
      "\"name\":\"Trainer\",\"image\":\"reg.example.org:5000/team/trainer\",\"tag\":\"2.1\","
          + "\"env\":\"-e TOKEN=abc -p 8080:80/udp -e \\\"NAME=a b\\\"\","
          + "\"onstart\":\"cd /w\\nmake\",\"runtype\":\"ssh\",\"ssh_direct\":true,"
          + "\"jup_direct\":false,\"jupyter_dir\":\"/w\",\"use_jupyter_lab\":true,"
          + "\"docker_login_repo\":\"reg.example.org:5000\",\"docker_login_user\":\"team\","
          + "\"extra_filters\":{\"num_gpus\":{\"gte\":\"2\"},\"verified\":{\"eq\":\"1\"}},"
          + "\"desc\":\"Trains.\",\"readme\":\"# Trainer\\n\",\"readme_visible\":true,"
          + "\"args_str\":\"--fast\",\"use_ssh\":true,\"href\":\"https://example.org\","
          + "\"repo\":\"team/trainer\",\"private\":true,\"volume_info\":{\"size\":10},"
          + "\"recommended_disk_space\":32.0";

  @TempDir private Path directory;
  @AutoClose private TestService service;

  @BeforeEach
  void open() {
    service = TestService.open(directory);
  }

  private static String simple(String name, String members) {
    return "{\"name\":\"" + name + "\",\"image\":\"i\"" + members + "}";
  }

  private static Matcher identifiers(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    Matcher matcher = IDENTIFIERS.matcher(response.body());
    assertThat(matcher.find()).as(response.body()).isTrue();
    return matcher;
  }

  private static long id(HttpResponse<String> response) {
    return Long.parseLong(identifiers(response).group(1));
  }

  private static String hash(HttpResponse<String> response) {
    return identifiers(response).group(2);
  }

  private static String response(String message, long id, String hash, String fields) {
    return "{\"success\":true,\"msg\":\"%s%d\",\"template\":{\"id\":%d,\"hash_id\":\"%s\",%s}}"
        .formatted(message, id, id, hash, fields);
  }

  @Test
  void post_ofEveryField_createsFindsAndEdits() {
    HttpResponse<String> created = service.post(KEY, EVERYTHING);
    long id = id(created);
    String hash = hash(created);
    assertThat(created.body())
        .isEqualTo(
            response(
                "Template Created Successfully! New Template ID: ", id, hash, EVERYTHING_SHOWN));
    assertThat(service.post(KEY, EVERYTHING).body())
        .isEqualTo(response("Existing Template Found: ", id, hash, EVERYTHING_SHOWN));
    String edit =
        EVERYTHING
            .replace("32", "33")
            .replace("\"hash_id\": null", "\"hash_id\": \"" + hash + "\"");
    HttpResponse<String> edited = service.post(KEY, edit);
    assertThat(hash(edited)).isNotEqualTo(hash);
    assertThat(edited.body())
        .isEqualTo(
            response(
                "Template Updated Successfully! Template ID: ",
                id,
                hash(edited),
                EVERYTHING_SHOWN.replace("32", "33")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v0/template", "/api/v0/template/"})
  void post_withoutContentType_isRead(String path) {
    TestClient client = service.client();
    HttpResponse<String> response =
        client.send(client.withKey("POST", path).POST(BodyPublishers.ofString(simple("a", ""))));
    assertThat(response.body()).contains("Template Created Successfully!");
  }

  @Test
  void get_ofMineAndPublic_listsByIdWhatEachMaySee() {
    String alices = template(service.post(KEY, simple("a", "")));
    String alicesPrivate = template(service.post(KEY, EVERYTHING));
    String bobs = template(service.post(BOBS_KEY, simple("a", ",\"desc\":\"é\"")));
    String bobsPrivate = template(service.post(BOBS_KEY, simple("b", ",\"private\":1")));
    assertThat(service.list(KEY, "mine").body()).isEqualTo(listOf(alices, alicesPrivate));
    assertThat(service.list(BOBS_KEY, "mine").body()).isEqualTo(listOf(bobs, bobsPrivate));
    assertThat(service.list(KEY, "public").body()).isEqualTo(listOf(alices, bobs));
    assertThat(service.list(BOBS_KEY, "public").body()).isEqualTo(listOf(alices, bobs));
  }

  private static String template(HttpResponse<String> response) {
    id(response);
    String body = response.body();
    return body.substring(body.indexOf("\"template\":") + 11, body.length() - 1);
  }

  private static String listOf(String... templates) {
    return "{\"templates\":[" + String.join(",", templates) + "]}";
  }

  @Test
  void get_ofNothing_isAnEmptyList() {
    HttpResponse<String> response = service.list(KEY, "mine");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.body()).isEqualTo("{\"templates\":[]}");
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
  void extraFilters_ofATemplate_findWhatTheSameSearchFinds(String filters, String offers)
      throws IOException {
    String members = ",\"recommended_disk_space\":\"8.0\",\"extra_filters\":" + filters;
    long id = id(service.post(KEY, simple("a", members)));
    List<String> expected = offers.isEmpty() ? List.of() : List.of(offers.split(" ", -1));

    StoredTemplate stored = service.templates().findListed(ALICE, id).orElseThrow().template();
    TemplateRequest template = service.templates().read(stored);
    List<String> found = new ArrayList<>();
    Matches matches = service.engine().snapshot().search(template.extraFilters().query());
    for (Match match : matches) {
      found.add(match.id() + "");
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);

    String list = service.list(KEY, "mine").body();
    int start = list.indexOf("\"extra_filters\":") + 16;
    String readBack = list.substring(start, list.indexOf(",\"private\":"));
    assertThat(search(readBack)).isEqualTo(search(filters)).isEqualTo(found);
  }

  private List<String> search(String conditions) {
    TestClient client = service.client();
    HttpResponse<String> response = client.post("/api/v0/bundles/", conditions);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestMarket.ids(response.body()).stream().map(String::valueOf).toList();
  }
}
