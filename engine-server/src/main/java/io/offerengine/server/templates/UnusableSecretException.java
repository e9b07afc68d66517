package io.offerengine.server.templates;

/** Says why the server's secret can't be had, and what to do; it shows nothing of a secret. */
public final class UnusableSecretException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableSecretException(String message) {
    super(message);
  }

  UnusableSecretException(String message, Throwable cause) {
    super(message, cause);
  }
}
