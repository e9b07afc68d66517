package io.offerengine.server.store;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * Says that the database failed; nothing of the work that it was asked for took effect.
 *
 * <p>Its message shows nothing of the database; its cause does.
 */
public final class StoreException extends EngineException {
  private static final long serialVersionUID = 1;

  private StoreException(ErrorCode code, String problem, SQLException cause) {
    super(code, code + ": " + problem);
    initCause(cause);
  }

  /** Returns what a failure means to whoever asked. */
  public static StoreException of(SQLException failure) {
    return isPassing(failure)
        ? new StoreException(
            ErrorCode.UNAVAILABLE, "the database can't be reached now; try again", failure)
        : new StoreException(
            ErrorCode.INTERNAL_ERROR, "the database failed; the fault is in the log", failure);
  }

  /** Returns whether the same work may succeed later. */
  private static boolean isPassing(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    int busy = 5;
    return failure instanceof SQLTransientConnectionException
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.startsWith("53")
        || failure instanceof org.sqlite.SQLiteException && failure.getErrorCode() == busy;
  }
}
