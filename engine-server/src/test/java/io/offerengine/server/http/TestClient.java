package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real HTTP client of a server on this machine, with a key. */
public final class TestClient {
  /** The key that test servers accept. */
  public static final String KEY = "test-key";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What no address has as it is. */
  private static final Pattern ENCODED = Pattern.compile("[^!-~]|[\"<>\\\\^`{|}\\[\\]]");

  private final HttpClient client;
  private final Supplier<String> address;
  private final String key;
  private final Duration patience;

  private TestClient(HttpClient client, Supplier<String> address, String key, Duration patience) {
    this.client = client;
    this.address = address;
    this.key = key;
    this.patience = patience;
  }

  /** Creates a client for a port, with {@link #KEY}. */
  public TestClient(int port) {
    this(() -> "http://127.0.0.1:" + port);
  }

  /** Creates a client for an address without a slash at the end, with {@link #KEY}. */
  public TestClient(Supplier<String> address) {
    this(
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
        address,
        KEY,
        PATIENCE);
  }

  /** Returns a client of the same server with another key; without one, if it is empty. */
  public TestClient as(String otherKey) {
    return new TestClient(client, address, otherKey, patience);
  }

  /** Returns the same client, whose requests fail if their answers take longer. */
  public TestClient within(Duration time) {
    return new TestClient(client, address, key, time);
  }

  /** Returns the address of the server, without a slash at the end. */
  public URI address() {
    return URI.create(address.get());
  }

  /** Opens a connection to the server for any bytes. */
  public RawConnection connect() throws IOException {
    return new RawConnection(address().getPort());
  }

  /**
   * Starts a request without a key and without a body.
   *
   * @param target path and parameters, whose quotes, brackets and the like are encoded here
   */
  public HttpRequest.Builder request(String method, String target) {
    String encoded =
        ENCODED.matcher(target).replaceAll(each -> URLEncoder.encode(each.group(), UTF_8));
    return HttpRequest.newBuilder(URI.create(address.get() + encoded))
        .timeout(patience)
        .method(method, BodyPublishers.noBody());
  }

  /** Starts a request with the key and a body of JSON. */
  public HttpRequest.Builder json(String method, String target, String body) {
    return withKey(method, target)
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(body, UTF_8));
  }

  /** Starts a request with the key, unless that is empty, and without a body. */
  public HttpRequest.Builder withKey(String method, String target) {
    HttpRequest.Builder request = request(method, target);
    return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
  }

  /** Sends a request with the key and without a body, and waits for the response. */
  public HttpResponse<String> send(String method, String target) {
    return send(withKey(method, target));
  }

  /** Sends a request with the key and a body of JSON, and waits for the response. */
  public HttpResponse<String> send(String method, String target, String body) {
    return send(json(method, target, body));
  }

  /** Sends a request with the key and without a body, and returns the status of the response. */
  public int status(String method, String target) {
    return send(method, target).statusCode();
  }

  /** Sends GET with the key, and waits for the response. */
  public HttpResponse<String> get(String target) {
    return send("GET", target);
  }

  /** Sends POST with the key and a body of JSON, and waits for the response. */
  public HttpResponse<String> post(String target, String body) {
    return send("POST", target, body);
  }

  /** Sends a request and waits for the response. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, BodyHandlers.ofString(UTF_8));
  }

  /** Sends a request and waits for the response; a compressed body stays compressed. */
  public HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) {
    return send(request, BodyHandlers.ofByteArray());
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body) {
    try {
      return client.send(request.build(), body);
    } catch (IOException e) {
      throw new UncheckedIOException("the request got no response", e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Sends a request and does not wait. */
  public CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString(UTF_8));
  }

  /** Returns the body of a response that must be 200. */
  public static String ok(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  /** Returns the version that the acknowledgement of a change names. */
  public static long version(String acknowledgement) {
    Matcher version = Pattern.compile("\"version\":([0-9]+)").matcher(acknowledgement);
    assertThat(version.find()).as(acknowledgement).isTrue();
    return Long.parseLong(version.group(1));
  }

  /** Returns the value of a metric, which may have labels; -1 if there is none. */
  public static double metric(String metrics, String name) {
    Matcher line = Pattern.compile("(?m)^\\Q" + name + "\\E (\\S+)$").matcher(metrics);
    return line.find() ? Double.parseDouble(line.group(1)) : -1;
  }

  /** Returns a header of a response, or an empty text. */
  public static String header(HttpResponse<?> response, String name) {
    return String.join(", ", response.headers().allValues(name));
  }

  /** Checks status, headers and code of an error, and that its text contains a part. */
  public static void assertError(
      HttpResponse<String> response, int status, String code, String partOfMessage) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertErrorBody(response.body(), code, partOfMessage);
    assertThat(response.headers().firstValue("WWW-Authenticate").orElse(null))
        .isEqualTo(status == 401 ? "Bearer" : null);
    String retryAfter = response.headers().firstValue("Retry-After").orElse("none");
    assertThat(retryAfter).matches(status == 503 ? "1" : status == 429 ? "[1-9][0-9]*" : "none");
    assertThat(response.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
  }

  /** Checks the body of an error. */
  static void assertErrorBody(String body, String code, String partOfMessage) {
    assertThat(body)
        .matches("\\{\"success\":false,\"error\":\"[a-z_]+\",\"msg\":\"([^\"\\\\]|\\\\.)+\"}")
        .startsWith("{\"success\":false,\"error\":\"" + code + "\",\"msg\":\"")
        .contains(partOfMessage);
  }
}
