package io.offerengine.server.http;

import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.gzip.GzipEncoderConfig;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;

/**
 * Compresses response bodies with gzip for clients that ask for gzip. Request bodies are not
 * decompressed.
 *
 * <p>A search response compresses itself ({@link Answer#prepared(int, java.util.function.Consumer,
 * java.util.function.Supplier)}), and passes the handler as it is. The handler compresses all other
 * bodies.
 *
 * <p>A body of known length is compressed from {@link #MIN_BYTES} bytes on. A streamed body is
 * always compressed, an error never. Every response that could be compressed has the header {@code
 * Vary: Accept-Encoding}.
 */
final class GzipResponses {
  /** The smallest body that is compressed: a smaller one fits into one packet anyway. */
  static final int MIN_BYTES = 1_400;

  /**
   * The level of compression. It takes a third of the time of the default level and gives half as
   * many bytes again (decision 74).
   */
  private static final int LEVEL = 3;

  private static final int BUFFER_BYTES = 32 << 10;

  private GzipResponses() {}

  /** Returns whether a body should be compressed before it reaches the handler. */
  static boolean isWanted(Request request, int length) {
    return length >= MIN_BYTES && isAccepted(request);
  }

  /** Returns whether the client takes compressed bodies. */
  static boolean isAccepted(Request request) {
    return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
        .anyMatch("gzip"::equalsIgnoreCase);
  }

  /** Returns a handler that compresses the answers of another handler. */
  static Handler of(Handler answers) {
    GzipEncoderConfig encoder = new GzipEncoderConfig();
    encoder.setCompressionLevel(LEVEL);
    encoder.setBufferSize(BUFFER_BYTES);
    GzipCompression gzip = new GzipCompression();
    gzip.setMinCompressSize(MIN_BYTES);
    gzip.setDefaultEncoderConfig(encoder);
    CompressionHandler handler = new CompressionHandler(answers);
    handler.putCompression(gzip);
    handler.putConfiguration("/", CompressionConfig.builder().decompressExcludePath("/*").build());
    return handler;
  }
}
