package io.offerengine.json;

/** Whether texts are valid Unicode, which Java strings need not be. */
final class UnicodeText {
  private UnicodeText() {}

  /** Returns the index of the first surrogate without its other half, or -1 if there is none. */
  static int loneSurrogate(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean paired =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!paired) {
        return i;
      }
      i++;
    }
    return -1;
  }

  /** Returns the text with every lone surrogate replaced by U+FFFD; JSON can't carry them. */
  static String repaired(String text) {
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
