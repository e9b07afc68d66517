package io.offerengine.server.store;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The database failed, or a log that saved searches need; nothing of the work was committed, unless
 * the connection broke during the commit.
 *
 * <p>The message shows nothing of the database. The cause does.
 */
public final class StoreException extends EngineException {
  /** What a client hears of a file of SQLite that is damaged. */
  static final String DAMAGED = "the database file is damaged; restore it from a copy";

  private static final long serialVersionUID = 1;

  private StoreException(ErrorCode code, String problem, @Nullable SQLException cause) {
    super(code, code + ": " + problem);
    initCause(cause);
  }

  /**
   * Returns the exception for a state of the service in which it must not use the database, or
   * can't reach what belongs to it.
   */
  public static StoreException unavailable(String problem) {
    return new StoreException(ErrorCode.UNAVAILABLE, problem, null);
  }

  /**
   * Returns the exception for a failure: {@code UNAVAILABLE} if trying again may help, otherwise
   * {@code INTERNAL_ERROR}.
   */
  public static StoreException of(SQLException failure) {
    if (isFull(failure)) {
      return new StoreException(
          ErrorCode.UNAVAILABLE,
          "the disk of the database is full; nothing was stored, try again later",
          failure);
    }
    if (isPassing(failure)) {
      return new StoreException(
          ErrorCode.UNAVAILABLE, "the database can't be reached now; try again", failure);
    }
    if (isOfStorage(failure)) {
      String problem =
          isDamage(failure)
              ? DAMAGED
              : "the storage of the database fails, or can only be read; nothing was stored";
      return new StoreException(ErrorCode.UNAVAILABLE, problem, failure);
    }
    return new StoreException(
        ErrorCode.INTERNAL_ERROR, "the database failed; the fault is in the log", failure);
  }

  /** Returns the exception for a row that does not match its checksum. */
  static StoreException damaged(String table, long row) {
    String problem =
        "row "
            + row
            + " of the table "
            + table
            + " is damaged: it does not match its checksum; restore the database from a copy";
    return new StoreException(ErrorCode.INTERNAL_ERROR, problem, new SQLException(problem));
  }

  /** Returns whether the same work may succeed later. */
  private static boolean isPassing(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return isOfConnection(failure)
        || failure instanceof SQLTransientConnectionException
        || state.startsWith("53")
        || isOf(failure, SQLiteErrorCode.SQLITE_BUSY);
  }

  /** Returns whether the disk of the database is full. */
  static boolean isFull(SQLException failure) {
    return isOf(failure, SQLiteErrorCode.SQLITE_FULL) || "53100".equals(failure.getSQLState());
  }

  /** Returns whether the database did not answer, or ended the connection. */
  static boolean isOfConnection(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("08") || state.startsWith("57P");
  }

  /** Returns whether a file of SQLite is damaged. */
  static boolean isDamage(SQLException failure) {
    return isOf(failure, SQLiteErrorCode.SQLITE_CORRUPT)
        || isOf(failure, SQLiteErrorCode.SQLITE_NOTADB);
  }

  /**
   * Returns whether the file or the disk of the database is the reason: any other work may fail for
   * the same one.
   */
  static boolean isOfStorage(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return isDamage(failure)
        || isFull(failure)
        || isOf(failure, SQLiteErrorCode.SQLITE_IOERR)
        || isOf(failure, SQLiteErrorCode.SQLITE_READONLY)
        || isOf(failure, SQLiteErrorCode.SQLITE_CANTOPEN)
        // Errors of the system, of a damaged page or index, and of a server that only reads.
        || state.startsWith("58")
        || state.startsWith("XX001")
        || state.startsWith("XX002")
        || state.equals("25006");
  }

  private static boolean isOf(SQLException failure, SQLiteErrorCode kind) {
    // The lower byte is the primary result code; the rest gives details.
    return failure instanceof SQLiteException && (failure.getErrorCode() & 0xFF) == kind.code;
  }
}
