package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;

/** A refusal that says when the client may try again. */
final class RetryLaterException extends EngineException {
  private static final long serialVersionUID = 1;

  private final String seconds;

  RetryLaterException(ErrorCode code, String message, Duration wait) {
    super(code, message);
    this.seconds = seconds(wait);
  }

  /** Returns the value of the header {@code Retry-After}. */
  String seconds() {
    return seconds;
  }

  /** Returns a time in whole seconds, rounded up, at least 1. */
  static String seconds(Duration wait) {
    long whole = wait.getNano() == 0 ? wait.getSeconds() : wait.getSeconds() + 1;
    return Long.toString(Math.max(1, whole));
  }
}
