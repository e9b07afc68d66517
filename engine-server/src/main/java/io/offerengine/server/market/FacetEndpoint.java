package io.offerengine.server.market;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.FacetCodec;
import io.offerengine.query.Query;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers with counts of the values of matching offers.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class FacetEndpoint implements Endpoint {
  /** How many facets cost about as much as a small search. */
  private static final int FACETS_PER_SLOT = 8;

  private final OfferEngine engine;
  private final FacetCodec codec;
  private final @Nullable Duration deadline;

  FacetEndpoint(OfferEngine engine, FacetCodec codec, @Nullable Duration deadline) {
    this.engine = engine;
    this.codec = codec;
    this.deadline = deadline;
  }

  @Override
  public Answer answer(ApiRequest request) {
    FacetCodec.Request asked = codec.readRequest(request.body());
    request.compute(1 + weight(asked.facets().size()));
    Query query = asked.search().query(null, deadline);
    Snapshot snapshot = engine.snapshot();
    byte[] body = codec.writeResponse(snapshot.facets(query, asked.facets()));
    // Prepared answers count as bytes in flight until the client has read them.
    Answer answer = Answer.prepared(body.length, target -> target.put(body));
    return VersionedEndpoint.of(snapshot, answer);
  }

  /** Returns how many small searches some facets cost beside the first. */
  static int weight(int facets) {
    return facets / FACETS_PER_SLOT;
  }
}
