package io.offerengine.server.router;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to one member, with their bodies while they arrive, and the answers back.
 *
 * <p>Every member takes every write, so any usable one will do: the first. If it can't be connected
 * to, the next one gets the request. A request that broke off later is not sent again, since it may
 * have taken effect.
 *
 * <p><b>Threads.</b> Safe for all. A request without a body waits for its answer without a thread.
 */
final class Forwarding implements Endpoint {
  private static final int NOT_FOUND = 404;

  private final ReplicaTable table;
  private final Passing passing;

  Forwarding(ReplicaTable table, RouterLimits limits) {
    this.table = table;
    this.passing = new Passing(limits.answer(), limits.nextBytes());
  }

  @Override
  public Answer answer(ApiRequest request) {
    ForwardedBody body = Passing.body(request);
    CompletableFuture<HttpResponse<InputStream>> response = send(request, body, table.all());
    if (body == null) {
      return Answer.later(response, () -> Passing.answer(response));
    }
    passing.await(body, response);
    return Passing.answer(response);
  }

  /**
   * Answers a request for one offer: asks one member of each shard until one has it.
   *
   * @return what the last member says, if none has it
   */
  Answer find(ApiRequest request) {
    Answer answer = null;
    for (int shard = 0; shard < table.size(); shard++) {
      List<Replica> replicas = table.candidates(shard, 0);
      if (replicas.isEmpty()) {
        throw table.unavailable(shard, "has no replica that can answer");
      }
      answer = Passing.answer(send(request, null, replicas));
      if (answer.status() != NOT_FOUND) {
        return answer;
      }
    }
    return Objects.requireNonNull(answer);
  }

  /**
   * Sends a request to the first usable replica that can be connected to.
   *
   * @param body null if the request has none
   */
  private CompletableFuture<HttpResponse<InputStream>> send(
      ApiRequest request, @Nullable ForwardedBody body, List<Replica> replicas) {
    for (int i = 0; i < replicas.size(); i++) {
      Replica replica = replicas.get(i);
      if (replica.problem() != null) {
        continue;
      }
      List<Replica> others = replicas.subList(i + 1, replicas.size());
      return passing
          .send(request, body, replica.address())
          .exceptionallyCompose(failure -> {
            if (Passing.isUnsent(failure)) {
              replica.failed(Failures.describe(Passing.cause(failure)));
              return send(request, body, others);
            }
            return CompletableFuture.failedFuture(failure);
          });
    }
    return CompletableFuture.failedFuture(
        ErrorResponses.refusal(
            ErrorCode.UNAVAILABLE, "no member can take the request now; try again"));
  }
}
