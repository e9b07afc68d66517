package io.offerengine;

import java.util.List;

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
   * their bytes, bytes per offer and share of all bytes. The layout is the same in every locale.
   */
  @Override
  public String toString() {
    return StatsTable.of(this);
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
