package io.offerengine.log;

/**
 * A part of the log can't be read: it was changed where it is stored, a newer build wrote it, or it
 * does not fit the schema. The message says which part, what is wrong and what was expected.
 */
public final class LogDamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LogDamagedException(String message) {
    super(message);
  }
}
