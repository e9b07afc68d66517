package io.offerengine.cluster;

/** Thrown if a log no longer has the batches that a reader needs: all offers must be loaded. */
public final class ReloadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with the reason, for operators. */
  public ReloadException(String message) {
    super(message);
  }
}
