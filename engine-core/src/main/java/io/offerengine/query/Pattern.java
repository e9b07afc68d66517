package io.offerengine.query;

/**
 * The texts that start with a text or contain it, or those that do not. Upper and lower case are
 * equal.
 *
 * <p><b>Case.</b> Texts are compared code point by code point. Each code point {@code c} is folded
 * to {@code Character.toLowerCase(Character.toUpperCase(c))}, whatever the locale, as {@link
 * String#equalsIgnoreCase} does. A code point stands for itself alone: {@code ß} does not match
 * {@code ss}, and an accent that is a code point of its own is not joined with its letter.
 *
 * <p><b>Cost.</b> {@link #accepts} compares up to length of the key times length of the pattern
 * code points; with a text that starts differently, one.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param isPrefix whether the text must stand at the start
 * @param isExcluded whether the keys without the text are accepted instead
 * @param folded the text, as a folded collation key
 */
record Pattern(boolean isPrefix, boolean isExcluded, String folded) {
  /** The longest text, in UTF-16 code units. */
  static final int MAX_LENGTH = 1024;

  /** Returns a text with each code point folded. */
  static String fold(String text) {
    int[] folded = text.codePoints().map(Pattern::fold).toArray();
    return new String(folded, 0, folded.length);
  }

  private static int fold(int c) {
    if (c < 128) {
      return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  /** Returns the pattern of the other keys. */
  Pattern negated() {
    return new Pattern(isPrefix, !isExcluded, folded);
  }

  /** Returns whether the texts of a collation key are accepted. */
  boolean accepts(String key) {
    return (isPrefix ? startsAt(key, 0) : occursIn(key)) != isExcluded;
  }

  private boolean occursIn(String key) {
    for (int start = 0; start <= key.length(); start++) {
      if (startsAt(key, start)) {
        return true;
      }
    }
    return false;
  }

  private boolean startsAt(String key, int start) {
    int at = start;
    for (int i = 0; i < folded.length(); ) {
      if (at >= key.length()) {
        return false;
      }
      int wanted = folded.codePointAt(i);
      int found = key.codePointAt(at);
      if (fold(found) != wanted) {
        return false;
      }
      i += Character.charCount(wanted);
      at += Character.charCount(found);
    }
    return true;
  }

  @Override
  public String toString() {
    String relation = isPrefix ? "starts_with" : "contains";
    return (isExcluded ? "not " : "") + relation + " '" + folded + "'";
  }
}
