package io.offerengine.schema;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name that is nearest to a misspelt name by edit distance. Letters of different case
 * count as equal.
 *
 * <p><b>Cost.</b> O(names x length squared). If the misspelt name is longer than {@link
 * #MAX_LENGTH}, there is no suggestion.
 */
final class Spelling {
  private static final int MAX_LENGTH = 64;

  private Spelling() {}

  /**
   * Returns the nearest name. If its distance exceeds a third of the length of the misspelt name,
   * the result is empty. Among several nearest names, the lesser one is returned.
   */
  static Optional<String> nearest(String misspelt, Collection<String> names) {
    if (misspelt.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String lowerCase = misspelt.toLowerCase(Locale.ROOT);
    @Nullable String best = null;
    int bestDistance = Math.max(1, misspelt.length() / 3) + 1;
    for (String name : names) {
      int distance = distance(lowerCase, name.toLowerCase(Locale.ROOT));
      boolean lesser = best != null && distance == bestDistance && name.compareTo(best) < 0;
      if (distance < bestDistance || lesser) {
        best = name;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
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
