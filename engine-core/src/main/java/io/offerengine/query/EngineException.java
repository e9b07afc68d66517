package io.offerengine.query;

/**
 * An error that a caller caused, or a request that the engine refuses. Its {@link ErrorCode} is
 * stable.
 *
 * <p>The message states where the error is, what is wrong, the value given, and what is allowed.
 */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** Creates an error. */
  public EngineException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the kind of error. */
  public ErrorCode code() {
    return code;
  }
}
