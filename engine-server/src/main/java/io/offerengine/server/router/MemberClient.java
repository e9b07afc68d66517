package io.offerengine.server.router;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to members.
 *
 * <p><b>Threads.</b> Safe for all. No thread waits for an answer.
 */
final class MemberClient {
  /** The version that is asked for, and the one that was answered. */
  static final String VERSION = "Offers-Version";

  /** The shard of the member, such as {@code 2/3}. */
  static final String SHARD = "Offers-Shard";

  /** The newest version that the member has. */
  static final String MEMBER_VERSION = "Member-Version";

  /** How old the offers may be, in seconds. */
  static final String AGE = "Offers-Age";

  /** The seconds since 1970 that formulas read. */
  private static final String CLOCK = "Search-Clock";

  private static final String PATH = "/market/v1/part/";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(2);

  private final HttpClient http;

  MemberClient() {
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  /** Asks for a part of an answer at a version. */
  <T> CompletableFuture<HttpResponse<T>> ask(
      Replica replica,
      PartRequest part,
      long version,
      double clock,
      Duration timeout,
      BodyHandler<T> body) {
    String query = part.query().isEmpty() ? "" : "?" + part.query();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(replica.address() + PATH + part.kind() + query))
            .timeout(timeout)
            .header("X-Request-Id", part.id())
            .header(VERSION, Long.toString(version))
            .header(CLOCK, Double.toString(clock));
    byte[] json = part.body();
    if (json != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(json));
    }
    part.keys().forEach(key -> request.header("Authorization", key));
    name(part.client(), request);
    return http.sendAsync(request.build(), body);
  }

  /**
   * Returns an answer that must be whole within a time; afterwards its request is cancelled. The
   * timeout of the HTTP client ends with the head of an answer.
   */
  static <T> CompletableFuture<HttpResponse<T>> within(
      Duration time, CompletableFuture<HttpResponse<T>> sent) {
    return sent.copy()
        .orTimeout(time.toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete((answer, failure) -> sent.cancel(true));
  }

  /** Asks which shard and which version a member has. */
  CompletableFuture<HttpResponse<String>> askPosition(Replica replica) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(replica.address() + PATH + "position")).build();
    return within(POLL_TIMEOUT, http.sendAsync(request, BodyHandlers.ofString()));
  }

  /** Names the client for whom a request is sent. */
  static void name(@Nullable InetAddress client, HttpRequest.Builder request) {
    if (client != null) {
      String address = client.getHostAddress();
      int zone = address.indexOf('%');
      request.header("X-Forwarded-For", zone < 0 ? address : address.substring(0, zone));
    }
  }

  /** Returns the number in a header of a member. */
  static OptionalLong number(HttpResponse<?> answer, String header) {
    try {
      return answer.headers().firstValueAsLong(header);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
