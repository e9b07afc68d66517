package io.offerengine.schema;

import org.jspecify.annotations.Nullable;

/**
 * The collation keys by which texts compare: two texts of one field are equal exactly when their
 * keys are, and order as their keys do by Unicode code point.
 *
 * <ul>
 *   <li>{@code TEXT} and {@code PLACE}: the text with every {@code _} replaced by a space (offers
 *       say {@code RTX 4090}, clients send {@code RTX_4090}).
 *   <li>{@code VERSION}: the parts as numbers without leading zeros, each led by its number of
 *       digits, trailing zero parts dropped, so {@code 580.142} equals {@code 580.142.0} and {@code
 *       86.05} equals {@code 86.5}. A text that is no version has a key after every version's.
 * </ul>
 *
 * <p>Source: decisions 3 and 4 (text and version comparison).
 */
public final class Collation {
  /** Starts the key of a text that is no version; no version's key contains it. */
  public static final String UNREADABLE = "\uFFFF";

  /** A number of more digits makes a text no version. */
  public static final int MAX_DIGITS = 0xD000;

  private Collation() {}

  /**
   * Returns the collation key of a text.
   *
   * @param type a text type
   */
  public static String key(FieldType type, String text) {
    return switch (type) {
      case TEXT, PLACE -> text.replace('_', ' ');
      case VERSION -> versionKey(text);
      case INTEGER, NUMBER, BOOLEAN, INTEGER_LIST, OBJECT ->
          throw new IllegalArgumentException(type + " has no collation");
    };
  }

  /** Compares two keys by Unicode code point, which {@link String#compareTo} does not. */
  public static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        boolean bothOrNeither = Character.isSurrogate(a) == Character.isSurrogate(b);
        return bothOrNeither ? a - b : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return left.length() - right.length();
  }

  /** Returns whether a version key stands for a text that is a version. */
  public static boolean isReadableVersion(String key) {
    return !key.startsWith(UNREADABLE);
  }

  /** Returns whether a place query means a country: exactly two upper-case ASCII letters. */
  public static boolean isCountryCode(String text) {
    return text.length() == 2 && isUpperCase(text.charAt(0)) && isUpperCase(text.charAt(1));
  }

  /**
   * Returns the country that a place key lies in: {@code CC} of {@code "…, CC"} or of {@code CC}.
   */
  public static @Nullable String countryOf(String placeKey) {
    int start = placeKey.length() - 2;
    if (start < 0
        || !isUpperCase(placeKey.charAt(start))
        || !isUpperCase(placeKey.charAt(start + 1))) {
      return null;
    }
    boolean alone = start == 0 || (start >= 2 && placeKey.startsWith(", ", start - 2));
    return alone ? placeKey.substring(start) : null;
  }

  private static boolean isUpperCase(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static String versionKey(String text) {
    StringBuilder key = new StringBuilder(text.length() + 4);
    int keptLength = 0;
    int start = 0;
    while (true) {
      int end = start;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      boolean atEnd = end == text.length();
      if (end == start || end - start > MAX_DIGITS || !(atEnd || text.charAt(end) == '.')) {
        return UNREADABLE + text.replace('_', ' ');
      }
      int significant = start;
      while (significant < end && text.charAt(significant) == '0') {
        significant++;
      }
      key.append((char) (end - significant)).append(text, significant, end);
      if (significant < end) {
        keptLength = key.length();
      }
      if (atEnd) {
        key.setLength(keptLength);
        return key.toString();
      }
      start = end + 1;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
