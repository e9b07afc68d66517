package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
    assertThat(QueryParameters.parse(query, KNOWN).text("q")).isEqualTo(sent);
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
    assertThat(QueryParameters.parse(query, KNOWN).text("q")).isEqualTo(text);
  }

  @Test
  void text_ofAParameterThatWasNotSent_isNull() {
    assertThat(QueryParameters.parse(null, KNOWN).text("q")).isNull();
    assertThat(QueryParameters.parse("", KNOWN).bytes("q")).isNull();
    assertThat(QueryParameters.parse("cursor=1", KNOWN).bytes("q")).isNull();
  }

  @Test
  void bytes_ofWhatIsNoUtf8_areTheBytes() {
    QueryParameters parameters = QueryParameters.parse("q=%ff%00", KNOWN);
    assertThat(parameters.bytes("q")).containsExactly(0xff, 0);
    assertThatThrownBy(() -> parameters.text("q"))
        .hasMessage("INVALID_REQUEST: the query parameter q is not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q=%", "q=%4", "q=%4g", "q=%g4", "q=a%", "%=a", "q=%%41"})
  void parse_ofABrokenEscape_isRefused(String query) {
    assertThatThrownBy(() -> QueryParameters.parse(query, KNOWN))
        .hasMessageContaining("has a % that two hexadecimal digits don't follow");
  }

  @Test
  void parse_ofAnUnknownName_saysWhichAreKnown() {
    assertThatThrownBy(() -> QueryParameters.parse("q=1&limit=5", KNOWN))
        .hasMessage("INVALID_REQUEST: no query parameter is called \"limit\"; use cursor or q");
    assertThatThrownBy(() -> QueryParameters.parse("limit=5", Set.of()))
        .hasMessage(
            "INVALID_REQUEST: no query parameter is called \"limit\"; this path takes none");
  }

  @Test
  void parse_ofARepeatedName_isRefused() {
    assertThatThrownBy(() -> QueryParameters.parse("q=1&%71=1", KNOWN))
        .hasMessage("INVALID_REQUEST: the query parameter q is repeated; send it once");
  }
}
