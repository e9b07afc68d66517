package io.offerengine.log;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** What an exception of SQLite or PostgreSQL says about the database. */
public enum SqlFailure {
  /** The disk is full. */
  FULL,
  /** The database did not answer, or ended the connection. */
  CONNECTION,
  /** No connection was free in time. */
  NO_CONNECTION,
  /** The database has too much to do, or another process has the lock. */
  BUSY,
  /** A file of SQLite is damaged. */
  DAMAGE,
  /** The file or the disk fails, or can only be read: any other work may fail for this reason. */
  STORAGE,
  /** The work is the reason, or nobody knows. */
  OTHER;

  /** Returns what an exception says. */
  public static SqlFailure of(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null) {
      SqlFailure known = ofSqlite(failure.getErrorCode());
      return known == OTHER ? ofPool(failure) : known;
    }
    if (state.startsWith("08") || state.startsWith("57P")) {
      return CONNECTION;
    }
    if (state.equals("53100")) {
      return FULL;
    }
    if (ofPool(failure) == NO_CONNECTION) {
      return NO_CONNECTION;
    }
    if (state.startsWith("53")) {
      return BUSY;
    }
    // Errors of the system, of a damaged page or index, and of a server that only reads.
    boolean isOfStorage =
        state.startsWith("58")
            || state.startsWith("XX001")
            || state.startsWith("XX002")
            || state.equals("25006");
    return isOfStorage ? STORAGE : OTHER;
  }

  /** A pool has the state of the failure before, if there was one. */
  private static SqlFailure ofPool(SQLException failure) {
    return failure instanceof SQLTransientConnectionException ? NO_CONNECTION : OTHER;
  }

  /** Returns what a result code of SQLite says: its lower byte; the rest gives details. */
  private static SqlFailure ofSqlite(int code) {
    return switch (code & 0xFF) {
      case 5 -> BUSY;
      case 13 -> FULL;
      case 11, 26 -> DAMAGE; // SQLITE_CORRUPT and SQLITE_NOTADB
      case 8, 10, 14 -> STORAGE; // SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN
      default -> OTHER;
    };
  }

  /** Returns what the innermost cause of a failure says, on one line. */
  public static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).strip().replaceAll("\\s+", " ");
  }
}
