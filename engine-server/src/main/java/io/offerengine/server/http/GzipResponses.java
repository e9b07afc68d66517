package io.offerengine.server.http;

import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.gzip.GzipEncoderConfig;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.Handler;

/**
 * Compresses the bodies of responses for clients that ask for gzip, and for no others; those of
 * requests stay as they came.
 *
 * <p>A body that is sent with its length is compressed from {@link #MIN_BYTES} on, a streamed one
 * always, an error never. Whatever may be compressed says {@code Vary: Accept-Encoding}.
 */
final class GzipResponses {
  /** What fits into one packet of the usual size arrives no sooner when it is smaller. */
  static final int MIN_BYTES = 1_400;

  /** A third of the usual level's time for half as many bytes again: decision 36. */
  private static final int LEVEL = 3;

  private static final int BUFFER_BYTES = 32 << 10;

  private GzipResponses() {}

  /** Returns a handler that compresses what another one answers. */
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
