package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

  @ParameterizedTest
  @ValueSource(strings = {"q=%", "q=%4", "q=%4g", "q=%g4", "q=a%", "%=a", "q=%%41"})
  void parse_ofABrokenEscape_isRefused(String query) {
    assertThatThrownBy(() -> QueryParameters.parse(query, KNOWN, false))
        .hasMessageContaining("has a % that two hexadecimal digits don't follow");
  }
}
