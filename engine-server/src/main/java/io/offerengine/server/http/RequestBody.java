package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads bodies of JSON: checks the media type, then the size, whether announced or not. */
final class RequestBody {
  /**
   * How much of a body that is too large is read and thrown away, so that a client that sends first
   * and reads later sees the refusal instead of a broken connection.
   */
  private static final int MAX_DISCARDED = 8 << 20;

  private RequestBody() {}

  /**
   * Passes a request whose headers announce JSON; one without a media type counts as JSON.
   *
   * @throws EngineException if the body is of another type or compressed
   */
  static void requireJson(HttpFields headers) {
    List<String> types = headers.getValuesList(HttpHeader.CONTENT_TYPE);
    for (String type : types) {
      int parameters = type.indexOf(';');
      String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
      if (!essence.isEmpty() && !essence.equalsIgnoreCase("application/json")) {
        throw refused("the body is of type " + ErrorResponses.echo(essence));
      }
    }
    String encoding = headers.get(HttpHeader.CONTENT_ENCODING);
    if (encoding != null && !encoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
      throw refused("the body is encoded as " + ErrorResponses.echo(encoding.strip()));
    }
  }

  /**
   * Returns a request's body, read whole.
   *
   * @throws EngineException if it is larger than the limit
   * @throws IOException if the connection breaks
   */
  static byte[] read(Request request, int limit) throws IOException {
    InputStream in = Content.Source.asInputStream(request);
    byte[] body = request.getLength() > limit ? null : in.readNBytes(limit + 1);
    if (body == null || body.length > limit) {
      if (!request.getHeaders().contains(HttpHeader.EXPECT)) {
        discard(in);
      }
      throw new EngineException(
          ErrorCode.PAYLOAD_TOO_LARGE,
          ErrorCode.PAYLOAD_TOO_LARGE + ": the body is larger than " + limit + " bytes, the limit");
    }
    return body;
  }

  private static void discard(InputStream in) throws IOException {
    byte[] buffer = new byte[8192];
    int discarded = 0;
    while (discarded < MAX_DISCARDED) {
      int read = in.read(buffer);
      if (read < 0) {
        return;
      }
      discarded += read;
    }
  }

  private static EngineException refused(String problem) {
    return ErrorResponses.refusal(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE, problem + "; send application/json, not compressed");
  }
}
