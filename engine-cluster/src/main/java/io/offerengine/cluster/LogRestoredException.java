package io.offerengine.cluster;

/**
 * Thrown if a log was replaced by an older state of itself or by another log, so that batches that
 * were acknowledged may be lost. An operator must accept this before anybody changes offers again.
 */
public final class LogRestoredException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with what was found, for operators. */
  public LogRestoredException(String message) {
    super(message);
  }
}
