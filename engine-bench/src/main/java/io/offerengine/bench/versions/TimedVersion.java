package io.offerengine.bench.versions;

/**
 * One version of the engine, seen from outside of its class loader; or the searches of one class in
 * an engine.
 *
 * <p>All class loaders share the interface, so the benchmarks of older commits implement the
 * interface of this commit. The interface must not change its name or its methods, and mentions
 * types of the JDK only.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public interface TimedVersion {
  /** Chooses the searches of a class, and returns the number of searches. */
  int turnTo(String kind) throws Exception;

  /** Runs a search of the chosen class, and returns its duration in ns. */
  long run(int draw) throws Exception;

  /** Returns the results of the last search: identifiers in order, or a number of matches. */
  long[] found();
}
