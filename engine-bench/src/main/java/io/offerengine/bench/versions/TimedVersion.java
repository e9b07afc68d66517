package io.offerengine.bench.versions;

/**
 * What takes turns: one version of the engine, seen from outside of its class loader, or the
 * searches of a class in one.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public interface TimedVersion {
  /** Turns to the searches of a class, and returns how many there are. */
  int turnTo(String kind) throws Exception;

  /** Runs a search of the class, and returns how long that took, in ns. */
  long run(int draw) throws Exception;

  /** Returns what the last search found: identifiers, or a count. */
  long[] found();
}
