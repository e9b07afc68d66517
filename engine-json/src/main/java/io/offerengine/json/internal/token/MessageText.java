package io.offerengine.json.internal.token;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values and names as messages show them: bounded, and free of control characters. */
public final class MessageText {
  private static final int MAX_LENGTH = 60;

  private MessageText() {}

  /** Returns a value that was read, with its type told. */
  public static String value(@Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      return "an object";
    }
    if (value instanceof Collection<?>) {
      return "a list";
    }
    return value instanceof String text ? text(text) : cut(String.valueOf(value));
  }

  /** Returns a text, quoted. */
  public static String text(String text) {
    return "the text '" + cut(text) + "'";
  }

  /** Returns a name, quoted where it is no word. */
  public static String name(String name) {
    boolean isWord = !name.isEmpty() && name.chars().allMatch(MessageText::isWordPart);
    return isWord ? cut(name) : "'" + cut(name) + "'";
  }

  private static boolean isWordPart(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** Returns the characters of a number or a text. */
  public static String cut(String text) {
    boolean isLong = text.length() > MAX_LENGTH;
    return withoutControls(isLong ? text.substring(0, MAX_LENGTH) + "…" : text);
  }

  public static String withoutControls(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) ? '\uFFFD' : c);
    }
    return clean.toString();
  }
}
