package io.offerengine.server.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a request is answered with: a status, headers and a body of JSON, which may be empty.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the arrays handed in and out.
 */
public final class Answer {
  private static final byte[] NO_BODY = {};

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  private Answer(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** Returns an answer of status 200 with a body of JSON, which is not copied. */
  public static Answer ok(byte[] json) {
    return new Answer(200, Map.of(), json);
  }

  /** Returns an answer of any status with a body of JSON, which is not copied. */
  public static Answer of(int status, byte[] json) {
    return new Answer(status, Map.of(), json);
  }

  /** Returns an answer of status 204, which has no body. */
  public static Answer empty() {
    return new Answer(204, Map.of(), NO_BODY);
  }

  /** Returns the same answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, Map.copyOf(more), body);
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the headers by name, those of the body's type and length aside. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Returns the body, which is not a copy; empty for none. */
  public byte[] body() {
    return body;
  }
}
