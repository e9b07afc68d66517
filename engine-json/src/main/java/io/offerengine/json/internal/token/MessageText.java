package io.offerengine.json.internal.token;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.query.InvalidQueryException;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats values and names for error messages: at most 60 characters, without control characters.
 */
public final class MessageText {
  private static final int MAX_LENGTH = 60;
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1F\\x7F-\\x9F]");

  private MessageText() {}

  /** Returns a value with a word for its type. */
  public static String value(@Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      return "an object";
    }
    if (value instanceof Collection<?>) {
      return "a list";
    }
    return value instanceof String text ? text(text) : cut(String.valueOf(value));
  }

  /**
   * Returns the refusal of a value.
   *
   * @param path the JSON Pointer of the value
   * @param allowed what is allowed there, in words
   */
  public static InvalidQueryException mismatch(
      String path, String allowed, @Nullable Object value) {
    return new InvalidQueryException(INVALID_VALUE, path, allowed + ", but got " + value(value));
  }

  /** Returns a text in quotes. */
  public static String text(String text) {
    return "the text '" + cut(text) + "'";
  }

  /** Returns a name; in quotes if it contains anything but letters, digits and underscores. */
  public static String name(String name) {
    boolean isWord = !name.isEmpty() && name.chars().allMatch(MessageText::isWordPart);
    return isWord ? cut(name) : "'" + cut(name) + "'";
  }

  private static boolean isWordPart(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** Returns the first 60 characters of a text. */
  public static String cut(String text) {
    boolean isLong = text.length() > MAX_LENGTH;
    return withoutControls(isLong ? text.substring(0, MAX_LENGTH) + "…" : text);
  }

  /** Returns a text with each control character replaced by U+FFFD. */
  public static String withoutControls(String text) {
    return CONTROLS.matcher(text).replaceAll("\uFFFD");
  }
}
