package io.offerengine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What every refusal of a text has in common. */
public final class Refusal {
  /** Those that a text alone can give rise to; a query's limits and offers have theirs too. */
  private static final Set<ErrorCode.Category> CATEGORIES =
      Set.of(ErrorCode.Category.REQUEST, ErrorCode.Category.OFFER);

  /** What only the parser says, or its authors. */
  private static final List<String> PARSERS_WORDS =
      List.of("REDACTED", "Feature", "CTRL-CHAR", "tools.", "Token", "Exception");

  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

  private Refusal() {}

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape -> Matcher.quoteReplacement("" + (char) Integer.parseInt(escape.group(1), 16)));
  }

  /** Checks that an error speaks of the text alone, in our own words, with a place inside it. */
  public static void requireOurWords(JsonException e, byte[] text) {
    assertThat(e.getMessage()).startsWith(e.code().name()).endsWith(": " + e.problem());
    String own = unescaped(new String(text, ISO_8859_1));
    for (String word : PARSERS_WORDS) {
      if (!own.contains(word)) { // Or else the error may repeat it, in a path.
        assertThat(e.getMessage()).doesNotContain(word);
      }
    }
    if (!own.toLowerCase(Locale.ROOT).contains("jackson")) {
      assertThat(e.getMessage()).doesNotContainIgnoringCase("jackson");
    }
    assertThat(e.code().category()).isIn(CATEGORIES);
    assertThat(e.getCause()).isNull();
    assertThat(e.line()).isBetween(1, 1 + lineEnds(text));
    assertThat(e.column()).isBetween(1, text.length + 1);
  }

  private static int lineEnds(byte[] text) {
    int ends = 0;
    for (byte b : text) {
      ends += b == '\n' || b == '\r' ? 1 : 0;
    }
    return ends;
  }
}
