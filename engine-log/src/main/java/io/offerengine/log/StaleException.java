package io.offerengine.log;

/** The log has entries that the engine lacked when it decided a batch. */
final class StaleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StaleException() {
    super("the log has later entries than the engine", null, false, false);
  }
}
