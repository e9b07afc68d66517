package io.offerengine.log;

/** The log can't continue the offers of an engine, so that all offers are loaded again. */
final class ReloadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReloadException(String reason) {
    super(reason);
  }
}
