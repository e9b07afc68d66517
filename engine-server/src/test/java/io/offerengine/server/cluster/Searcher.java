package io.offerengine.server.cluster;

import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Searches at random members, and compares each answer with that of one engine at the version that
 * the answer names. Refusals are counted and are no failures.
 */
final class Searcher implements Callable<Void> {
  private final Supplier<List<TestClient>> targets;
  private final OneEngine one;
  private final Random random;
  private final AtomicLong compared = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean isOver;

  Searcher(Supplier<List<TestClient>> targets, OneEngine one, long seed) {
    this.targets = targets;
    this.one = one;
    this.random = new Random(seed);
  }

  @Override
  public Void call() {
    while (!isOver) {
      List<TestClient> now = targets.get();
      search(now.get(random.nextInt(now.size())));
    }
    return null;
  }

  private void search(TestClient target) {
    String body = RandomOffers.search(random);
    HttpResponse<String> answer;
    try {
      answer = target.post("/api/v0/bundles", body);
    } catch (UncheckedIOException unreachable) {
      refused.incrementAndGet();
      Waiting.pause(5);
      return;
    }
    if (answer.statusCode() != 200) {
      refuse(answer);
      return;
    }
    long version = answer.headers().firstValueAsLong("Offers-Version").orElseThrow();
    String expected = one.answer(version, body);
    if (!expected.equals(answer.body())) {
      throw new AssertionError(
          "%s at version %d of %s%nexpected %s%nbut was %s"
              .formatted(body, version, target.address(), expected, answer.body()));
    }
    compared.incrementAndGet();
  }

  private void refuse(HttpResponse<String> answer) {
    if (answer.statusCode() != 503 && answer.statusCode() != 409 && answer.statusCode() != 429) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    refused.incrementAndGet();
    Waiting.pause(5);
  }

  void end() {
    isOver = true;
  }

  long compared() {
    return compared.get();
  }

  long refused() {
    return refused.get();
  }
}
