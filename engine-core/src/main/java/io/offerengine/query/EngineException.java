package io.offerengine.query;

/**
 * An error of a caller's making, or a refusal, with a stable {@link ErrorCode}.
 *
 * <p>Its message says where, what is wrong, what was got and what is allowed.
 */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** Creates an error of a kind. */
  public EngineException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the kind of error. */
  public ErrorCode code() {
    return code;
  }
}
