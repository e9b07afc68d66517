package io.offerengine.server.cluster;

import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Counts a group of offers up through random members, all offers of the group in one batch, on the
 * condition that they have the number before. Between two counts it changes other offers at random.
 *
 * <p>A batch that was lost after its answer, applied twice or torn shows in the numbers of the
 * group in the log.
 */
final class GroupWriter implements Callable<Void> {
  /** The field that counts. */
  static final String COUNTER = "inet_up";

  private static final int GROUP = 5;
  private static final int OTHERS = 300;

  private final Supplier<List<TestClient>> members;
  private final long number;
  private final Random random;
  private volatile long acknowledged;
  private volatile long sent;
  private volatile boolean isOver;

  /**
   * Creates a writer.
   *
   * @param from the number that the offers of the group have, or will have after {@link #first}
   */
  GroupWriter(Supplier<List<TestClient>> members, int number, long seed, long from) {
    this.members = members;
    this.acknowledged = from;
    this.sent = from;
    this.number = number;
    this.random = new Random(seed + number);
  }

  /** Returns the identifiers of the group's offers. */
  LongStream ids() {
    return LongStream.range(1_000_000L + number * GROUP, 1_000_000L + (number + 1) * GROUP);
  }

  /** Returns the batch that stores the group for the first time. */
  String first() {
    return ids()
        .mapToObj(id -> "{\"id\":%d,\"bundle_id\":%d,\"%s\":%d}%n".formatted(id, id, COUNTER, sent))
        .collect(Collectors.joining());
  }

  @Override
  public Void call() {
    while (!isOver) {
      count();
      others();
    }
    return null;
  }

  private void count() {
    long next = sent + 1;
    String body =
        ids()
            .mapToObj(id ->
                "{\"id\":%d,\"%s\":%d,\"if\":{\"%s\":{\"eq\":%d}}}%n"
                    .formatted(id, COUNTER, next, COUNTER, next - 1))
            .collect(Collectors.joining());
    sent = next;
    while (!isOver) {
      HttpResponse<String> answer = send("PATCH", body);
      // Until an answer comes, the batch may be stored or not: the condition settles it.
      if (answer != null && answer.statusCode() == 200) {
        acknowledged = next;
        return;
      }
      if (answer != null && answer.statusCode() == 409) {
        // An earlier attempt took effect although its answer was lost.
        return;
      }
      require(answer);
    }
  }

  private void others() {
    long id = random.nextInt(OTHERS);
    if (random.nextInt(3) == 0) {
      require(send("PUT", RandomOffers.offer(id, random)));
    } else if (random.nextInt(10) == 0) {
      require(send("DELETE", "/" + id));
    } else {
      require(send("PATCH", RandomOffers.change(id, random)));
    }
  }

  /** Refusals are allowed; anything else is a defect. */
  private static void require(HttpResponse<String> answer) {
    if (answer == null || answer.statusCode() == 503 || answer.statusCode() == 429) {
      Waiting.pause(20);
    } else if (answer.statusCode() != 200 && answer.statusCode() != 404) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
  }

  /** Returns the answer, or null if none came. */
  private HttpResponse<String> send(String method, String body) {
    List<TestClient> now = members.get();
    TestClient member = now.get(random.nextInt(now.size()));
    try {
      return method.equals("DELETE")
          ? member.send(method, "/admin/offers" + body)
          : member.send(method, "/admin/offers", body);
    } catch (UncheckedIOException unreachable) {
      return null;
    }
  }

  void end() {
    isOver = true;
  }

  long acknowledged() {
    return acknowledged;
  }

  long sent() {
    return sent;
  }
}
