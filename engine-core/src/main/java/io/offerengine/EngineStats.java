package io.offerengine;

import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Figures of an engine at one version; {@link #toString} prints them as a table.
 *
 * @param version the version
 * @param offers live offers
 * @param segments sealed segments
 * @param tailRows rows not sealed yet, live or not
 * @param deadRows rows that were replaced or deleted and not merged away yet
 * @param seals the number of seals so far: of full tails, loads, and batches larger than a tail
 * @param merges the number of merges of sealed segments so far
 * @param attachmentBudget how many bytes {@linkplain OfferEngine.Builder#attachmentBudget
 *     attachments} may take
 * @param listenerLag how many batches and loads the {@linkplain OfferListener listener} that is
 *     furthest behind has not received; 0 without listeners
 * @param structures bytes by field and structure
 */
public record EngineStats(
    long version,
    long offers,
    int segments,
    int tailRows,
    long deadRows,
    long seals,
    long merges,
    long attachmentBudget,
    long listenerLag,
    List<StructureBytes> structures) {
  private static final int LARGEST = 10;
  private static final String TOTAL = "%-15s  %,19d\n";
  private static final Comparator<StructureBytes> LARGEST_FIRST =
      Comparator.comparingLong(StructureBytes::bytes)
          .reversed()
          .thenComparing(StructureBytes::field)
          .thenComparing(StructureBytes::structure);

  /** Copies the list. */
  public EngineStats {
    structures = List.copyOf(structures);
  }

  /** Returns the memory of all structures, in bytes. */
  public long totalBytes() {
    return structures.stream().mapToLong(StructureBytes::bytes).sum();
  }

  /**
   * Returns a table for people, of several lines: the totals, then the ten largest structures with
   * their bytes, bytes per offer and share of all bytes. The last line sums all smaller structures.
   * The text depends on the figures alone: structures of equal size are ordered by field and name,
   * and the layout is the same in every locale.
   */
  @Override
  public String toString() {
    Formatter text = new Formatter(Locale.ROOT);
    text.format(TOTAL, "offers", offers);
    text.format(TOTAL, "segments", segments);
    text.format(TOTAL, "tail rows", tailRows);
    text.format(TOTAL, "dead rows", deadRows);
    text.format(TOTAL, "version", version);
    text.format(TOTAL, "seals", seals);
    text.format(TOTAL, "merges", merges);
    text.format(TOTAL, "bytes", totalBytes());
    text.format("%-15s  %19s\n\n", "bytes per offer", perOffer(totalBytes()));
    text.format(
        "%-20s  %-20s  %15s  %9s  %6s\n", "field", "structure", "bytes", "per offer", "share");
    List<StructureBytes> sorted = structures.stream().sorted(LARGEST_FIRST).toList();
    int shown = Math.min(LARGEST, sorted.size());
    sorted.subList(0, shown).forEach(each -> print(each, text));
    List<StructureBytes> others = sorted.subList(shown, sorted.size());
    if (!others.isEmpty()) {
      long bytes = others.stream().mapToLong(StructureBytes::bytes).sum();
      print(new StructureBytes(others.size() + " others", "", bytes), text);
    }
    return text.toString();
  }

  private void print(StructureBytes one, Formatter text) {
    double share = totalBytes() == 0 ? 0 : 100.0 * one.bytes() / totalBytes();
    text.format(
        "%-20s  %-20s  %,15d  %9s  %5.1f%%\n",
        one.field(), one.structure(), one.bytes(), perOffer(one.bytes()), share);
  }

  private String perOffer(long bytes) {
    return offers == 0 ? "-" : String.format(Locale.ROOT, "%,.1f", (double) bytes / offers);
  }

  /**
   * The memory of one structure of one field.
   *
   * @param field the name of the field; of the identifier for structures of whole rows
   * @param structure the kind: column, dictionary, bitmaps, cumulative, permutation, composite (an
   *     index of two fields; counted with the first), fold rows (the rows of each fold value),
   *     materialized column (with its index), locations, live rows, attachments
   * @param bytes the size in bytes
   */
  public record StructureBytes(String field, String structure, long bytes) {}
}
