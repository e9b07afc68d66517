package io.offerengine.internal.column;

import java.util.List;

/**
 * The rows of a new segment, each of which is a row of one of its sources.
 *
 * @param sources the rows of each source that are kept; together they have all places
 * @param size the number of rows of the new segment
 */
public record RowMaps(List<RowMap> sources, int size) {
  /** Copies the list. */
  public RowMaps {
    sources = List.copyOf(sources);
  }

  /** Returns the rows of one source. */
  public RowMap source(int source) {
    return sources.get(source);
  }
}
