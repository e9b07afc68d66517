package io.offerengine.internal.column;

import java.util.List;

/**
 * The rows of a new segment, each of which is a row of one of its sources.
 *
 * @param sources the rows of each source that are kept; together they have all places
 * @param size the number of rows of the new segment
 */
public record MergedRows(List<KeptRows> sources, int size) {
  /** Copies the list. */
  public MergedRows {
    sources = List.copyOf(sources);
  }

  /** Returns the rows of one source. */
  public KeptRows source(int source) {
    return sources.get(source);
  }
}
