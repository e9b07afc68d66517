package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.OfferCodec;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.Offer;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.WholeNumber;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Answers with the stored fields of one offer. Computed fields appear in searches only.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class StoredOfferEndpoint implements Endpoint {
  private final SearchableOffers engine;
  private final OfferCodec codec;

  StoredOfferEndpoint(SearchableOffers engine) {
    this.engine = engine;
    this.codec = new OfferCodec(engine.schema());
  }

  @Override
  public Answer answer(ApiRequest request) throws IOException {
    long id = WholeNumber.signed("the id of an offer", request.pathParameter("id"));
    Snapshot snapshot = engine.snapshot();
    Offer offer = snapshot.find(id);
    if (offer == null) {
      // That the version lacks the offer is an answer, too, so it names the version.
      return VersionedEndpoint.of(
          snapshot, ErrorResponses.of(new UnknownOfferException(id, "shown")));
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    codec.writeLines(List.of(offer).iterator(), json);
    return VersionedEndpoint.of(snapshot, Answer.ok(json.toByteArray()));
  }
}
