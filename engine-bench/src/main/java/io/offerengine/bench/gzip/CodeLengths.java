package io.offerengine.bench.gzip;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The lengths of the best prefix code whose codes are not longer than a limit, by the algorithm
 * package-merge.
 *
 * <p>Source: L. Larmore and D. Hirschberg, A fast algorithm for optimal length-limited Huffman
 * codes, 1990.
 */
final class CodeLengths {
  /** The longest code of literals and distances: a match with its extra bits fits into a word. */
  static final int LONGEST = 12;

  /** Some symbols, one of which may occur several times. */
  private record Coins(long weight, @SuppressWarnings("ArrayRecordComponent") int[] symbols) {
    Coins joined(Coins other) {
      int[] all = new int[symbols.length + other.symbols.length];
      System.arraycopy(symbols, 0, all, 0, symbols.length);
      System.arraycopy(other.symbols, 0, all, symbols.length, other.symbols.length);
      return new Coins(weight + other.weight, all);
    }
  }

  private CodeLengths() {}

  /** Returns a length for each symbol; a symbol that does not occur has the longest code. */
  static int[] of(long[] counts, int longest) {
    List<Coins> singles = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      // Each weight is at least one, and small beside that of a symbol that occurs.
      singles.add(new Coins(counts[i] * 64 + 1, new int[] {i}));
    }
    singles.sort(Comparator.comparingLong(Coins::weight));
    List<Coins> packages = singles;
    for (int level = 1; level < longest; level++) {
      List<Coins> next = new ArrayList<>(singles);
      for (int i = 0; i + 1 < packages.size(); i += 2) {
        next.add(packages.get(i).joined(packages.get(i + 1)));
      }
      next.sort(Comparator.comparingLong(Coins::weight));
      packages = next;
    }
    int[] lengths = new int[counts.length];
    for (Coins each : packages.subList(0, 2 * counts.length - 2)) {
      for (int symbol : each.symbols()) {
        lengths[symbol]++;
      }
    }
    return lengths;
  }
}
