package io.offerengine.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.ErrorCode;
import java.util.Set;

/** What every refusal of a text has in common. */
final class Refusal {
  /** Those that a text alone can give rise to; a query's limits and offers have theirs too. */
  private static final Set<ErrorCode.Category> CATEGORIES =
      Set.of(ErrorCode.Category.REQUEST, ErrorCode.Category.OFFER);

  private Refusal() {}

  /** Checks that an error speaks of the text alone, in our own words, with a place inside it. */
  static void requireOurWords(JsonException e, byte[] text) {
    assertThat(e.getMessage())
        .startsWith(e.code().name())
        .endsWith(": " + e.problem())
        .doesNotContainIgnoringCase("jackson")
        .doesNotContain("REDACTED", "Feature", "CTRL-CHAR", "tools.", "Token", "Exception");
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
