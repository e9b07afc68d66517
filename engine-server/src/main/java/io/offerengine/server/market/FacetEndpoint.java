package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.FacetCodec;
import io.offerengine.query.Query;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;

/**
 * Answers with counts of the values of matching offers.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class FacetEndpoint implements Endpoint {
  private final SearchableOffers engine;
  private final FacetCodec codec;

  FacetEndpoint(SearchableOffers engine, FacetCodec codec) {
    this.engine = engine;
    this.codec = codec;
  }

  @Override
  public Answer answer(ApiRequest request) {
    request.compute();
    FacetCodec.Request asked = request.read(codec::readRequest);
    Query query = asked.search().query(null, request.timeLeft());
    Snapshot snapshot = engine.snapshot();
    byte[] body = codec.writeResponse(snapshot.facets(query, asked.facets()));
    // Prepared answers count as bytes in flight until the client has read them.
    Answer answer = Answer.prepared(body.length, target -> target.put(body));
    return VersionedEndpoint.of(snapshot, answer);
  }
}
