package io.offerengine.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a request is answered with: a status, headers and a body, which may be empty, and which is
 * JSON unless it is a page.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the arrays handed in and out.
 */
public final class Answer {
  private static final Body NO_BODY = new Held(ByteBuffer.allocate(0));
  private static final String JSON = "application/json";

  private final int status;
  private final String mediaType;
  private final Map<String, String> headers;
  private final Body body;

  /** Where the bytes of a body come from. */
  sealed interface Body {}

  /**
   * Bytes that are there.
   *
   * @param bytes not copied, its position not to be moved; empty for no body
   */
  record Held(ByteBuffer bytes) implements Body {}

  /**
   * Bytes that are written at a buffer's position, once, when they are sent.
   *
   * @param length how many there are, at least 1
   * @param writing gets a buffer with room for them and a limit right behind it
   */
  record Prepared(int length, Consumer<ByteBuffer> writing) implements Body {
    Prepared {
      if (length < 1) {
        throw new IllegalArgumentException("a body has at least 1 byte, but got " + length);
      }
    }
  }

  /**
   * Bytes that are written while they are sent.
   *
   * @param writing writes them
   */
  record Streamed(Writing writing) implements Body {}

  /** Writes a body that is too large to be held. */
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
    this.status = status;
    this.mediaType = mediaType;
    this.headers = headers;
    this.body = body;
  }

  /** Returns an answer of status 200 with a body of JSON, which is not copied. */
  public static Answer ok(byte[] json) {
    return of(200, json);
  }

  /** Returns an answer of any status with a body of JSON, which is not copied. */
  public static Answer of(int status, byte[] json) {
    return new Answer(status, JSON, Map.of(), new Held(ByteBuffer.wrap(json)));
  }

  /** Returns an answer of status 200 with a page in HTML and UTF-8, which is not copied. */
  public static Answer page(byte[] html) {
    return new Answer(200, "text/html; charset=utf-8", Map.of(), new Held(ByteBuffer.wrap(html)));
  }

  /**
   * Returns an answer of status 200 whose body of JSON is written straight into the buffer that it
   * is sent from.
   *
   * @param length how many bytes it has, at least 1
   * @param writing writes so many at a buffer's position, up to its limit; called at most once, and
   *     before anything is sent
   */
  public static Answer prepared(int length, Consumer<ByteBuffer> writing) {
    return new Answer(200, JSON, Map.of(), new Prepared(length, writing));
  }

  /**
   * Returns an answer of status 200 whose body of JSON is written while it is sent, and may be of
   * any length.
   *
   * <p>A failure before the first bytes went out becomes an answer of its own; after that the
   * connection breaks, so that no client takes the part for the whole.
   */
  public static Answer streamed(Writing json) {
    return new Answer(200, JSON, Map.of(), new Streamed(json));
  }

  /** Returns an answer of status 204, which has no body. */
  public static Answer empty() {
    return new Answer(204, JSON, Map.of(), NO_BODY);
  }

  /** Returns the same answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, mediaType, Map.copyOf(more), body);
  }

  /** Returns the same answer with another body. */
  Answer with(Body other) {
    return new Answer(status, mediaType, headers, other);
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the type of the body, as the header {@code Content-Type} has it. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns the headers by name, those of the body's type and length aside. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Returns the body. */
  Body body() {
    return body;
  }
}
