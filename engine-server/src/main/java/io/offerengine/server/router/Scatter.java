package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.router.PartCall.Answered;
import io.offerengine.server.router.PartCall.Unanswered;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks one replica of each shard for its part of an answer, all at the same version. The answer is
 * whole or an error, never a part.
 *
 * <p>The version is the greatest that each shard is known to have. If a member no longer holds it,
 * all parts are asked for again, at a version that this member has; members that are behind wait
 * until they have it.
 *
 * <p><b>Threads.</b> Safe for all. The calling thread waits for the parts.
 */
final class Scatter {
  private static final int ATTEMPTS = 3;
  private static final int NOT_HELD = 409;
  private static final int BUSY = 503;
  private static final int OK = 200;

  private final ReplicaTable table;
  private final MemberClient members;
  private final Hedging hedging = new Hedging();
  private final RouterObserver observer;
  private final Duration deadline;

  /**
   * The parts of all shards, in their order.
   *
   * @param version the version that each part was answered at
   * @param age how old the oldest part may be, in seconds; less than 0 if no member says it
   * @param slowestNanos how long the slowest replica took
   */
  record Parts<T>(long version, long age, List<HttpResponse<T>> answers, long slowestNanos) {
    /** Returns an answer from these parts, which names their version and their age. */
    Answer named(Answer answer) {
      Answer named = answer.with(MemberClient.VERSION, Long.toString(version));
      return age < 0 ? named : named.with(MemberClient.AGE, Long.toString(age));
    }
  }

  /**
   * Creates a scatter.
   *
   * @param deadline how long an answer may take
   */
  Scatter(ReplicaTable table, MemberClient members, RouterObserver observer, Duration deadline) {
    this.table = table;
    this.members = members;
    this.observer = observer;
    this.deadline = deadline;
  }

  /**
   * Asks all shards.
   *
   * @param clock the seconds since 1970 that formulas read
   * @param leastVersion the least version that the client accepts
   * @param body reads the answers; byte arrays are whole, streams are not
   * @throws MemberRefusal if a member refuses the request
   * @throws EngineException UNAVAILABLE if a shard can't answer at the version; DEADLINE_EXCEEDED
   */
  <T> Parts<T> ask(PartRequest part, double clock, long leastVersion, BodyHandler<T> body) {
    long end = System.nanoTime() + deadline.toNanos();
    long least = leastVersion;
    for (int attempt = 1; ; attempt++) {
      long version = Math.max(least, table.version());
      Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
      List<PartCall<T>> calls = new ArrayList<>();
      List<CompletableFuture<Answered<T>>> results = new ArrayList<>();
      boolean isWhole = false;
      try {
        for (int shard = 0; shard < table.size(); shard++) {
          PartCall<T> call = call(shard, part, version, clock, left, body);
          calls.add(call);
          results.add(call.start(true));
        }
        long newest = newest(results, leastVersion, end);
        if (newest < 0) {
          isWhole = true;
          return parts(version, results);
        }
        if (attempt == ATTEMPTS) {
          throw ErrorResponses.refusal(
              ErrorCode.UNAVAILABLE,
              "the shards have no version in common: the offers change too fast, or a shard is"
                  + " behind; try again");
        }
        least = Math.max(leastVersion, newest);
      } finally {
        if (!isWhole) {
          calls.forEach(PartCall::cancel);
          results.forEach(Scatter::close);
        }
      }
    }
  }

  /**
   * Returns what a member says of a request that the router can't read. Every member checks keys
   * and rates first, and the router does not know them.
   *
   * @param own what the router says of it, which is thrown if no member refuses the request
   */
  MemberRefusal refusalOf(PartRequest part, EngineException own) {
    Replica replica = table.any();
    if (replica == null) {
      throw own;
    }
    double clock = System.currentTimeMillis() / 1e3;
    CompletableFuture<HttpResponse<byte[]>> asked =
        members.ask(replica, part, replica.position(), clock, deadline, BodyHandlers.ofByteArray());
    try {
      HttpResponse<byte[]> response = asked.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
      if (response.statusCode() == OK || response.statusCode() == NOT_HELD) {
        throw own;
      }
      return MemberRefusal.of(response, response.body());
    } catch (TimeoutException | ExecutionException e) {
      throw own;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw own;
    }
  }

