package io.offerengine.log;

import io.offerengine.schema.OfferBatch;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
  /** Receives the parts of an entry. */
  @FunctionalInterface
  interface PartReceiver {
    void take(int part, byte[] bytes, String name);
  }

  /** Returns an entry without offers. */
  static StoredEntry marker(Position position, UUID previous, LogEntry.Kind kind) {
    return new StoredEntry(position, previous, kind, Instant.now(), 0, 0, new byte[0]);
  }

  long number() {
    return position.number();
  }

  /**
   * Reads the parts, one by one.
   *
   * @throws Follower.ReloadException if one of them is gone
   */
  void eachPart(LogSession session, PartReceiver receiver) throws SQLException {
    for (int part = 0; part < parts; part++) {
      byte[] some = part == 0 ? bytes : session.part(position.entry(), part);
      if (some == null) {
        throw new Follower.ReloadException("entry " + number() + " has lost its part " + part);
      }
      receiver.take(part, some, "entry " + number() + " of the log, part " + part);
    }
  }

  /** Returns what the entry changed. */
  List<LoggedChange> read(LogSession session, ChangeForm form, boolean wantsBefore)
      throws SQLException {
    List<LoggedChange> read = new ArrayList<>(changes);
    eachPart(
        session,
        (part, some, name) ->
            read.addAll(form.read(position.entry(), part, some, name, wantsBefore)));
    return read;
  }

  /** Returns the batch that does to an engine what the entry did. */
  OfferBatch batch(LogSession session, ChangeForm form) throws SQLException {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (LoggedChange change : read(session, form, false)) {
      if (change.after() == null) {
        batch.delete(change.id());
      } else {
        batch.upsert(change.after());
      }
    }
    return batch.build();
  }
}
