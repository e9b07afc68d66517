package io.offerengine.bench.peers;

import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Something that finds offers: the engine, or what it is compared with. Holds one market.
 *
 * <p>Answers are the identifiers of the results, best first, equal ones by ascending identifier; or
 * the number of matches alone, where that is asked for.
 *
 * <p><b>Threads.</b> Confined to one thread, and asked to use no other.
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
   * Returns the object from which all that it keeps on the heap can be reached; null if unknown.
   */
  default @Nullable Object held() {
    return null;
  }

  /** Lets go of everything; it can't be used any more. */
  @Override
  void close() throws IOException, SQLException;
}
