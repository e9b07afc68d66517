package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Passes a request on to another service, with its body while it arrives, and the answer back.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Passing {
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
  private static final int NO_CONTENT = 204;

  private final Duration patience;
  private final Duration nextBytes;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /**
   * Creates a way to other services.
   *
   * @param patience how long an answer may take, from the last byte of the request
   * @param nextBytes how long the next bytes of a long answer may take
   */
  Passing(Duration patience, Duration nextBytes) {
    this.patience = patience;
    this.nextBytes = nextBytes;
  }

  /** Returns the body of a request; null if it has none. */
  static @Nullable ForwardedBody body(ApiRequest request) {
    String length = request.header("Content-Length");
    if (request.header("Transfer-Encoding") != null) {
      return new ForwardedBody(request.stream(), -1);
    }
    return length == null || Long.parseLong(length) == 0
        ? null
        : new ForwardedBody(request.stream(), Long.parseLong(length));
  }

  /**
   * Sends a request to a service.
   *
   * @param body null if the request has none
   * @param address the address of the service, without a slash at its end
   * @param more headers beside those of the request, names and values in turn
   */
  CompletableFuture<HttpResponse<InputStream>> send(
      ApiRequest request, @Nullable ForwardedBody body, URI address, String... more) {
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(ForwardedTarget.at(address, request.target()))
            .header("X-Request-Id", request.id())
            .method(request.method(), body == null ? BodyPublishers.noBody() : body.publisher());
    for (String name : SENT) {
      request.headers(name).forEach(value -> forwarded.header(name, value));
    }
    if (more.length > 0) {
      forwarded.headers(more);
    }
    MemberClient.name(request.address(), forwarded);
    CompletableFuture<HttpResponse<InputStream>> sent =
        http.sendAsync(forwarded.build(), this::received);
    if (body == null) {
      return MemberClient.within(patience, sent);
    }
    body.sentBy(sent);
    // A request that is given up fails like any other, not by its own cancellation.
    return sent.copy();
  }

  /** Waits for the answer to a request with a body. */
  void await(ForwardedBody body, CompletableFuture<HttpResponse<InputStream>> response) {
    body.await(response, patience);
  }

  /** Reads small answers before the response is there, so that no thread waits for them. */
  private BodySubscriber<InputStream> received(ResponseInfo head) {
    long length = head.headers().firstValueAsLong("Content-Length").orElse(-1);
    return length >= 0 && length <= SMALL
        ? BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new)
        : BodySubscribers.mapping(
            BodySubscribers.ofInputStream(), in -> new MemberBody(in, nextBytes));
  }

  /** Returns whether a service surely got nothing of a request that failed. */
  static boolean isUnsent(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
  }

  static @Nullable Throwable cause(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  /** Waits for an answer, and passes it on. */
  static Answer answer(CompletableFuture<HttpResponse<InputStream>> sent) {
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
