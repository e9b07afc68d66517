package io.offerengine.bench.load;

import java.io.IOException;

/** The server has no room for a request now: it answered 429 or 503. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
