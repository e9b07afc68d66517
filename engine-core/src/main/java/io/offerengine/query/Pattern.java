package io.offerengine.query;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The texts that start with a text or contain it, or those that do not. Upper and lower case are
 * equal.
 *
 * <p><b>Case.</b> Texts are compared code point by code point. Each code point {@code c} is folded
 * to {@code Character.toLowerCase(Character.toUpperCase(c))}, whatever the locale, as {@link
 * String#equalsIgnoreCase} does. A code point stands for itself alone: {@code ß} does not match
 * {@code ss}, and an accent that is a code point of its own is not joined with its letter.
 *
 * <p><b>Cost.</b> {@link #accepts} reads each code point of a key once, whatever the pattern: after
 * a mismatch it goes on with the longest start of the pattern that the key has there (Knuth, Morris
 * and Pratt, "Fast pattern matching in strings", 1977).
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Pattern implements Comparable<Pattern> {
  /** The longest text, in UTF-16 code units. */
  static final int MAX_LENGTH = 1024;

  private static final Comparator<Pattern> ORDER =
      Comparator.comparing((Pattern pattern) -> pattern.isExcluded)
          .thenComparing(pattern -> pattern.isPrefix)
          .thenComparing(pattern -> pattern.text);

  private final boolean isPrefix;
  private final boolean isExcluded;
  private final String text;

  /** The code points of the text, folded. */
  private final int[] wanted;

  /**
   * By number of code points that a key has of the text: the length of the longest proper start of
   * these that is also their end.
   */
  private final int[] borders;

  private Pattern(boolean isPrefix, boolean isExcluded, String text, int[] wanted, int[] borders) {
    this.isPrefix = isPrefix;
    this.isExcluded = isExcluded;
    this.text = text;
    this.wanted = wanted;
    this.borders = borders;
  }

  /** Returns the pattern of the texts that start with a folded collation key. */
  static Pattern startingWith(String folded) {
    return new Pattern(true, false, folded, folded.codePoints().toArray(), new int[0]);
  }

  /** Returns the pattern of the texts that contain a folded collation key. */
  static Pattern containing(String folded) {
    int[] wanted = folded.codePoints().toArray();
    return new Pattern(false, false, folded, wanted, borders(wanted));
  }

  private static int[] borders(int[] wanted) {
    int[] borders = new int[wanted.length + 1];
    int border = 0;
    for (int i = 1; i < wanted.length; i++) {
      while (border > 0 && wanted[i] != wanted[border]) {
        border = borders[border];
      }
      border += wanted[i] == wanted[border] ? 1 : 0;
      borders[i + 1] = border;
    }
    return borders;
  }

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

  /** Returns the code points that are folded to a code point, itself included if it is folded. */
  static int[] unfolded(int folded) {
    int[] others = Unfolded.OTHERS.get(folded);
    if (fold(folded) != folded) {
      return others == null ? new int[0] : others;
    }
    if (others == null) {
      return new int[] {folded};
    }
    int[] all = Arrays.copyOf(others, others.length + 1);
    all[others.length] = folded;
    return all;
  }

  /** The letters that fold to another one, found once. */
  private static final class Unfolded {
    /** Every letter with two cases is below. */
    private static final int END = 0x1F000;

    static final Map<Integer, int[]> OTHERS = new HashMap<>();

    static {
      for (int c = 0; c < END; c++) {
        int folded = fold(c);
        if (folded != c) {
          int[] known = OTHERS.getOrDefault(folded, new int[0]);
          int[] more = Arrays.copyOf(known, known.length + 1);
          more[known.length] = c;
          OTHERS.put(folded, more);
        }
      }
    }

    private Unfolded() {}
  }

  /** Returns the pattern of the other keys. */
  Pattern negated() {
    return new Pattern(isPrefix, !isExcluded, text, wanted, borders);
  }

  /** Returns whether the texts of a collation key are accepted. */
  boolean accepts(String key) {
    return (isPrefix ? starts(key) : occursIn(key)) != isExcluded;
  }

  private boolean starts(String key) {
    int at = 0;
    for (int code : wanted) {
      if (at >= key.length()) {
        return false;
      }
      int found = key.codePointAt(at);
      if (fold(found) != code) {
        return false;
      }
      at += Character.charCount(found);
    }
    return true;
  }

  private boolean occursIn(String key) {
    int matched = 0;
    for (int at = 0; at < key.length() && matched < wanted.length; ) {
      int found = key.codePointAt(at);
      matched = next(matched, found);
      at += Character.charCount(found);
    }
    return matched == wanted.length;
  }

  /**
   * Returns how much of the text the end of a key has, if it had so much and one letter follows.
   */
  private int next(int had, int letter) {
    int folded = fold(letter);
    int matched = had;
    while (matched > 0 && wanted[matched] != folded) {
      matched = borders[matched];
    }
    return matched + (wanted[matched] == folded ? 1 : 0);
  }

  /**
   * Tests keys one after the other. Of a key that begins like the one before, only the rest is
   * read.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  final class KeyScan {
    /** By number of code units of the key that were read: how much of the text their end has. */
    private int[] matched = new int[64];

    /** After how many code units the text was found; none if it was not. */
    private int end = Integer.MAX_VALUE;

    /**
     * The letters with which the text begins in some case; null if one is no code unit of its own:
     * it has two, or is half of a letter that has two.
     */
    private final char @Nullable [] firsts = firsts();

    /** Where each of {@link #firsts} is next in a key. */
    private final int[] next = new int[firsts == null ? 0 : firsts.length];

    private char @Nullable [] firsts() {
      int[] letters = isPrefix || wanted.length == 0 ? new int[0] : unfolded(wanted[0]);
      char[] firsts = new char[letters.length];
      for (int i = 0; i < letters.length; i++) {
        if (!Character.isBmpCodePoint(letters[i]) || Character.isSurrogate((char) letters[i])) {
          return null;
        }
        firsts[i] = (char) letters[i];
      }
      return firsts;
    }

    /**
     * Returns whether the texts of a key are accepted.
     *
     * @param shared with how many code units of the key before this key begins, at most; it splits
     *     no code point
     */
    boolean accepts(String key, int shared) {
      return isPrefix ? Pattern.this.accepts(key) : occursIn(key, shared) != isExcluded;
    }

    private boolean occursIn(String key, int shared) {
      if (end <= shared) {
        return true;
      }
      if (matched.length <= key.length()) {
        matched = Arrays.copyOf(matched, 2 * key.length());
      }
      Arrays.fill(next, -1);
      int had = matched[shared];
      int at = shared;
      while (at < key.length() && had < wanted.length) {
        if (had == 0 && firsts != null) {
          int first = nextFirst(firsts, key, at);
          Arrays.fill(matched, at + 1, first + 1, 0);
          at = first;
          if (at == key.length()) {
            break;
          }
        }
        int found = key.charAt(at);
        if (Character.isSurrogate((char) found)) {
          found = key.codePointAt(at);
          at += Character.charCount(found) - 1;
        }
        had = next(had, found);
        at++;
        matched[at] = had;
      }
      end = had == wanted.length ? at : Integer.MAX_VALUE;
      return had == wanted.length;
    }

    /**
     * Returns where the text may begin in a key, at the earliest; the end of the key for nowhere.
     */
    private int nextFirst(char[] letters, String key, int from) {
      int nearest = key.length();
      for (int i = 0; i < letters.length; i++) {
        if (next[i] < from) {
          int found = key.indexOf(letters[i], from);
          next[i] = found < 0 ? key.length() : found;
        }
        nearest = Math.min(nearest, next[i]);
      }
      return nearest;
    }
  }

  @Override
  public int compareTo(Pattern other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pattern that
        && isPrefix == that.isPrefix
        && isExcluded == that.isExcluded
        && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(isPrefix, isExcluded, text);
  }

  /** Returns whether the text must stand at the start. */
  boolean isPrefix() {
    return isPrefix;
  }

  /** Returns whether the keys without the text are accepted instead. */
  boolean isExcluded() {
    return isExcluded;
  }

  /** Returns the text, folded. */
  String text() {
    return text;
  }

  @Override
  public String toString() {
    String relation = isPrefix ? "starts_with" : "contains";
    return (isExcluded ? "not " : "") + relation + " '" + text + "'";
  }
}
