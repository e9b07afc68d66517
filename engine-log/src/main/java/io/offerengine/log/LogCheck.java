package io.offerengine.log;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compares every part of a log with its checksum, and every entry with the one before it. */
final class LogCheck {
  /** How many damages are reported. */
  private static final int MOST_DAMAGES = 10;

  private final LogDatabase database;
  private final ChangeForm form;
  private final List<String> damages = new ArrayList<>();

  LogCheck(LogDatabase database, ChangeForm form) {
    this.database = database;
    this.form = form;
  }

  /** Returns what is damaged, at most {@value #MOST_DAMAGES} of it; empty if nothing is. */
  List<String> damages() {
    database.<Boolean>read(session -> {
      LogSession.Base base = session.base();
      long trimmed = session.head().trimmed();
      if (base != null) {
        checkBase(session, base);
      }
      if (trimmed > (base == null ? 0 : base.position().number())) {
        damages.add("the log begins after entry " + trimmed + ", and no base has its offers");
      }
      checkEntries(session, base);
      return true;
    });
    return damages.subList(0, Math.min(damages.size(), MOST_DAMAGES));
  }

  private void checkBase(LogSession session, LogSession.Base base) throws SQLException {
    for (int part = 0; part < base.parts(); part++) {
      int number = part;
      note(() ->
          form.read(base.id(), number, base.part(session, number), base.nameOf(number), true));
    }
  }

  private void checkEntries(LogSession session, LogSession.@Nullable Base base)
      throws SQLException {
    LogSession.Head head = session.head();
    long last = head.trimmed();
    UUID previous =
        base != null && base.position().number() == last ? base.position().entry() : null;
    while (last < head.position().number()) {
      List<StoredEntry> entries =
          session.read(last, head.position().number(), LogFollower.READ_BYTES).entries();
      if (entries.isEmpty()) {
        damages.add("the entries after " + last + " are missing");
        return;
      }
      for (StoredEntry entry : entries) {
        check(session, entry, previous);
        last = entry.number();
        previous = entry.position().entry();
      }
    }
  }

  private void check(LogSession session, StoredEntry entry, @Nullable UUID previous)
      throws SQLException {
    if (previous != null && !previous.equals(entry.previous())) {
      damages.add("entry " + entry.number() + " of the log does not follow the entry before it");
    }
    note(() ->
        entry.eachPart(
            session,
            (part, bytes, name) -> form.read(entry.position().entry(), part, bytes, name, true)));
  }

  /** Reads a part, or all parts of an entry. */
  @FunctionalInterface
  private interface Reading {
    void run() throws SQLException;
  }

  private void note(Reading reading) throws SQLException {
    try {
      reading.run();
    } catch (LogDamagedException | Follower.ReloadException e) {
      damages.add(String.valueOf(e.getMessage()));
    }
  }
}
