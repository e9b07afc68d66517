package io.offerengine.server.store;

/** Says that a database can't be opened: it is damaged, of a later version, or not there. */
public final class UnusableDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableDatabaseException(String message) {
    super(message);
  }

  UnusableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
