package io.offerengine.bench.compare;

/** A comparison that can't be finished: its message names the side and what it did. */
final class ComparisonException extends Exception {
  private static final long serialVersionUID = 1;

  ComparisonException(String message) {
    super(message);
  }

  ComparisonException(String message, Throwable cause) {
    super(message, cause);
  }
}
