package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.BodyStream;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
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

  /** Longer than a request for alerts may wait. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

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
  private static final int NOT_FOUND = 404;

  private final ReplicaTable table;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  Forwarding(ReplicaTable table) {
    this.table = table;
  }

  @Override
  public Answer answer(ApiRequest request) {
    boolean hasBody =
        request.header("Transfer-Encoding") != null
            || !Objects.requireNonNullElse(request.header("Content-Length"), "0").equals("0");
    CompletableFuture<HttpResponse<InputStream>> response = send(request, hasBody, table.all());
    Supplier<Answer> answer = () -> answer(response);
    return hasBody ? answer.get() : Answer.later(response, answer);
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
      answer = answer(send(request, false, replicas));
      if (answer.status() != NOT_FOUND) {
        return answer;
      }
    }
    return Objects.requireNonNull(answer);
  }

  /** Sends a request to the first usable replica that can be connected to. */
  private CompletableFuture<HttpResponse<InputStream>> send(
      ApiRequest request, boolean hasBody, List<Replica> replicas) {
    for (int i = 0; i < replicas.size(); i++) {
      Replica replica = replicas.get(i);
      if (replica.problem() != null) {
        continue;
      }
      List<Replica> others = replicas.subList(i + 1, replicas.size());
      return http.sendAsync(forwarded(request, hasBody, replica), BodyHandlers.ofInputStream())
          .exceptionallyCompose(failure -> {
            if (isUnsent(failure)) {
              replica.failed(Failures.describe(cause(failure)));
              return send(request, hasBody, others);
            }
            return CompletableFuture.failedFuture(failure);
          });
    }
    return CompletableFuture.failedFuture(
        ErrorResponses.refusal(
            ErrorCode.UNAVAILABLE, "no member can take the request now; try again"));
  }

  private static HttpRequest forwarded(ApiRequest request, boolean hasBody, Replica replica) {
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(URI.create(replica.address() + request.target()))
            .timeout(LONGEST_WAIT)
            .header("X-Request-Id", request.id())
            .method(request.method(), hasBody ? body(request) : BodyPublishers.noBody());
    for (String name : SENT) {
      String value = request.header(name);
      if (value != null) {
        forwarded.header(name, value);
      }
    }
    MemberClient.name(request.address(), forwarded);
    return forwarded.build();
  }

  private static BodyPublisher body(ApiRequest request) {
    BodyPublisher streamed = BodyPublishers.ofInputStream(() -> new Endless(request.stream()));
    String length = request.header("Content-Length");
    return length == null
        ? streamed
        : BodyPublishers.fromPublisher(streamed, Long.parseLong(length));
  }

  /** A body of any length: the pace of the client starts again with every mebibyte. */
  private static final class Endless extends FilterInputStream {
    private static final int STEP = 1 << 20;

    private final BodyStream body;
    private int left;

    Endless(BodyStream body) {
      super(body);
      this.body = body;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left == 0) {
        body.allow(Long.MAX_VALUE, Endless::tooLarge);
        left = STEP;
      }
      int count = body.read(target, offset, Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }

    private static EngineException tooLarge() {
      return ErrorResponses.refusal(ErrorCode.PAYLOAD_TOO_LARGE, "the body is too large");
    }
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
      throw ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE,
          "the member that took the request "
              + Failures.describe(e.getCause())
              + "; the request may have taken effect");
    }
    return answer(response);
  }

  private static Answer answer(HttpResponse<InputStream> response) {
    Map<String, List<String>> headers = response.headers().map();
    String mediaType = response.headers().firstValue("Content-Type").orElse("application/json");
    long length = response.headers().firstValueAsLong("Content-Length").orElse(-1);
    Answer answer;
    if ((length >= 0 && length <= SMALL) || response.statusCode() == 204) {
      answer = Answer.of(response.statusCode(), mediaType, whole(response));
    } else {
      answer = Answer.streamed(response.statusCode(), mediaType, out -> copy(response, out));
    }
    for (Map.Entry<String, List<String>> header : headers.entrySet()) {
      if (!NOT_RETURNED.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        answer = answer.with(header.getKey(), header.getValue().get(0));
      }
    }
    return answer;
  }

  private static void copy(HttpResponse<InputStream> response, OutputStream out)
      throws IOException {
    try (InputStream in = response.body()) {
      in.transferTo(out);
    }
  }

  private static byte[] whole(HttpResponse<InputStream> response) {
    try (InputStream in = response.body()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE,
          "the member that took the request "
              + Failures.describe(e)
              + "; the request may have taken effect");
    }
  }
}
