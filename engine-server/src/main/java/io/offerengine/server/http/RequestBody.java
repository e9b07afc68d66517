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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads bodies of JSON: checks the media type, then the size, whether announced or not. */
final class RequestBody {
  /**
   * How much of a body that is too large is read and thrown away, so that a client that sends first
   * and reads later sees the refusal instead of a broken connection.
   */
  private static final int MAX_DISCARDED = 8 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(RequestBody.class);

  private RequestBody() {}

  /**
   * Passes a request whose headers announce what a route reads, or do not say.
   *
   * @throws EngineException if the body is of another type or compressed
   */
  static void requireType(HttpFields headers, BodyRule rule) {
    List<String> types = headers.getValuesList(HttpHeader.CONTENT_TYPE);
    for (String type : types) {
      int parameters = type.indexOf(';');
      String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
      if (!essence.isEmpty() && !rule.mediaTypes().contains(essence.toLowerCase(Locale.ROOT))) {
        throw refused("the body is of type " + ErrorResponses.echo(essence), rule);
      }
    }
    String encoding = headers.get(HttpHeader.CONTENT_ENCODING);
    if (encoding != null && !encoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
      throw refused("the body is encoded as " + ErrorResponses.echo(encoding.strip()), rule);
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
        discard(in, MAX_DISCARDED);
      }
      throw tooLarge(limit, "");
    }
    return body;
  }

  /**
   * Returns a request's body, to be read while it arrives.
   *
   * @throws EngineException if it is announced to be larger than the limit
   * @throws IOException if the connection breaks
   */
  static BodyStream open(Request request, BodyRule rule) throws IOException {
    InputStream in = Content.Source.asInputStream(request);
    String lift = rule.unlimitedBy();
    if (lift != null && QueryParameters.mentions(request.getHttpURI().getQuery(), lift)) {
      return new BodyStream(in, Long.MAX_VALUE, () -> tooLarge(Long.MAX_VALUE, ""));
    }
    String remedy =
        lift == null
            ? ""
            : "; with ?" + lift + "=N it may be of any size and takes effect in parts";
    if (request.getLength() > rule.limit()) {
      if (!request.getHeaders().contains(HttpHeader.EXPECT)) {
        discard(in, Math.max(MAX_DISCARDED, rule.limit()));
      }
      throw tooLarge(rule.limit(), remedy);
    }
    return new BodyStream(in, rule.limit(), () -> tooLarge(rule.limit(), remedy));
  }

  /** Reads on after a refusal, as far as it is worth it, so that the client sees the refusal. */
  static void discardRest(Request request, BodyStream stream, BodyRule rule) {
    if (!stream.isStarted() && request.getHeaders().contains(HttpHeader.EXPECT)) {
      return;
    }
    stream.allow(Long.MAX_VALUE, () -> tooLarge(Long.MAX_VALUE, ""));
    try {
      discard(stream, Math.max(MAX_DISCARDED, rule.limit()));
    } catch (IOException | RuntimeException broken) {
      LOG.debug("The client left before it was answered", broken);
    }
  }

  private static EngineException tooLarge(long limit, String remedy) {
    return ErrorResponses.refusal(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "the body is larger than " + limit + " bytes, the limit" + remedy);
  }

  private static void discard(InputStream in, int most) throws IOException {
    byte[] buffer = new byte[8192];
    int discarded = 0;
    while (discarded < most) {
      int read = in.read(buffer);
      if (read < 0) {
        return;
      }
      discarded += read;
    }
  }

  private static EngineException refused(String problem, BodyRule rule) {
    return ErrorResponses.refusal(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        problem + "; send " + rule.allowed() + ", not compressed");
  }
}
