package io.offerengine.server.router;

import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks all replicas at short intervals which shard and which version they have. Between two polls,
 * the answers of searches tell more.
 *
 * <p><b>Threads.</b> One thread sends the requests; it waits for none.
 */
public final class PositionPoll implements AutoCloseable {
  private static final int INTERVAL_MILLIS = 100;
  private static final int OK = 200;

  /** Another program at the address of a member may answer with a page of any size. */
  private static final int LONGEST_REASON = 1_000;

  private final ReplicaTable table;
  private final MemberClient members;
  private final Set<Replica> asked = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "positions");
        thread.setDaemon(true);
        return thread;
      });

  PositionPoll(ReplicaTable table, MemberClient members) {
    this.table = table;
    this.members = members;
  }

  /** Starts to ask. */
  public void start() {
    Future<?> unused =
        timer.scheduleWithFixedDelay(this::askAll, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void askAll() {
    for (Replica replica : table.all()) {
      if (asked.add(replica)) {
        CompletableFuture<?> unused =
            members
                .askPosition(replica)
                .whenComplete((answer, failure) -> {
                  asked.remove(replica);
                  if (failure == null) {
                    note(replica, answer);
                  } else {
                    replica.failed(
                        Failures.describe(
                            failure instanceof CompletionException ? failure.getCause() : failure));
                  }
                });
      }
    }
  }

  private static void note(Replica replica, HttpResponse<String> answer) {
    if (answer.statusCode() == OK) {
      boolean unused =
          replica.answered(
              answer.headers().firstValue(MemberClient.SHARD).orElse(null),
              MemberClient.number(answer, MemberClient.MEMBER_VERSION).orElse(Replica.UNKNOWN));
    } else {
      String body = answer.body();
      replica.failed(
          "answers "
              + answer.statusCode()
              + " "
              + body.substring(0, Math.min(body.length(), LONGEST_REASON)));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
