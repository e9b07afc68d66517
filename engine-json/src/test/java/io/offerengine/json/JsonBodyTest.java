package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that are read by rules of the caller. */
class JsonBodyTest {
  private static JsonBody read(String text) {
    return JsonBody.read(text.getBytes(UTF_8), JsonLimits.DEFAULTS);
  }

  private static String written(@Nullable Object value) {
    return new String(JsonBody.write(value), UTF_8);
  }

  @Test
  void write_ofWhatWasRead_keepsOrderAndNotation() {
    String value = "{\"b\":[1.50,1E2,\"x\\n\",true,null],\"a\":{}}";
    assertThat(written(read("{\"v\":" + value + "}").get("v"))).isEqualTo(value);
  }

  @Test
  void write_ofValuesOfThePrograms_isJson() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("whole", 7L);
    members.put("number", 0.1);
    members.put("flags", Arrays.asList(true, null));
    members.put("json", JsonBody.written("{\"as\":\"is\"}"));
    assertThat(written(members))
        .isEqualTo("{\"whole\":7,\"number\":0.1,\"flags\":[true,null],\"json\":{\"as\":\"is\"}}");
    assertThatThrownBy(() -> written(new int[0])).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\":1} | UNKNOWN_FIELD at /x (line 1, column 2): a thing has no field called x; use n",
        "{\"n\":1} | INVALID_VALUE at /n (line 1, column 6): n takes one line",
        "{\"n\":\"a\\tb\"} | n takes one line without control characters",
        "{\"n\":\"abcd\\n\"} | INVALID_VALUE at /n (line 1, column 6): n takes one line",
        "{\"n\":\"abcd\"} | LIMIT_EXCEEDED at /n (line 1, column 6): n takes at most 3 characters",
        "[] | a request is an object",
        "{ | line 1",
      })
  void line_ofABadBody_saysWhereAndWhatIsAllowed(String text, String message) {
    assertThatThrownBy(
            () -> {
              JsonBody body = read(text);
              body.requireNames("a thing", List.of("n"), "n");
              body.line("n", 3);
            })
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(message);
  }

  @Test
  void line_thatIsMissing_isEmpty() {
    assertThat(read("{}").line("n", 3)).isEmpty();
    assertThat(read("{\"n\":null}").line("n", 3)).isEmpty();
    assertThat(read("{\"n\":\"abc\"}").line("n", 3)).isEqualTo("abc");
  }

  @Test
  void refusal_hasTheLineAndTheColumnOfItsPointer() {
    JsonBody body = read("{\n \"a\": {\"b\": 5}}");
    assertThat(body.refusal(ErrorCode.INVALID_VALUE, "/a/b", "no"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("at /a/b (line 2, column 13): no");
  }

  @Test
  void search_inAMember_isReadAsOnItsOwn() {
    SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
    String search = "{\"any_of\":[{\"num_gpus\":{\"gte\":4}}],\"limit\":3}";
    assertThat(codec.readQuery(read("{\"s\":" + search + "}"), "s").toString())
        .isEqualTo(codec.readQuery(search.getBytes(UTF_8)).toString());
    assertThatThrownBy(() -> codec.readQuery(read("{\"s\":{\"num_gpus\":{\"gte\":\"x\"}}}"), "s"))
        .hasMessageContaining("at /s/num_gpus/gte (line 1, column 25)");
    assertThatThrownBy(() -> codec.readQuery(read("{\"s\":4}"), "s"))
        .hasMessageContaining("s takes an object, but got 4");
  }
}
