package io.offerengine.log;

import io.offerengine.schema.ChangedOffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Stores what batches changed at the end of the log, an entry for each. If the answer to the commit
 * is lost, it finds out whether the entries were stored.
 *
 * <p>On SQLite, where nobody else appends, the further parts of a large entry are stored before, in
 * transactions of their own, so that other writers of the file wait for one part at most. On
 * PostgreSQL they are stored in the same transaction, which locks nobody but appenders.
 *
 * <p><b>Threads.</b> Safe for all; a session belongs to one thread at a time.
 */
final class LogWriter {
  /** How long to try to find out whether entries were committed. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  private static final long RETRY_MILLIS = 50;

  private final Log log;

  /** An entry and its further parts. */
  private record Encoded(StoredEntry entry, List<byte[]> parts, long size) {}

  LogWriter(Log log) {
    this.log = log;
  }

  /**
   * Stores batches after a position.
   *
   * @param open a session in a transaction that has locked the head, on PostgreSQL
   * @return the position of the last one; all are committed
   * @throws Replica.StaleException if the log has another end, or the generation has changed
   * @throws LogUnavailableException if nothing was stored, or if this is in doubt
   */
  Position store(LogSession open, Position from, List<List<ChangedOffer>> batches) {
    List<Encoded> encoded = encode(from, batches);
    Position last = encoded.get(encoded.size() - 1).entry().position();
    try {
      for (Encoded each : encoded) {
        storeParts(open, each);
      }
      if (!open.isShared()) {
        open.beginWriting();
      }
      write(open, from, encoded);
    } catch (SQLException e) {
      open.rollBack();
      throw LogDatabase.unavailable(e);
    }
    try {
      open.commit();
    } catch (SQLException e) {
      open.rollBack();
      if (!wasStored(from, last)) {
        throw LogDatabase.unavailable(e);
      }
    }
    return last;
  }

  private List<Encoded> encode(Position from, List<List<ChangedOffer>> batches) {
    List<Encoded> encoded = new ArrayList<>(batches.size());
    Position last = from;
    Instant now = Instant.now();
    for (List<ChangedOffer> changes : batches) {
      UUID id = UUID.randomUUID();
      List<byte[]> parts = new ArrayList<>();
      ChangeForm.Writer writer = log.form().writer(id, (part, bytes) -> parts.add(bytes));
      changes.forEach(writer::add);
      writer.end();
      Position next = new Position(last.number() + 1, id, last.ends() + writer.bytes());
      encoded.add(
          new Encoded(
              new StoredEntry(
                  next,
                  last.entry(),
                  LogEntry.Kind.CHANGES,
                  now,
                  parts.size(),
                  changes.size(),
                  parts.get(0)),
              parts.subList(1, parts.size()),
              writer.bytes()));
      last = next;
    }
    return encoded;
  }

  /** Stores the further parts of an entry, on SQLite each in a transaction of its own. */
  private static void storeParts(LogSession open, Encoded encoded) throws SQLException {
    StoredEntry entry = encoded.entry();
    for (int i = 0; i < encoded.parts().size(); i++) {
      if (!open.isShared()) {
        open.beginWriting();
      }
      open.insertPart(entry.position().entry(), i + 1, entry.number(), encoded.parts().get(i));
      if (!open.isShared()) {
        open.commit();
      }
    }
  }

  private void write(LogSession open, Position from, List<Encoded> encoded) throws SQLException {
    StoredEntry last = encoded.get(encoded.size() - 1).entry();
    if (!open.moveHead(from, last.position(), log.generation())) {
      open.rollBack();
      throw new Replica.StaleException();
    }
    for (Encoded each : encoded) {
      open.insert(each.entry(), each.size());
    }
    open.notifyMembers();
  }

  /**
   * Finds out whether entries were committed. This waits until their transaction has ended.
   *
   * @throws LogUnavailableException if nobody can say
   */
  private boolean wasStored(Position from, Position last) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < SETTLE.toNanos()) {
      try (LogSession open = log.database().session()) {
        open.beginWriting();
        boolean found = find(open, from, last);
        open.commit();
        return found;
      } catch (SQLException unreachable) {
        pause();
      } catch (Follower.ReloadException | RestoredLogException | LogDamagedException e) {
        // The log does not reach back to the position, is another one, or can't be read.
        break;
      }
    }
    throw new LogUnavailableException(
        "the database can't be reached now; the batch may have been stored: read its offers before"
            + " you send it again",
        true,
        null);
  }

  private boolean find(LogSession open, Position from, Position last) throws SQLException {
    open.lockHead();
    LogFollower.requireSameLog(from, open.read(from.number(), Long.MAX_VALUE, 1));
    return open.find(last.number(), last.entry()).isPresent();
  }

  private static void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
