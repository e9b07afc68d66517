package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import java.net.URLEncoder;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of URLs: values, escapes and refusals. */
class QueryParametersTest {
  private static final Set<String> KNOWN = Set.of("q", "cursor");

  @Property
  void text_ofAnyEncodedText_isThatText(@ForAll String text) {
    // What is no Unicode, the encoder replaces.
    String sent = new String(text.getBytes(UTF_8), UTF_8);
    String query = "cursor=x&q=" + URLEncoder.encode(sent, UTF_8);
    assertThat(QueryParameters.parse(query, KNOWN, false).text("q")).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "q=a+b%2Bc | a b+c",
        "q= | ''",
        "q | ''",
        "&&q=a=b&& | a=b",
        "%71=%c3%A9 | é",
      })
  void text_ofUnusualForms_isWhatTheyMean(String query, String text) {
    assertThat(QueryParameters.parse(query, KNOWN, false).text("q")).isEqualTo(text);
  }

  @Test
  void text_ofAParameterThatWasNotSent_isNull() {
    assertThat(QueryParameters.parse(null, KNOWN, false).text("q")).isNull();
    assertThat(QueryParameters.parse("", KNOWN, false).bytes("q")).isNull();
    assertThat(QueryParameters.parse("cursor=1", KNOWN, false).bytes("q")).isNull();
  }

  @Test
  void bytes_ofWhatIsNoUtf8_areTheBytes() {
    QueryParameters parameters = QueryParameters.parse("q=%ff%00", KNOWN, false);
    assertThat(parameters.bytes("q")).containsExactly(0xff, 0);
    assertThatThrownBy(() -> parameters.text("q"))
        .hasMessage("INVALID_REQUEST: the query parameter q is not UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "api_key=k-1, k-1",
    "q=%zz&api_key=k%2B1, k+1",
    "api_key=, ",
    "api_key, ",
    "xapi_key=k, ",
    "q=1, "
  })
  void key_isThatOfTheQuery(String query, @Nullable String key) {
    assertThat(QueryParameters.key(query)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"api_key=a&api_key=a", "api_key=a&q=1&api_key=b", "api_key=%", "api_key=%f"})
  void key_ofSeveralOrBroken_isRefused(String query) {
    assertThatThrownBy(() -> QueryParameters.key(query)).isInstanceOf(EngineException.class);
  }

  @Test
  void parse_leavesTheKeyOut() {
    QueryParameters parameters = QueryParameters.parse("q=1&api_key=k", KNOWN, true);
    assertThat(parameters.has("api_key")).isFalse();
    assertThat(parameters.text("q")).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q=%", "q=%4", "q=%4g", "q=%g4", "q=a%", "%=a", "q=%%41"})
  void parse_ofABrokenEscape_isRefused(String query) {
    assertThatThrownBy(() -> QueryParameters.parse(query, KNOWN, false))
        .hasMessageContaining("has a % that two hexadecimal digits don't follow");
  }

  @Test
  void parse_ofAnUnknownName_saysWhichAreKnown() {
    assertThatThrownBy(() -> QueryParameters.parse("q=1&limit=5", KNOWN, false))
        .hasMessage("INVALID_REQUEST: no query parameter is called \"limit\"; use cursor or q");
    assertThatThrownBy(() -> QueryParameters.parse("limit=5", Set.of(), false))
        .hasMessage(
            "INVALID_REQUEST: no query parameter is called \"limit\"; this path takes none");
  }

  @Test
  void parse_ofARepeatedName_isRefused() {
    assertThatThrownBy(() -> QueryParameters.parse("q=1&%71=1", KNOWN, false))
        .hasMessage("INVALID_REQUEST: the query parameter q is repeated; send it once");
  }
}
