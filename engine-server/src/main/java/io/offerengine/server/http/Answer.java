package io.offerengine.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with: a status, headers and a body, which may be empty, and which is
 * JSON unless it is a page.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the arrays handed in and out.
 */
public final class Answer {
  private static final byte[] NO_BODY = {};
  private static final String JSON = "application/json";

  private final int status;
  private final String mediaType;
  private final Map<String, String> headers;
  private final byte[] body;
  private final @Nullable Writing writing;

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

  private Answer(
      int status,
      String mediaType,
      Map<String, String> headers,
      byte[] body,
      @Nullable Writing writing) {
    this.status = status;
    this.mediaType = mediaType;
    this.headers = headers;
    this.body = body;
    this.writing = writing;
  }

  /** Returns an answer of status 200 with a body of JSON, which is not copied. */
  public static Answer ok(byte[] json) {
    return of(200, json);
  }

  /** Returns an answer of any status with a body of JSON, which is not copied. */
  public static Answer of(int status, byte[] json) {
    return new Answer(status, JSON, Map.of(), json, null);
  }

  /** Returns an answer of status 200 with a page in HTML and UTF-8, which is not copied. */
  public static Answer page(byte[] html) {
    return new Answer(200, "text/html; charset=utf-8", Map.of(), html, null);
  }

  /**
   * Returns an answer of status 200 whose body of JSON is written while it is sent, and may be of
   * any length.
   *
   * <p>A failure before the first bytes went out becomes an answer of its own; after that the
   * connection breaks, so that no client takes the part for the whole.
   */
  public static Answer streamed(Writing json) {
    return new Answer(200, JSON, Map.of(), NO_BODY, json);
  }

  /** Returns an answer of status 204, which has no body. */
  public static Answer empty() {
    return new Answer(204, JSON, Map.of(), NO_BODY, null);
  }

  /** Returns the same answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, mediaType, Map.copyOf(more), body, writing);
  }

  /** Returns the same answer, of which something is done when its streamed body was written. */
  Answer afterwards(Runnable done) {
    Writing original = Objects.requireNonNull(writing, "the body is held");
    return new Answer(
        status,
        mediaType,
        headers,
        body,
        out -> {
          try {
            original.to(out);
          } finally {
            done.run();
          }
        });
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

  /** Returns the body, which is not a copy; empty for none, and for one that is streamed. */
  public byte[] body() {
    return body;
  }

  /** Returns who writes the body while it is sent; null for a body that is held. */
  public @Nullable Writing writing() {
    return writing;
  }
}
