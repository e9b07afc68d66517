package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private static final List<String> SENT =
      List.of(
          "Authorization",
          "Content-Type",
          "Content-Encoding",
          "Accept",
          "Accept-Encoding",
          "User-Agent",
          "traceparent");

  /** Headers of one connection, and those that the router sets itself. */
  private static final Set<String> NOT_RETURNED =
      Set.of(
          ":status",
          "connection",
          "keep-alive",
          "transfer-encoding",
          "content-length",
          "content-type",
          "date",
          "server",
          "x-request-id");

  private static final int SMALL = 1 << 20;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int NOT_FOUND = 404;
  private static final int NO_CONTENT = 204;

  private final ReplicaTable table;
  private final RouterTimes times;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  Forwarding(ReplicaTable table, RouterTimes times) {
    this.table = table;
    this.times = times;
  }

  @Override
  public Answer answer(ApiRequest request) {
    long length = contentLength(request);
    if (length == 0) {
      CompletableFuture<HttpResponse<InputStream>> response = send(request, null, table.all());
      return Answer.later(response, () -> answer(response));
    }
    ForwardedBody body = new ForwardedBody(request.stream(), length);
    CompletableFuture<HttpResponse<InputStream>> response = send(request, body, table.all());
    body.await(response, times.answer());
    return answer(response);
  }

  /** Returns the length of a request's body; -1 if it is not known. */
  private static long contentLength(ApiRequest request) {
    String length = request.header("Content-Length");
    if (request.header("Transfer-Encoding") != null) {
      return -1;
    }
    return length == null ? 0 : Long.parseLong(length);
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
      answer = answer(send(request, null, replicas));
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
      return sent(forwarded(request, body, replica), body)
          .exceptionallyCompose(failure -> {
            if (isUnsent(failure)) {
              replica.failed(Failures.describe(cause(failure)));
              return send(request, body, others);
            }
            return CompletableFuture.failedFuture(failure);
          });
    }
    return CompletableFuture.failedFuture(
        ErrorResponses.refusal(
            ErrorCode.UNAVAILABLE, "no member can take the request now; try again"));
  }

  private CompletableFuture<HttpResponse<InputStream>> sent(
      HttpRequest request, @Nullable ForwardedBody body) {
    CompletableFuture<HttpResponse<InputStream>> sent = http.sendAsync(request, this::received);
    if (body == null) {
      return MemberClient.within(times.answer(), sent);
    }
    body.sentBy(sent);
    return sent;
  }

  /** Reads small answers before the response is there, so that no thread waits for them. */
  private BodySubscriber<InputStream> received(ResponseInfo head) {
    long length = head.headers().firstValueAsLong("Content-Length").orElse(-1);
    return length >= 0 && length <= SMALL
        ? BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new)
        : BodySubscribers.mapping(
            BodySubscribers.ofInputStream(), in -> new MemberBody(in, times.nextBytes()));
  }

  private static HttpRequest forwarded(
      ApiRequest request, @Nullable ForwardedBody body, Replica replica) {
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(ForwardedTarget.at(replica, request.target()))
            .header("X-Request-Id", request.id())
            .method(request.method(), body == null ? BodyPublishers.noBody() : body.publisher());
    for (String name : SENT) {
      request.headers(name).forEach(value -> forwarded.header(name, value));
    }
    MemberClient.name(request.address(), forwarded);
    return forwarded.build();
  }

  private static boolean isUnsent(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
  }

  private static @Nullable Throwable cause(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private static Answer answer(CompletableFuture<HttpResponse<InputStream>> sent) {
    HttpResponse<InputStream> response;
    try {
      response = sent.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof EngineException refusal) {
        throw refusal;
      }
      throw unanswered(e.getCause());
    }
    return answer(response);
  }

  private static Answer answer(HttpResponse<InputStream> response) {
    Map<String, List<String>> headers = response.headers().map();
    String mediaType = response.headers().firstValue("Content-Type").orElse("application/json");
    boolean isHere = response.body() instanceof ByteArrayInputStream;
    Answer answer =
        isHere || response.statusCode() == NO_CONTENT
            ? Answer.of(response.statusCode(), mediaType, whole(response))
            : Answer.streamed(response.statusCode(), mediaType, out -> copy(response, out));
    for (Map.Entry<String, List<String>> header : headers.entrySet()) {
      if (!NOT_RETURNED.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        answer = answer.with(header.getKey(), header.getValue().get(0));
      }
    }
    return answer;
  }

  private static void copy(HttpResponse<InputStream> response, OutputStream out)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = response.body()) {
      for (int count = read(in, buffer); count >= 0; count = read(in, buffer)) {
        out.write(buffer, 0, count);
      }
    }
  }

  /** Reads from a member, whose failures are not those of the client. */
  private static int read(InputStream in, byte[] buffer) {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw unanswered(e);
    }
  }

  private static byte[] whole(HttpResponse<InputStream> response) {
    try (InputStream in = response.body()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw unanswered(e);
    }
  }

  private static EngineException unanswered(@Nullable Throwable failure) {
    return ErrorResponses.refusal(
        ErrorCode.UNAVAILABLE,
        "the member that took the request "
            + Failures.describe(failure)
            + "; the request may have taken effect");
  }
}
