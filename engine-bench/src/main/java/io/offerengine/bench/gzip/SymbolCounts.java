package io.offerengine.bench.gzip;

/**
 * How often the symbols of DEFLATE blocks occur.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SymbolCounts {
  /** The symbols of literals, the end of a block, and the lengths of matches. */
  static final int LITERALS = 286;

  static final int DISTANCES = 30;

  private final long[] literals = new long[LITERALS];
  private final long[] distances = new long[DISTANCES];
  private long extraBits;

  void addLiteral(int symbol) {
    literals[symbol]++;
  }

  void addDistance(int symbol) {
    distances[symbol]++;
  }

  void addExtraBits(int more) {
    extraBits += more;
  }

  void addAll(SymbolCounts other) {
    for (int i = 0; i < LITERALS; i++) {
      literals[i] += other.literals[i];
    }
    for (int i = 0; i < DISTANCES; i++) {
      distances[i] += other.distances[i];
    }
    extraBits += other.extraBits;
  }

  /** Returns the best code lengths of the literals; each symbol has a code. */
  int[] literalLengths() {
    return CodeLengths.of(literals, CodeLengths.LONGEST);
  }

  /** Returns the best code lengths of the distances; each symbol has a code. */
  int[] distanceLengths() {
    return CodeLengths.of(distances, CodeLengths.LONGEST);
  }

  /** Returns how many bits the symbols take, without the headers of blocks. */
  long bits(int[] literalLengths, int[] distanceLengths) {
    long bits = extraBits;
    for (int i = 0; i < LITERALS; i++) {
      bits += literals[i] * literalLengths[i];
    }
    for (int i = 0; i < DISTANCES; i++) {
      bits += distances[i] * distanceLengths[i];
    }
    return bits;
  }
}
