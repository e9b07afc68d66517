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
    CHANGES(0),
    /** A marker: the log began with offers that a base has. */
    FILLED(1),
    /** A marker: an operator accepted the log after it was restored from a copy. */
    ACCEPTED(2);

    /** What the tables of the log have for this kind. */
    final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new LogDamagedException("an entry of the log has the unknown kind " + code);
    }
  }

  /** Copies the changes. */
  public LogEntry {
    changes = List.copyOf(changes);
  }
}
