package io.offerengine.cluster;

import org.jspecify.annotations.Nullable;

/** Thrown if a log can't be reached, or refuses batches. Another attempt may succeed. */
public final class LogUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean inDoubt;

  /**
   * Creates an exception.
   *
   * @param message what is wrong, for operators
   * @param inDoubt whether the batch may have been appended
   * @param cause the failure; null if there is none
   */
  public LogUnavailableException(String message, boolean inDoubt, @Nullable Throwable cause) {
    super(message, cause);
    this.inDoubt = inDoubt;
  }

  /** Returns whether the batch that was to be appended may have been appended. */
  public boolean isInDoubt() {
    return inDoubt;
  }
}
