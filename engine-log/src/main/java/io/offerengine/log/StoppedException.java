package io.offerengine.log;

/** An entry can't be applied, and would fail again; the engine stops before the entry. */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
