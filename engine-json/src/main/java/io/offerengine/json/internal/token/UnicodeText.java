package io.offerengine.json.internal.token;

/**
 * Checks whether a Java string is valid Unicode. A Java string may contain half of a surrogate
 * pair; JSON in UTF-8 can't.
 */
public final class UnicodeText {
  private UnicodeText() {}

  /** Returns the index of the first surrogate without its other half; -1 if there is none. */
  public static int loneSurrogate(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c) && !isPaired(text, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isPaired(CharSequence text, int index) {
    return Character.isHighSurrogate(text.charAt(index))
        ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
        : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
  }

  /** Returns the text with U+FFFD in place of each surrogate without its other half. */
  public static String repaired(String text) {
    int lone = loneSurrogate(text);
    if (lone < 0) {
      return text;
    }
    StringBuilder repaired = new StringBuilder(text);
    while (lone >= 0) {
      repaired.setCharAt(lone, '\uFFFD');
      lone = loneSurrogate(repaired);
    }
    return repaired.toString();
  }
}
