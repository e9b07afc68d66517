package io.offerengine.log;

import java.time.Instant;
import java.util.UUID;

/**
 * An entry as the database has it.
 *
 * @param position its number and its identifier
 * @param previous the identifier of the entry before it
 * @param kind what it is
 * @param time when it was appended
 * @param parts how many parts it has; 0 for a marker
 * @param changes how many offers it changed
 * @param bytes the first part; empty for a marker
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares entries
record StoredEntry(
    Position position,
    UUID previous,
    LogEntry.Kind kind,
    Instant time,
    int parts,
    int changes,
    byte[] bytes) {
  long number() {
    return position.number();
  }
}
