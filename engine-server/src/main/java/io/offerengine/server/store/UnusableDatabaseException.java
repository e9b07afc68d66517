package io.offerengine.server.store;

/** A database can't be opened: it is damaged, of a later version, missing or in use. */
public final class UnusableDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableDatabaseException(String message) {
    super(message);
  }

  UnusableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