  private <T> PartCall<T> call(
      int shard,
      PartRequest part,
      long version,
      double clock,
      Duration timeout,
      BodyHandler<T> body) {
    return new PartCall<>(
        table.candidates(shard, version),
        version,
        replica -> members.ask(replica, part, version, clock, timeout, body),
        hedging,
        observer);
  }

  /**
   * Waits for all parts.
   *
   * @return -1 if all came; otherwise the newest version of a member that does not hold the one
   *     that was asked for
   */
  private <T> long newest(
      List<CompletableFuture<Answered<T>>> results, long leastVersion, long end) {
    long newest = -1;
    for (int shard = 0; shard < results.size(); shard++) {
      Answered<T> answer = await(shard, results.get(shard), end);
      HttpResponse<T> response = answer.response();
      int status = response.statusCode();
      if (status == OK) {
        continue;
      }
      byte[] body = bytes(response);
      String code = MemberRefusal.code(body);
      if (status == BUSY && !code.equals(ErrorCode.DEADLINE_EXCEEDED.wireName())) {
        throw table.unavailable(shard, "can't answer now");
      }
      long has = MemberClient.number(response, MemberClient.MEMBER_VERSION).orElse(-1);
      if (status != NOT_HELD || has < 0) {
        throw MemberRefusal.of(response, body);
      }
      if (has < leastVersion) {
        throw tooLate(shard, has, leastVersion);
      }
      newest = Math.max(newest, has);
    }
    return newest;
  }

  private EngineException tooLate(int shard, long has, long least) {
    return ErrorResponses.refusal(
        ErrorCode.DEADLINE_EXCEEDED,
        table.name(shard)
            + " has the version "
            + has
            + ", and the version "
            + least
            + ", which min_version asks for, did not come within "
            + deadline.toMillis()
            + " ms; try again");
  }

  private <T> Answered<T> await(int shard, CompletableFuture<Answered<T>> result, long end) {
    try {
      return result.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw ErrorResponses.refusal(
          ErrorCode.DEADLINE_EXCEEDED,
          table.name(shard) + " did not answer within " + deadline.toMillis() + " ms; try again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw table.unavailable(shard, "was not awaited: the router stops");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Unanswered) {
        throw table.unavailable(shard, String.valueOf(e.getCause().getMessage()));
      }
      throw new IllegalStateException("a part failed", e.getCause());
    }
  }

  private static <T> Parts<T> parts(long version, List<CompletableFuture<Answered<T>>> results) {
    List<HttpResponse<T>> answers = new ArrayList<>();
    long slowest = 0;
    long age = -1;
    for (CompletableFuture<Answered<T>> result : results) {
      Answered<T> answer = result.join();
      answers.add(answer.response());
      age = Math.max(age, MemberClient.number(answer.response(), MemberClient.AGE).orElse(-1));
      slowest = Math.max(slowest, answer.nanos());
    }
    return new Parts<>(version, age, answers, slowest);
  }

  private static byte[] bytes(HttpResponse<?> response) {
    if (response.body() instanceof byte[] bytes) {
      return bytes;
    }
    try (InputStream in = (InputStream) response.body()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the stream of a part that nobody will read. */
  private static <T> void close(CompletableFuture<Answered<T>> result) {
    CompletableFuture<?> unused =
        result.thenAccept(answer -> {
          if (answer.response().body() instanceof InputStream stream) {
            try {
              stream.close();
            } catch (IOException e) {
              // Nobody reads it.
            }
          }
        });
  }
}
