package io.offerengine.server.market;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.ExportCodec;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.RequestGate;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Answers with all matching offers of one version, a line of JSON for each.
 *
 * <p><b>Cost.</b> An export is written while it is sent, in constant memory. As long as it runs, it
 * holds a slot, a thread and its version of the offers, so few exports run at once, and each has a
 * longest time.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class ExportEndpoint implements Endpoint {
  private static final String LINES = "application/x-ndjson";

  private final OfferEngine engine;
  private final ExportCodec codec;
  private final Duration longest;
  private final RequestGate gate;

  /**
   * Creates an endpoint.
   *
   * @param exportsAtOnce how many exports may run at once; more are refused
   * @param longest how long an export may take before its connection is cut
   */
  ExportEndpoint(OfferEngine engine, ExportCodec codec, int exportsAtOnce, Duration longest) {
    this.engine = engine;
    this.codec = codec;
    this.longest = longest;
    this.gate = new RequestGate(exportsAtOnce, "other exports");
  }

  @Override
  public Answer answer(ApiRequest request) {
    return answer(request, engine.snapshot(), request.read(codec::readRequest));
  }

  /** Answers an export of a version that was chosen before. */
  Answer answer(ApiRequest request, Snapshot snapshot, ExportCodec.Request asked) {
    ExportCodec.Request limited = asked.withDeadline(longest);
    return VersionedEndpoint.of(
        snapshot, Answer.streamed(LINES, out -> write(request, snapshot, limited, out)));
  }

  private void write(
      ApiRequest request, Snapshot snapshot, ExportCodec.Request asked, OutputStream out)
      throws IOException {
    RequestGate.Pass pass = gate.enter(request);
    try {
      codec.write(snapshot, asked, out);
    } finally {
      pass.close();
    }
  }

  /** Returns how many exports are running. */
  int running() {
    return gate.running();
  }
}
