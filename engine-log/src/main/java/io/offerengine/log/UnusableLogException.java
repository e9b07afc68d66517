package io.offerengine.log;

import org.jspecify.annotations.Nullable;

/** A log can't be opened. The message says why, and what helps. */
public class UnusableLogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableLogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
