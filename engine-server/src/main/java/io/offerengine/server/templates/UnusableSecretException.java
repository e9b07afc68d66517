package io.offerengine.server.templates;

/**
 * The server's secret is missing or unusable. The message says why and what to do, and shows
 * nothing of a secret.
 */
public final class UnusableSecretException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableSecretException(String message) {
    super(message);
  }

  UnusableSecretException(String message, Throwable cause) {
    super(message, cause);
  }
}
