package io.offerengine.schema;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name that an unknown name probably means. Letters of different case count as equal.
 *
 * <p><b>Cost.</b> O(names x length squared). If the unknown name is longer than {@link
 * #MAX_LENGTH}, there is no suggestion.
 */
final class Spelling {
  private static final int MAX_LENGTH = 64;

  /** The least length of a name, or of the beginning of one, that says which name is meant. */
  private static final int MIN_LENGTH = 3;

  private static final int TYPING_ERRORS = 2;

  private Spelling() {}

  /**
   * Returns the first of these: the name that differs by one or two letters; the longest name whose
   * words the unknown name contains; the name that differs by a third of the letters; the name that
   * the unknown name begins.
   */
  static Optional<String> likeliest(String unknown, Collection<String> names) {
    if (unknown.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String lowerCase = unknown.toLowerCase(Locale.ROOT);
    int third = Math.max(1, unknown.length() / 3);
    return nearest(lowerCase, names, Math.min(TYPING_ERRORS, third))
        .or(() -> contained(lowerCase, names))
        .or(() -> nearest(lowerCase, names, third))
        .or(() -> begun(lowerCase, names));
  }

  /**
   * Returns the nearest name; empty if its distance exceeds {@code most}. Among several nearest
   * names, the lesser one is returned.
   */
  private static Optional<String> nearest(String misspelt, Collection<String> names, int most) {
    @Nullable String best = null;
    int bestDistance = most + 1;
    for (String name : names) {
      int distance = distance(misspelt, name.toLowerCase(Locale.ROOT));
      boolean lesser = best != null && distance == bestDistance && name.compareTo(best) < 0;
      if (distance < bestDistance || lesser) {
        best = name;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Returns the longest name that is a part of the unknown one, between underscores. */
  private static Optional<String> contained(String unknown, Collection<String> names) {
    String words = "_" + unknown + "_";
    return names.stream()
        .filter(name -> name.length() >= MIN_LENGTH)
        .filter(name -> words.contains("_" + name.toLowerCase(Locale.ROOT) + "_"))
        .max(Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder()));
  }

  /** Returns the name that begins with the unknown one, if all such names begin with it. */
  private static Optional<String> begun(String unknown, Collection<String> names) {
    if (unknown.length() < MIN_LENGTH) {
      return Optional.empty();
    }
    List<String> begun =
        names.stream()
            .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(unknown))
            .sorted()
            .toList();
    return begun.stream()
        .findFirst()
        .filter(first -> begun.stream().allMatch(name -> name.startsWith(first)));
  }

  /** Returns the Levenshtein distance. */
  private static int distance(String left, String right) {
    int[] above = new int[right.length() + 1];
    for (int column = 0; column <= right.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= left.length(); row++) {
      int[] current = new int[right.length() + 1];
      current[0] = row;
      for (int column = 1; column <= right.length(); column++) {
        int substitution = left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(
                above[column - 1] + substitution, 1 + Math.min(above[column], current[column - 1]));
      }
      above = current;
    }
    return above[right.length()];
  }
}
