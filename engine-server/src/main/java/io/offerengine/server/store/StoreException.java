package io.offerengine.server.store;

import io.offerengine.log.SqlFailure;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

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
    String problem =
        switch (SqlFailure.of(failure)) {
          case FULL -> "the disk of the database is full; nothing was stored, try again later";
          case CONNECTION, NO_CONNECTION, BUSY -> "the database can't be reached now; try again";
          case DAMAGE -> DAMAGED;
          case STORAGE ->
              "the storage of the database fails, or can only be read; nothing was stored";
          case OTHER -> null;
        };
    return problem == null
        ? new StoreException(
            ErrorCode.INTERNAL_ERROR, "the database failed; the fault is in the log", failure)
        : new StoreException(ErrorCode.UNAVAILABLE, problem, failure);
  }

  /** Returns the exception for a request that the database's content, or a limit, refuses. */
  public static EngineException refusal(ErrorCode code, String problem) {
    return new EngineException(code, code + ": " + problem);
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
}
