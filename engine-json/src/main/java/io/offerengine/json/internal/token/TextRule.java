package io.offerengine.json.internal.token;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Collation;

/**
 * The rule for a text: its length, and whether it may have several lines. Half of a surrogate pair
 * is always refused, because databases can't store it.
 *
 * @param maxLength the largest length, in UTF-16 code units
 * @param multiline whether line ends are allowed; all other control characters are refused
 */
public record TextRule(int maxLength, boolean multiline) {
  /** Returns the rule for one line. */
  public static TextRule line(int maxLength) {
    return new TextRule(maxLength, false);
  }

  /** Returns the rule for a text that may have several lines. */
  public static TextRule lines(int maxLength) {
    return new TextRule(maxLength, true);
  }

  /**
   * Checks a text.
   *
   * @param name the key of the text
   * @throws InvalidQueryException if the text breaks the rule
   */
  public void check(String name, String text) {
    if (text.length() > maxLength) {
      throw new InvalidQueryException(
          LIMIT_EXCEEDED,
          "/" + name,
          name + " takes at most " + maxLength + " characters, but got " + text.length());
    }
    if (text.chars().anyMatch(this::isForbidden)) {
      String allowed =
          multiline
              ? " takes a text without control characters but line ends"
              : " takes one line without control characters";
      throw MessageText.mismatch("/" + name, name + allowed, text);
    }
    if (Collation.loneSurrogate(text) >= 0) {
      throw new InvalidQueryException(
          INVALID_VALUE, "/" + name, name + " holds half of a surrogate pair, which is no Unicode");
    }
  }

  private boolean isForbidden(int c) {
    boolean isLineEnd = c == '\n' || c == '\r';
    return Character.isISOControl(c) && !(multiline && isLineEnd);
  }
}
