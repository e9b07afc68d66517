package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.ExportCodec;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import java.time.Duration;

/**
 * Answers with all matching offers of one version, a line of JSON for each.
 *
 * <p><b>Cost.</b> An export is written while it is sent, in constant memory. As long as it runs, it
 * holds a thread and its version of the offers, so few exports should run at once, and each has a
 * longest time.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class ExportEndpoint implements Endpoint {
  private static final String LINES = "application/x-ndjson";

  private final SearchableOffers engine;
  private final ExportCodec codec;
  private final Duration longest;

  /**
   * Creates an endpoint.
   *
   * @param longest how long an export may take before its connection is cut
   */
  ExportEndpoint(SearchableOffers engine, ExportCodec codec, Duration longest) {
    this.engine = engine;
    this.codec = codec;
    this.longest = longest;
  }

  @Override
  public Answer answer(ApiRequest request) {
    Snapshot snapshot = engine.snapshot();
    ExportCodec.Request limited = request.read(codec::readRequest).withDeadline(longest);
    return VersionedEndpoint.of(
        snapshot, Answer.streamed(LINES, out -> codec.write(snapshot, limited, out)));
  }
}
