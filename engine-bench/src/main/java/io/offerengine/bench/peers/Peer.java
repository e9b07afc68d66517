package io.offerengine.bench.peers;

import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A search engine that holds one market: the engine of this project, or one that it is compared
 * with.
 *
 * <p>An answer contains the identifiers of the results, best first; equal results are ordered by
 * ascending identifier. If the search asks for all matches, they come in any order. If the search
 * asks for a count, the answer is the number of matches.
 *
 * <p><b>Threads.</b> Confined to one thread; a peer must not start threads.
 */
public interface Peer extends AutoCloseable {
  /** The result of {@link #bytes} if the size is unknown. */
  long UNKNOWN = -1;

  /** A search that was translated for one peer, and may be run any number of times. */
  @FunctionalInterface
  interface PreparedSearch {
    /** Returns the identifiers of the results, or the number of matches. */
    long[] run() throws Exception;
  }

  /** Translates a search. This includes all work that a program does once for many runs. */
  PreparedSearch prepare(DrawnSearch search) throws Exception;

  /** Applies an update. It is visible to every search that begins after this method returns. */
  void update(PriceChange change) throws Exception;

  /**
   * Applies an update on the condition that the flag {@code rented} has the other value; returns
   * whether it had.
   */
  boolean updateIf(PriceChange change) throws Exception;

  /** Returns whether the peer can answer the searches of a class. */
  default boolean answers(SearchClass kind) {
    return true;
  }

  /**
   * Returns the memory that the peer reports for its data, in bytes; {@link #UNKNOWN} if it reports
   * none.
   */
  default long bytes() throws Exception {
    return UNKNOWN;
  }

  /** Returns an object that references all data of the peer on the heap; null if there is none. */
  default @Nullable Object held() {
    return null;
  }

  /** Releases all resources. The peer can't be used afterwards. */
  @Override
  default void close() throws IOException, SQLException {}
}
