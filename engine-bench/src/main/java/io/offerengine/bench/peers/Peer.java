package io.offerengine.bench.peers;

import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A search engine that holds one market: ours, or one that it is compared with.
 *
 * <p>An answer contains the identifiers of the results, best first; equal results are ordered by
 * ascending identifier. If the search asks for a count, the answer is the number of matches.
 *
 * <p><b>Threads.</b> Confined to one thread; a peer must not use others.
 */
public interface Peer extends AutoCloseable {
  /** What {@link #bytes} returns when the size is not known. */
  long UNKNOWN = -1;

  /** A search that was translated for one peer, and may be run any number of times. */
  @FunctionalInterface
  interface PreparedSearch {
    /** Returns the identifiers of the results, or the number of matches. */
    long[] run() throws Exception;
  }

  /** Translates a search; what a program would do once for many runs is done here. */
  PreparedSearch prepare(DrawnSearch search) throws Exception;

  /** Makes an update; every search that begins after the return sees it. */
  void update(PriceChange change) throws Exception;

  /** Returns whether the peer can answer a class at all. */
  default boolean answers(SearchClass kind) {
    return true;
  }

  /**
   * Returns the size of all that it holds as far as it knows it itself, in bytes; {@link #UNKNOWN}
   * if it does not.
   */
  default long bytes() throws Exception {
    return UNKNOWN;
  }

  /**
   * Returns an object that references everything that the peer holds on the heap; null if unknown.
   */
  default @Nullable Object held() {
    return null;
  }

  /** Releases all resources. The peer can't be used afterwards. */
  @Override
  void close() throws IOException, SQLException;
}
