package io.offerengine.bench.versions;

/**
 * What one side of a comparison runs: an engine of this or of another version, a peer, or saved
 * searches. A class has a number of draws, and each draw can be run any number of times.
 *
 * <p>A version has a class loader of its own. All class loaders share this interface, so the
 * benchmarks of older commits implement the interface of this commit. It must not change its name
 * or its methods, and mentions types of the JDK only.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public interface TimedVersion {
  /**
   * Chooses a class, and returns the number of its draws; 0 if this side can't run the class.
   *
   * @throws IllegalArgumentException if there is no such class
   */
  int turnTo(String kind) throws Exception;

  /** Runs a draw of the chosen class, and returns its duration in ns. */
  long run(int draw) throws Exception;

  /** Returns the results of the last draw: identifiers in order, or a number of matches. */
  long[] found() throws Exception;
}
