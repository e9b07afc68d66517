package io.offerengine.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
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
 * <p><b>Cost.</b> {@link #accepts} searches a key for the rarest letter of the text, and compares
 * the letters around it. If that compares more letters than the key has, it reads each code point
 * once, whatever the pattern: after a mismatch it goes on with the longest start of the pattern
 * that the key has there (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977).
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

  /** Whether the text must stand at the start. */
  final boolean isPrefix;

  /** Whether the keys without the text are accepted instead. */
  final boolean isExcluded;

  /** The text, folded. */
  final String text;

  /** The code points of the text, folded. */
  private final int[] wanted;

  /**
   * By number of code points that a key has of the text: the length of the longest proper start of
   * these that is also their end.
   */
  private final int[] borders;

  /** What keys are searched for first; null if each code point is read. */
  private final @Nullable RareLetter rare;

  private Pattern(
      boolean isPrefix,
      boolean isExcluded,
      String text,
      int[] wanted,
      int[] borders,
      @Nullable RareLetter rare) {
    this.isPrefix = isPrefix;
    this.isExcluded = isExcluded;
    this.text = text;
    this.wanted = wanted;
    this.borders = borders;
    this.rare = rare;
  }

  /** Returns the pattern of the texts that start with a folded collation key. */
  static Pattern startingWith(String folded) {
    return new Pattern(true, false, folded, folded.codePoints().toArray(), new int[0], null);
  }

  /** Returns the pattern of the texts that contain a folded collation key. */
  static Pattern containing(String folded) {
    int[] wanted = folded.codePoints().toArray();
    return new Pattern(false, false, folded, wanted, borders(wanted), RareLetter.of(wanted));
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

  /** Returns the code points that are folded to a code point, itself first if it is folded. */
  static int[] unfolded(int folded) {
    IntStream others = Unfolded.OTHERS.getOrDefault(folded, List.of()).stream().mapToInt(c -> c);
    return IntStream.concat(IntStream.of(folded).filter(c -> fold(c) == c), others).toArray();
  }

  /** The letters that fold to another one, found once. */
  private static final class Unfolded {
    /** Every letter with two cases is below. */
    private static final int END = 0x1F000;

    static final Map<Integer, List<Integer>> OTHERS = new HashMap<>();

    static {
      for (int c = 0; c < END; c++) {
        if (fold(c) != c) {
          OTHERS.computeIfAbsent(fold(c), folded -> new ArrayList<>()).add(c);
        }
      }
    }

    private Unfolded() {}
  }

  /** Returns the pattern of the other keys. */
  Pattern negated() {
    return new Pattern(isPrefix, !isExcluded, text, wanted, borders, rare);
  }

  /** Returns whether the texts of a collation key are accepted. */
  boolean accepts(String key) {
    boolean matches = isPrefix ? starts(key) : rare == null ? occurs(key) : occursAround(rare, key);
    return matches != isExcluded;
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

  /**
   * Looks for the text around each place of its rarest letter. If that compares more letters than
   * the key has, each code point is read instead.
   */
  private boolean occursAround(RareLetter letter, String key) {
    int last = key.length() - wanted.length + letter.index();
    int left = key.length();
    for (int way = 0; way < letter.ways().length(); way++) {
      char written = letter.ways().charAt(way);
      int at = key.indexOf(written, letter.index());
      while (at >= 0 && at <= last) {
        int start = at - letter.index();
        int same = 0;
        while (same < wanted.length && fold(key.charAt(start + same)) == wanted[same]) {
          same++;
        }
        if (same == wanted.length) {
          return true;
        }
        left -= same + 1;
        if (left < 0) {
          return occurs(key);
        }
        at = key.indexOf(written, at + 1);
      }
    }
    return false;
  }

  private boolean occurs(String key) {
    int matched = 0;
    for (int at = 0; at < key.length() && matched < wanted.length; ) {
      int found = key.codePointAt(at);
      int folded = fold(found);
      while (matched > 0 && wanted[matched] != folded) {
        matched = borders[matched];
      }
      matched += wanted[matched] == folded ? 1 : 0;
      at += Character.charCount(found);
    }
    return matched == wanted.length;
  }

  @Override
  public int compareTo(Pattern other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pattern that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(isPrefix, isExcluded, text);
  }

  @Override
  public String toString() {
    String relation = isPrefix ? "starts_with" : "contains";
    return (isExcluded ? "not " : "") + relation + " '" + text + "'";
  }
}
