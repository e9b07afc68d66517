package io.offerengine.log;

import java.util.List;

/**
 * Some entries of a log, in order.
 *
 * @param entries the entries after the number that was asked for; empty if there are none
 * @param trimmed the entries up to this number are gone, so that those between the number that was
 *     asked for and this one are missing; 0 if none are missing
 */
public record LogPage(List<LogEntry> entries, long trimmed) {
  /** Copies the entries. */
  public LogPage {
    entries = List.copyOf(entries);
  }
}
