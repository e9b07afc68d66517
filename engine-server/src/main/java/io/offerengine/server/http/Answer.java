package io.offerengine.server.http;

import io.offerengine.json.JsonBody;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request: a status, headers and a body. The body may be empty; a body is JSON, or
 * a text of another media type.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the arrays handed in and out.
 *
 * @param status the HTTP status
 * @param mediaType the value of the header {@code Content-Type}
 * @param headers the headers by name, without {@code Content-Type} and {@code Content-Length}
 * @param body the body
 * @param refusal why the request was refused, for metrics and logs; null if it was not
 * @param subject what the request changed, for the audit log; null if the endpoint did not say
 */
public record Answer(
    int status,
    String mediaType,
    Map<String, String> headers,
    Body body,
    @Nullable String refusal,
    @Nullable String subject) {
  private static final Body NO_BODY = new Held(ByteBuffer.allocate(0), null);
  private static final String JSON = "application/json";

  /** The headers of every answer: no browser may take JSON for a page. */
  private static final Map<String, String> COMMON = Map.of("X-Content-Type-Options", "nosniff");

  /** The source of a body's bytes. */
  sealed interface Body {}

  /**
   * A body in memory.
   *
   * @param bytes not copied; no reader may move its position; empty for no body
   * @param gzip the same for clients that ask for gzip; null if it was not compressed beforehand
   */
  record Held(ByteBuffer bytes, @Nullable ByteBuffer gzip) implements Body {}

  /**
   * A body of known length that is written into the server's buffer when the answer is sent.
   *
   * @param length the number of bytes, at least 1
   * @param writing writes the body once, from the buffer's position to its limit
   * @param gzip returns the compressed body; null if the server compresses what is written
   */
  record Prepared(int length, Consumer<ByteBuffer> writing, @Nullable Supplier<byte[]> gzip)
      implements Body {
    Prepared {
      if (length < 1) {
        throw new IllegalArgumentException("a body has at least 1 byte, but got " + length);
      }
    }
  }

  /**
   * A body that is written while it is sent.
   *
   * @param writing writes the body
   */
  record Streamed(Writing writing) implements Body {}

  /**
   * The answer is not known yet. The request has neither a thread nor a slot until then.
   *
   * @param signal completes when the answer can be made; exceptionally if the request is refused
   * @param then makes the answer, on a thread of the server; null if the endpoint is called again
   */
  record Pending(CompletableFuture<?> signal, @Nullable Supplier<Answer> then) implements Body {}

  /** Writes a body that is too large for memory. */
  @FunctionalInterface
  public interface Writing {
    /**
     * Writes the body.
     *
     * @param out buffered; neither flushed nor closed
     * @throws IOException if {@code out} throws it
     */
    void to(OutputStream out) throws IOException;
  }

  private Answer(int status, String mediaType, Map<String, String> headers, Body body) {
    this(status, mediaType, headers, body, null, null);
  }

  /** Returns an answer of status 200 with a JSON body. The array is not copied. */
  public static Answer ok(byte[] json) {
    return of(200, JSON, json);
  }

  /** Returns an answer with a JSON body. The array is not copied. */
  public static Answer of(int status, byte[] json) {
    return of(status, JSON, json);
  }

  /**
   * Returns an answer of status 200 with a JSON object whose member {@code success} is true.
   *
   * @param members names and values of further members in turns, which {@link JsonBody} writes
   */
  public static Answer success(Object... members) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("success", true);
    for (int i = 0; i < members.length; i += 2) {
      json.put((String) members[i], members[i + 1]);
    }
    return ok(JsonBody.write(json));
  }

  /** Returns an answer of any status and media type. The array is not copied. */
  public static Answer of(int status, String mediaType, byte[] body) {
    return new Answer(status, mediaType, COMMON, new Held(ByteBuffer.wrap(body), null));
  }

  /**
   * Returns an answer of status 200 with a JSON body of known length, which is written straight
   * into the server's buffer.
   *
   * @param length the number of bytes, at least 1
   * @param writing writes exactly that many bytes from a buffer's position to its limit; called at
   *     most once, before anything is sent
   * @param gzip returns the same body as one gzip member, for clients that accept it; called at
   *     most once, instead of {@code writing}; null if the server compresses what is written
   */
  public static Answer prepared(
      int length, Consumer<ByteBuffer> writing, @Nullable Supplier<byte[]> gzip) {
    return new Answer(200, JSON, COMMON, new Prepared(length, writing, gzip));
  }

  /**
   * Returns an answer of status 200 with a JSON body of any length, which is written while it is
   * sent.
   *
   * <p>If the writing fails before the first bytes were sent, the client gets an error. If the
   * writing fails later, the connection breaks, so that no client takes the part for the whole.
   */
  public static Answer streamed(Writing json) {
    return streamed(JSON, json);
  }

  /** Returns an answer like that of {@link #streamed(Writing)} with another media type. */
  public static Answer streamed(String mediaType, Writing body) {
    return new Answer(200, mediaType, COMMON, new Streamed(body));
  }

  /**
   * Returns an answer that is made when a signal comes. The request waits without a thread and
   * without a slot.
   *
   * @param signal completes in any way, after a bounded time
   * @param then makes the answer, on a thread of the server; what it throws is answered like what
   *     an endpoint throws
   */
  public static Answer later(CompletableFuture<?> signal, Supplier<Answer> then) {
    return new Answer(200, JSON, COMMON, new Pending(signal, then));
  }

  /**
   * Returns the answer to a request that is answered from the start when a signal comes: the
   * endpoint is then called again. The request waits without a thread and without a slot; the parts
   * of its body before the last one still count as bytes in flight. A refusal by the signal gets
   * the headers of this answer.
   *
   * @param signal completes after a bounded time; if it completes with an exception, this is
   *     answered like what an endpoint throws
   */
  public static Answer again(CompletableFuture<?> signal) {
    return new Answer(200, JSON, COMMON, new Pending(signal, null));
  }

  /**
   * Returns an answer of status 200 with a text, for clients that ask for gzip with the text
   * compressed beforehand. The arrays are not copied.
   *
   * @param gzip the compressed text
   */
  public static Answer compressed(String mediaType, byte[] text, byte[] gzip) {
    Body body = new Held(ByteBuffer.wrap(text), ByteBuffer.wrap(gzip));
    return new Answer(200, mediaType, COMMON, body).with("Vary", "Accept-Encoding");
  }

  /** Returns an answer of status 204 without a body. */
  public static Answer empty() {
    return new Answer(204, JSON, COMMON, NO_BODY);
  }

  /** Returns the same answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, mediaType, Map.copyOf(more), body, refusal, subject);
  }

  /** Returns the same answer, which neither browsers nor proxies may store. */
  public Answer notStored() {
    return with("Cache-Control", "no-store");
  }

  /** Returns the same answer with another body. */
  Answer with(Body other) {
    return new Answer(status, mediaType, headers, other, refusal, subject);
  }

  /** Returns the same answer with the cause of a refusal, for metrics and logs. */
  public Answer refusedFor(String cause) {
    return new Answer(status, mediaType, headers, body, cause, subject);
  }

  /**
   * Returns the same answer with what the request changed, for the audit log.
   *
   * @param thing a name such as {@code key 5}, without secrets and without texts of the client
   */
  public Answer about(String thing) {
    return new Answer(status, mediaType, headers, body, refusal, thing);
  }
}
