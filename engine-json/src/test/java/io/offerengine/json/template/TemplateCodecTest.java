package io.offerengine.json.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.Match;
import io.offerengine.Snapshot;
import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.Loaded;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What template requests mean, beside what the golden files say. */
class TemplateCodecTest {
  private static final TemplateCodec CODEC = new TemplateCodec(MarketplaceSchema.schema());
  private static final String SECRET = "correct horse";

  private static TemplateRequest read(String body) {
    return CODEC.readRequest(body.getBytes(UTF_8));
  }

  private static StoredTemplate stored(long id, String hash, TemplateRequest request) {
    return new StoredTemplate(id, hash, new String(request.content(), UTF_8));
  }

  private static String content(String body) {
    return new String(read(body).content(), UTF_8);
  }

  /** Keys in any order, nulls for what is not given, and numbers in any form change nothing. */
  @Test
  void content_ofTheSameInAnotherForm_isTheSame() {
    List<String> members =
        new ArrayList<>(
            List.of(
                "\"name\":\"a\"",
                "\"image\":\"b:1\"",
                "\"recommended_disk_space\":1.60e1",
                "\"volume_info\":{\"b\":1.0,\"a\":null}",
                "\"extra_filters\":{\"dph_total\":{\"lt\":0.50,\"gt\":0},\"num_gpus\":{\"eq\":4}}",
                "\"desc\":null",
                "\"docker_login_pass\":\"x\"",
                "\"hash_id\":null"));
    String expected =
        content(
            """
            {"name": "a", "image": "b", "tag": "1", "recommended_disk_space": "16",
             "extra_filters": {"num_gpus": {"eq": 4.0}, "dph_total": {"gt": 0, "lt": 0.5}},
             "volume_info": {"b": 1}}\
            """);
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      Collections.shuffle(members, random);
      assertThat(content("{" + String.join(",", members) + "}")).isEqualTo(expected);
    }
  }

  @Test
  void readRequest_keepsWhatIsNoContent() {
    TemplateRequest request =
        read(
            """
            {"name": "a", "image": "b@sha256:00000000000000000000000000000000", "private": true,
             "hash_id": "0123456789abcdef0123456789abcdef", "docker_login_pass": "%s"}\
            """
                .formatted(SECRET));
    assertThat(request.name()).isEqualTo("a");
    assertThat(request.image()).isEqualTo("b@sha256:00000000000000000000000000000000");
    assertThat(request.editedHash()).contains("0123456789abcdef0123456789abcdef");
    assertThat(request.dockerLoginPassword()).contains(SECRET);
    assertThat(request.flag(TemplateField.PRIVATE)).contains(true);
    assertThat(request.flag(TemplateField.USE_SSH)).isEmpty();
    assertThat(request.text(TemplateField.RUNTYPE)).isEmpty();
    assertThat(request.text(TemplateField.DESC)).isEmpty();
    assertThat(read("{\"name\":\"a\",\"image\":\"b\"}").text(TemplateField.RUNTYPE))
        .contains("args");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"desc\":\"new\" | \"desc\":\"new\"",
        "\"name\":null,\"image\":null,\"tag\":null,\"env\":null | \"desc\":\"d\"",
        "\"desc\":\"\" | ``",
        "\"tag\":\"2\" | \"tag\":\"2\",\"desc\":\"d\"",
        "\"tag\":\"\" | \"tag\":\"latest\",\"desc\":\"d\"",
        "\"image\":\"c\" | \"image\":\"c\",\"desc\":\"d\"",
        "\"image\":\"c:3\" | \"image\":\"c\",\"tag\":\"3\",\"desc\":\"d\"",
        "\"name\":\"z\",\"private\":true,\"recommended_disk_space\":16"
            + " | \"name\":\"z\",\"desc\":\"d\",\"private\":true,\"recommended_disk_space\":16",
        "\"extra_filters\":{\"num_gpus\":2} | \"desc\":\"d\",\"extra_filters\":{\"num_gpus\":2}",
      })
  void edited_isTheStoredOneWithWhatIsGiven(String edit, String members) {
    StoredTemplate old = stored(1, "h", read("{\"name\":\"a\",\"image\":\"b:1\",\"desc\":\"d\"}"));
    String hash = "\"hash_id\":\"0123456789abcdef0123456789abcdef\",";
    TemplateRequest edited = CODEC.edited(old, read("{" + hash + edit + "}"));
    String image = members.contains("image") ? "" : "\"image\":\"b\",";
    String tag = members.contains("tag") ? "" : "\"tag\":\"1\",";
    String name = members.contains("name") ? "" : "\"name\":\"a\",";
    String rest = members.isEmpty() ? "\"runtype\":\"args\"" : members;
    assertThat(new String(edited.content(), UTF_8))
        .isEqualTo(content("{" + name + image + tag + rest + "}"));
    assertThat(edited.editedHash()).isEmpty();
  }

  @Test
  void edited_withADigest_hasNoTag() {
    StoredTemplate old = stored(1, "h", read("{\"name\":\"a\",\"image\":\"b:1\"}"));
    String digest = "b@sha256:0123456789abcdef0123456789abcdef";
    String edit =
        "{\"hash_id\":\"0123456789abcdef0123456789abcdef\",\"image\":\"%s\"}".formatted(digest);
    assertThat(CODEC.edited(old, read(edit)).image()).isEqualTo(digest);
  }

  @Test
  void password_isShownNowhere() {
    TemplateRequest request =
        read("{\"name\":\"a\",\"image\":\"b\",\"docker_login_pass\":\"" + SECRET + "\"}");
    assertThat(request.toString()).isEqualTo("template a of b:latest");
    assertThat(new String(request.content(), UTF_8)).doesNotContain(SECRET);
    assertThat(new String(CODEC.writeResponse("m", stored(1, "h", request)), UTF_8))
        .doesNotContain(SECRET, "docker_login_pass");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":\"%s\"}", "\"%s\\u0007\"", "[\"%s\"]"})
  void password_ofAWrongForm_isRefusedWithoutShowingIt(String form) {
    String body = "{\"name\":\"a\",\"image\":\"b\",\"docker_login_pass\":" + form + "}";
    assertThatThrownBy(() -> read(body.replace("%s", SECRET)))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("INVALID_VALUE at /docker_login_pass (line 1, column 45)")
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void extraFilters_runAsASearch() {
    Snapshot offers =
        Loaded.text(
            MarketplaceSchema.schema(),
            "{\"id\":1,\"num_gpus\":1}\n{\"id\":2,\"num_gpus\":2}\n{\"id\":3,\"num_gpus\":4}\n");
    TemplateRequest request =
        read("{\"name\":\"a\",\"image\":\"b\",\"extra_filters\":{\"num_gpus\":{\"gte\":\"2\"}}}");
    assertThat(offers.search(request.extraFilters().query()).toList(Match::id))
        .containsExactlyInAnyOrder(2L, 3L);
  }

  @Test
  void writeResponse_ofATemplate_isTheDocumentedShape() {
    TemplateRequest request = read("{\"name\":\"a\",\"image\":\"b\"}");
    assertThat(new String(CODEC.writeResponse("Made: \"7\"", stored(7, "00ff", request)), UTF_8))
        .isEqualTo(
            "{\"success\":true,\"msg\":\"Made: \\\"7\\\"\",\"template\":{\"id\":7,"
                + "\"hash_id\":\"00ff\",\"name\":\"a\",\"image\":\"b\",\"tag\":\"latest\","
                + "\"runtype\":\"args\",\"private\":false,\"recommended_disk_space\":8.0}}");
  }

  @Test
  void readContent_ofAnythingThatWasRead_isTheSame() {
    String longest = "1".repeat(1_000);
    String body =
        ("{\"name\":\"a\",\"image\":\"b\",\"readme\":\"%s\","
                + "\"volume_info\":{\"a\":[%s%s,%s0.0,1.%s]}}")
            .formatted(
                "é".repeat(1 << 16),
                "1e9,".repeat(200_000),
                longest,
                longest.substring(3),
                longest.substring(2));
    TemplateRequest request = read(body);
    assertThat(request.content()).hasSizeGreaterThan(JsonLimits.DEFAULTS.maxBodyBytes());
    assertThat(CODEC.readContent(stored(1, "h", request)).content()).isEqualTo(request.content());
  }

  @Test
  void writeList_ofTemplates_isAListOfTheSameObjects() throws IOException {
    StoredTemplate first = stored(1, "aa", read("{\"name\":\"é\",\"image\":\"b\"}"));
    StoredTemplate second = stored(2, "bb", read("{\"name\":\"c\",\"image\":\"d\"}"));
    assertThat(list(List.of())).isEqualTo("{\"templates\":[]}");
    assertThat(list(List.of(first, second)))
        .isEqualTo("{\"templates\":[" + object(first) + "," + object(second) + "]}");
  }

  private static String object(StoredTemplate template) {
    String response = new String(CODEC.writeResponse("", template), UTF_8);
    return response.substring(response.indexOf("{", 1), response.length() - 1);
  }

  private static String list(List<StoredTemplate> templates) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CODEC.writeList(templates.iterator(), out);
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "image", "tag", "href", "docker_login_repo"})
  void line_thatIsTooLong_isRefused(String field) {
    String body =
        "{\"name\":\"a\",\"image\":\"b\"}"
            .replaceAll(",?\"" + field + "\":\"[^\"]*\"", "")
            .replace("{,", "{")
            .replace("}", ",\"" + field + "\":\"" + "a".repeat(1_025) + "\"}");
    JsonException refusal = catchThrowableOfType(JsonException.class, () -> read(body));
    assertThat(refusal.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(refusal.path()).isEqualTo("/" + field);
  }

  @ParameterizedTest
  @CsvSource({
    "name, 1024, LIMIT_EXCEEDED",
    "readme, 65536, LIMIT_EXCEEDED",
    "docker_login_pass, 8192, INVALID_VALUE"
  })
  void text_isAtMostSoLong(String field, int longest, ErrorCode code) {
    String body =
        "{\"image\":\"b\"" + (field.equals("name") ? "" : ",\"name\":\"a\"") + ",\"" + field;
    read(body + "\":\"" + "a".repeat(longest) + "\"}");
    assertThatThrownBy(() -> read(body + "\":\"" + "a".repeat(longest + 1) + "\"}"))
        .hasMessageStartingWith(code + " at /" + field)
        .hasMessageContaining(Integer.toString(longest));
  }
}
