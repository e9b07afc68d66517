package io.offerengine.internal.column;

import java.util.List;

/**
 * Where the rows of a new segment come from: one {@link RowMap} per source segment. Every row of
 * the new segment is the new row of exactly one row of one source.
 *
 * @param sources the map of each source
 * @param size the number of rows of the new segment
 */
public record RowMaps(List<RowMap> sources, int size) {
  /** Copies the list. */
  public RowMaps {
    sources = List.copyOf(sources);
  }

  /** Returns the map of one source. */
  public RowMap source(int source) {
    return sources.get(source);
  }
}
