package io.offerengine;

import io.offerengine.EngineStats.StructureBytes;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Prints {@link EngineStats} as text for people: the totals, then the ten largest structures.
 *
 * <p>The text depends on the figures alone: structures of equal size are ordered by field and name.
 * The last line sums all smaller structures.
 */
final class StatsTable {
  private static final int LARGEST = 10;
  private static final String TOTAL = "%-15s  %,19d\n";
  private static final String STRUCTURE = "%-20s  %-20s  %15s  %9s  %6s\n";
  private static final Comparator<StructureBytes> LARGEST_FIRST =
      Comparator.comparingLong(StructureBytes::bytes)
          .reversed()
          .thenComparing(StructureBytes::field)
          .thenComparing(StructureBytes::structure);

  private final EngineStats stats;
  private final Formatter text = new Formatter(Locale.ROOT);

  private StatsTable(EngineStats stats) {
    this.stats = stats;
  }

  /** Returns the text; every line ends with a line feed. */
  static String of(EngineStats stats) {
    return new StatsTable(stats).print();
  }

  private String print() {
    printTotals();
    List<StructureBytes> sorted = stats.structures().stream().sorted(LARGEST_FIRST).toList();
    List<StructureBytes> shown = sorted.subList(0, Math.min(LARGEST, sorted.size()));
    List<StructureBytes> others = sorted.subList(shown.size(), sorted.size());
    text.format(STRUCTURE, "field", "structure", "bytes", "per offer", "share");
    for (StructureBytes structure : shown) {
      printStructure(structure.field(), structure.structure(), structure.bytes());
    }
    if (!others.isEmpty()) {
      long bytes = others.stream().mapToLong(StructureBytes::bytes).sum();
      printStructure(others.size() + " others", "", bytes);
    }
    return text.toString();
  }

  private void printTotals() {
    text.format(TOTAL, "offers", stats.offers());
    text.format(TOTAL, "segments", stats.segments());
    text.format(TOTAL, "tail rows", stats.tailRows());
    text.format(TOTAL, "dead rows", stats.deadRows());
    text.format(TOTAL, "version", stats.version());
    text.format(TOTAL, "seals", stats.seals());
    text.format(TOTAL, "merges", stats.merges());
    text.format(TOTAL, "bytes", stats.totalBytes());
    text.format("%-15s  %19s\n\n", "bytes per offer", perOffer(stats.totalBytes()));
  }

  private void printStructure(String field, String structure, long bytes) {
    double share = stats.totalBytes() == 0 ? 0 : 100.0 * bytes / stats.totalBytes();
    text.format(
        STRUCTURE,
        field,
        structure,
        String.format(Locale.ROOT, "%,d", bytes),
        perOffer(bytes),
        String.format(Locale.ROOT, "%.1f%%", share));
  }

  private String perOffer(long bytes) {
    return stats.offers() == 0
        ? "-"
        : String.format(Locale.ROOT, "%,.1f", (double) bytes / stats.offers());
  }
}
