package io.offerengine.json;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values and names as messages show them: bounded, and free of control characters. */
final class Shown {
  private static final int MAX_LENGTH = 60;

  private Shown() {}

  /** Returns a value that was read, with its type told. */
  static String value(@Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      return "an object";
    }
    if (value instanceof Collection<?>) {
      return "a list";
    }
    return value instanceof String text ? text(text) : name(String.valueOf(value));
  }

  /** Returns a text, quoted. */
  static String text(String text) {
    return "the text '" + name(text) + "'";
  }

  /** Returns a name or a number. */
  static String name(String name) {
    return withoutControls(name.length() > MAX_LENGTH ? name.substring(0, MAX_LENGTH) + "…" : name);
  }

  static String withoutControls(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) ? '\uFFFD' : c);
    }
    return clean.toString();
  }
}
