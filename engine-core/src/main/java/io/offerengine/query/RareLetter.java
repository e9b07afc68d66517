package io.offerengine.query;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The letter of a text that other texts have least often, by what is usual in English: a text is
 * looked for where this letter is.
 *
 * @param index where the letter stands in the text
 * @param ways the one or two letters that are equal to it but for their case
 */
record RareLetter(int index, String ways) {
  /** Usual letters, the most frequent one first; all others are rarer. */
  private static final String FREQUENT = " etaoinsrhldcumfpgwybv0123456789kxjqz-";

  /**
   * Returns the rarest letter of a folded text; null if the text is empty, has a letter that is no
   * code unit of its own, or has none with one or two ways to write it.
   */
  static @Nullable RareLetter of(int[] text) {
    RareLetter rarest = null;
    int frequency = Integer.MAX_VALUE;
    for (int i = 0; i < text.length; i++) {
      int[] ways = Pattern.unfolded(text[i]);
      if (!Arrays.stream(ways).allMatch(RareLetter::isUnit)) {
        return null;
      }
      int rank = FREQUENT.indexOf(text[i]);
      int order = rank < 0 ? 0 : FREQUENT.length() - rank;
      if (ways.length > 0 && ways.length <= 2 && order < frequency) {
        frequency = order;
        rarest = new RareLetter(i, new String(ways, 0, ways.length));
      }
    }
    return rarest;
  }

  /** Returns whether a code point is one code unit, and no half of a letter that has two. */
  private static boolean isUnit(int letter) {
    return Character.isBmpCodePoint(letter) && !Character.isSurrogate((char) letter);
  }
}
