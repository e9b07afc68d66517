package io.offerengine.log;

import java.time.Instant;
import java.util.List;

/**
 * An entry of a log, as a reader of changes sees it.
 *
 * @param number its number, which is the version that has it
 * @param kind what it is
 * @param time when it was appended, by the clock of the machine that appended it
 * @param changes the changed offers, at most one change for each; empty for a marker
 */
public record LogEntry(long number, Kind kind, Instant time, List<LoggedChange> changes) {
  /** What an entry is. */
  public enum Kind {
    /** It has changes of offers. */
    CHANGES,
    /** A marker: the log began with offers that a base has. */
    FILLED,
    /** A marker: an operator accepted the log after it was restored from a copy. */
    ACCEPTED
  }

  /** Copies the changes. */
  public LogEntry {
    changes = List.copyOf(changes);
  }
}
