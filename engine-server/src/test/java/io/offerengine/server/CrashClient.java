package io.offerengine.server;

import io.offerengine.server.http.TestClient;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that writes numbered things one after the other and remembers which were acknowledged.
 *
 * <p>The last thing before the service died may be stored or not. The client does not send it
 * again: the next run begins with the next number.
 */
abstract class CrashClient {
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private volatile Throwable failure;

  /** Returns the request with a number: method, path and body. */
  abstract String[] request(int number);

  /** Remembers the answer to a number. */
  abstract void acknowledge(int number, String answer);

  /** Checks that the service stores everything acknowledged, and nothing by half. */
  abstract void check(TestClient client, String when) throws Exception;

  /** Writes until the service no longer answers, or refuses changes because it is stopping. */
  final void writeUntilItBreaks(TestClient client) {
    try {
      while (true) {
        int number = sent.get() + 1;
        String[] request = request(number);
        sent.set(number);
        HttpResponse<String> response = client.send(request[0], request[1], request[2]);
        if (response.statusCode() == 503 && response.body().contains("the service is stopping")) {
          return;
        }
        if (response.statusCode() != 200) {
          throw new AssertionError(request[1] + " was answered with " + response.body());
        }
        acknowledge(number, response.body());
        acknowledged.incrementAndGet();
      }
    } catch (UncheckedIOException killed) {
      // As it should be.
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Returns the last number that was sent; 0 for none. */
  final int sent() {
    return sent.get();
  }

  /** Returns how many numbers were acknowledged. */
  final int acknowledged() {
    return acknowledged.get();
  }

  /** Returns what went wrong beside the kill; null for nothing. */
  final Throwable failure() {
    return failure;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " " + acknowledged + " of " + sent;
  }
}
