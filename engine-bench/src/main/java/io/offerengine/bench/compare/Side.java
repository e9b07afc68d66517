package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.TimedVersion;

/**
 * One of the two sides that take turns. Its failures name it.
 *
 * @param label the name in tables
 * @param work what the side runs
 */
record Side(String label, TimedVersion work) {
  /** Chooses a class, and returns the number of its draws; 0 if the side can't run the class. */
  int turnTo(SearchClass kind) throws ComparisonException {
    try {
      return work.turnTo(kind.name());
    } catch (IllegalArgumentException e) {
      throw new ComparisonException(label + " knows no class " + kind + ": " + e.getMessage(), e);
    } catch (Exception | LinkageError e) {
      throw new ComparisonException(label + " could not prepare " + kind + ": " + e, e);
    }
  }

  /** Runs a draw of the chosen class, and returns its duration in ns. */
  long run(SearchClass kind, int draw) throws ComparisonException {
    try {
      return work.run(draw);
    } catch (Exception | LinkageError e) {
      throw failure(kind, draw, e);
    }
  }

  /** Returns what the last draw found. */
  long[] found(SearchClass kind, int draw) throws ComparisonException {
    try {
      return work.found();
    } catch (Exception | LinkageError e) {
      throw failure(kind, draw, e);
    }
  }

  private ComparisonException failure(SearchClass kind, int draw, Throwable cause) {
    return new ComparisonException(
        label + " failed in draw " + draw + " of " + kind + ": " + cause, cause);
  }
}
