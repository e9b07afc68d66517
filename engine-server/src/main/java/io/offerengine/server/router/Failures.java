package io.offerengine.server.router;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Describes for operators why a member did not answer. */
final class Failures {
  private Failures() {}

  /** Returns what a replica does, such as {@code can't be connected to}. */
  static String describe(@Nullable Throwable failure) {
    if (failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException) {
      return "can't be connected to";
    }
    if (failure instanceof HttpTimeoutException
        || failure instanceof TimeoutException
        || failure instanceof CancellationException) {
      return "did not answer in time";
    }
    String message = failure == null ? null : failure.getMessage();
    return "broke off its answer" + (message == null ? "" : ": " + message);
  }
}
