package io.offerengine.log;

import java.time.Instant;
import java.util.UUID;

/** An entry as the database has it. */
final class StoredEntry {
  private final Position position;
  private final UUID previous;
  private final LogEntry.Kind kind;
  private final Instant time;
  private final int parts;
  private final int changes;
  private final byte[] bytes;

  /**
   * Creates an entry.
   *
   * @param previous the identifier of the entry before it
   * @param parts how many parts it has; 0 for a marker
   * @param changes how many offers it changed
   * @param bytes the first part; empty for a marker
   */
  StoredEntry(
      Position position,
      UUID previous,
      LogEntry.Kind kind,
      Instant time,
      int parts,
      int changes,
      byte[] bytes) {
    this.position = position;
    this.previous = previous;
    this.kind = kind;
    this.time = time;
    this.parts = parts;
    this.changes = changes;
    this.bytes = bytes;
  }

  Position position() {
    return position;
  }

  long number() {
    return position.number();
  }

  UUID previous() {
    return previous;
  }

  LogEntry.Kind kind() {
    return kind;
  }

  Instant time() {
    return time;
  }

  int parts() {
    return parts;
  }

  int changes() {
    return changes;
  }

  byte[] bytes() {
    return bytes;
  }
}
