package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.UnicodeText;
import io.offerengine.query.InvalidQueryException;

/**
 * What a text of billing may be; never a part of a character, which no database keeps.
 *
 * @param maxLength the longest, in UTF-16 code units
 * @param multiline whether it may have line ends, the only control characters that are ever taken
 */
record TextRule(int maxLength, boolean multiline) {
  static TextRule line(int maxLength) {
    return new TextRule(maxLength, false);
  }

  static TextRule lines(int maxLength) {
    return new TextRule(maxLength, true);
  }

  /**
   * Passes a text that keeps the rule.
   *
   * @param name the key that holds it
   * @throws InvalidQueryException if it does not
   */
  void check(String name, String text) {
    if (text.length() > maxLength) {
      throw new InvalidQueryException(
          LIMIT_EXCEEDED,
          "/" + name,
          name + " takes at most " + maxLength + " characters, but got " + text.length());
    }
    if (text.chars().anyMatch(this::isForbidden)) {
      String allowed =
          multiline
              ? " takes a text without control characters but line ends, but got "
              : " takes one line without control characters, but got ";
      throw new InvalidQueryException(
          INVALID_VALUE, "/" + name, name + allowed + MessageText.value(text));
    }
    if (UnicodeText.loneSurrogate(text) >= 0) {
      throw new InvalidQueryException(
          INVALID_VALUE, "/" + name, name + " holds half of a surrogate pair, which is no Unicode");
    }
  }

  private boolean isForbidden(int c) {
    boolean isLineEnd = c == '\n' || c == '\r';
    return Character.isISOControl(c) && !(multiline && isLineEnd);
  }
}
