package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.UnicodeText;
import io.offerengine.query.InvalidQueryException;

/**
 * The rule for a text: its length, and whether it may have several lines. Half of a surrogate pair
 * is always refused, because databases can't store it.
 *
 * @param maxLength the largest length, in UTF-16 code units
 * @param multiline whether line ends are allowed; all other control characters are refused
 */
record TextRule(int maxLength, boolean multiline) {
  static TextRule line(int maxLength) {
    return new TextRule(maxLength, false);
  }

  static TextRule lines(int maxLength) {
    return new TextRule(maxLength, true);
  }

  /**
   * Checks a text.
   *
   * @param name the key of the text
   * @throws InvalidQueryException if the text breaks the rule
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
