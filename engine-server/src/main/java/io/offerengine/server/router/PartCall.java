package io.offerengine.server.router;

import io.offerengine.server.router.RouterObserver.Result;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the replicas of one shard for a part, one after the other until one answers. If the first
 * one is slow, a second one is asked at the same time.
 *
 * <p>A broken connection is tried once more at the same replica, if no other is left: members close
 * idle connections.
 *
 * <p><b>Threads.</b> Safe for all. Answers are noted on threads of the HTTP client.
 *
 * @param <T> the body of an answer
 */
final class PartCall<T> {
  /** A part that came, or a refusal. */
  record Answered<T>(Replica replica, HttpResponse<T> response, long nanos) {}

  /** No replica answered. */
  static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unanswered(String reason) {
      super(reason, null, false, false);
    }
  }

  private static final int OK = 200;
  private static final int NOT_HELD = 409;
  private static final int BUSY = 503;

  private final Function<Replica, CompletableFuture<HttpResponse<T>>> asking;
  private final Hedging hedging;
  private final RouterObserver observer;
  private final long version;
  private final Deque<Replica> untried;
  private final Set<Replica> broken = new HashSet<>();
  private final List<CompletableFuture<HttpResponse<T>>> sent = new ArrayList<>();
  private final CompletableFuture<Answered<T>> result = new CompletableFuture<>();
  private int running;

  /** The refusal of a busy replica, which is the answer if no other replica has a better one. */
  private @Nullable Answered<T> busy;

  private String reason = "has no replica that can answer";

  /**
   * Creates a call that has asked nobody yet.
   *
   * @param candidates the replicas in the order in which they are asked
   * @param version the version that is asked for
   * @param asking sends the request to a replica
   */
  PartCall(
      List<Replica> candidates,
      long version,
      Function<Replica, CompletableFuture<HttpResponse<T>>> asking,
      Hedging hedging,
      RouterObserver observer) {
    this.untried = new ArrayDeque<>(candidates);
    this.version = version;
    this.asking = asking;
    this.hedging = hedging;
    this.observer = observer;
  }

  /**
   * Asks the first replica.
   *
   * @param hedges whether a second one may be asked at the same time
   * @return the part or a refusal; fails with {@link Unanswered} if no replica answers
   */
  CompletableFuture<Answered<T>> start(boolean hedges) {
    boolean hasOthers = untried.size() > 1;
    askNext();
    if (hedges && hasOthers) {
      CompletableFuture.delayedExecutor(hedging.delayNanos(), TimeUnit.NANOSECONDS, Runnable::run)
          .execute(this::hedge);
    }
    return result;
  }

  /** Gives up: requests that are running are cancelled. */
  synchronized void cancel() {
    result.cancel(false);
    sent.forEach(request -> request.cancel(true));
  }

  private synchronized void hedge() {
    if (!result.isDone() && running == 1 && !untried.isEmpty() && hedging.take()) {
      observer.hedged();
      askNext();
    }
  }

  private synchronized void askNext() {
    Replica replica = untried.poll();
    if (replica != null) {
      ask(replica);
    } else if (running == 0) {
      finish();
    }
  }

  private void finish() {
    if (busy == null) {
      result.completeExceptionally(new Unanswered(reason));
    } else {
      result.complete(busy);
    }
  }

  private void ask(Replica replica) {
    running++;
    replica.running().incrementAndGet();
    hedging.asked();
    long start = System.nanoTime();
    CompletableFuture<HttpResponse<T>> request = asking.apply(replica);
    sent.add(request);
    CompletableFuture<?> unused =
        request.whenComplete((response, failure) -> {
          replica.running().decrementAndGet();
          if (failure == null) {
            answered(new Answered<>(replica, response, System.nanoTime() - start));
          } else {
            failed(replica, failure);
          }
        });
  }

  private synchronized void answered(Answered<T> answer) {
    running--;
    Replica replica = answer.replica();
    HttpResponse<T> response = answer.response();
    String shard = response.headers().firstValue(MemberClient.SHARD).orElse(null);
    OptionalLong newest = MemberClient.number(response, MemberClient.MEMBER_VERSION);
    boolean isOk = response.statusCode() == OK;
    // A refusal may come before the member knows that it is asked for a part.
    boolean isKnown = isOk || shard != null;
    if (isKnown && !replica.answered(shard, newest.orElse(Replica.UNKNOWN))) {
      drop(response, Result.FAILED);
      reason = "has no replica of this shard";
      askNext();
    } else if (isOk && MemberClient.number(response, MemberClient.VERSION).orElse(-1) != version) {
      drop(response, Result.FAILED);
      reason = "answered for another version than was asked for";
      askNext();
    } else if (response.statusCode() == NOT_HELD && newest.isPresent()) {
      replica.has(newest.getAsLong());
      complete(answer);
    } else if (response.statusCode() == BUSY) {
      observer.part(Result.FAILED);
      busy = answer;
      askNext();
    } else {
      if (isOk) {
        hedging.answered(answer.nanos());
      }
      complete(answer);
    }
  }

  private void complete(Answered<T> answer) {
    if (result.complete(answer)) {
      observer.part(result(answer.response().statusCode()));
      sent.forEach(request -> request.cancel(true));
    } else {
      drop(answer.response(), Result.OVERTAKEN);
    }
  }

  private static Result result(int status) {
    return status == OK ? Result.ANSWERED : status == NOT_HELD ? Result.NOT_HELD : Result.REFUSED;
  }

  private void drop(HttpResponse<T> response, Result result) {
    observer.part(result);
    if (response.body() instanceof AutoCloseable stream) {
      try {
        stream.close();
      } catch (Exception e) {
        // Nobody reads it.
      }
    }
  }

  private synchronized void failed(Replica replica, Throwable thrown) {
    running--;
    if (result.isDone()) {
      observer.part(Result.OVERTAKEN);
      return;
    }
    observer.part(Result.FAILED);
    Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    boolean isUnreachable =
        failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
    if (failure instanceof IOException && !isUnreachable && broken.add(replica)) {
      untried.add(replica);
    } else {
      replica.failed(Failures.describe(failure));
    }
    askNext();
  }
}
