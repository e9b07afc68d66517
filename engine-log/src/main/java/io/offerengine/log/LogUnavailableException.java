package io.offerengine.log;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A log can't be read or takes no batch now. Its code is UNAVAILABLE. The message shows nothing of
 * the database; the cause does.
 */
public final class LogUnavailableException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final boolean isInDoubt;

  /**
   * Creates an exception, for example in a test of a program that embeds an engine.
   *
   * @param problem what is wrong and what to do about it, for clients
   * @param isInDoubt whether the batch may have been stored
   * @param cause what the database said; null if it said nothing
   */
  public LogUnavailableException(String problem, boolean isInDoubt, @Nullable Throwable cause) {
    super(ErrorCode.UNAVAILABLE, ErrorCode.UNAVAILABLE + ": " + problem);
    this.isInDoubt = isInDoubt;
    initCause(cause);
  }

  /** Returns whether the batch may have been stored although this was thrown. */
  public boolean isInDoubt() {
    return isInDoubt;
  }
}
