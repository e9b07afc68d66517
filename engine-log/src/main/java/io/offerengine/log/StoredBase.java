package io.offerengine.log;

import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

/** A valid base as the database has it: all offers as of a position. */
record StoredBase(UUID id, Position position, int parts, long size, long offers, Instant time) {
  /**
   * Returns a part.
   *
   * @throws ReloadException if it is gone
   */
  byte[] part(LogSession session, int part) throws SQLException {
    byte[] bytes = session.part(id, part);
    if (bytes == null) {
      throw new ReloadException(nameOf(part) + " is missing");
    }
    return bytes;
  }

  /** Returns what a part is called in messages. */
  String nameOf(int part) {
    return "the base of entry " + position.number() + ", part " + part;
  }
}
