package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.Offer;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.JsonText;
import io.offerengine.server.http.WholeNumber;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;

/**
 * Answers with what is stored, without a search.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class OfferEndpoint {
  private final SearchableOffers engine;
  private final OfferCodec codec;

  OfferEndpoint(SearchableOffers engine) {
    this.engine = engine;
    this.codec = new OfferCodec(engine.schema());
  }

  /** Answers with the stored fields of one offer. Computed fields appear in searches only. */
  Answer stored(ApiRequest request) throws IOException {
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

  /** Answers with the GPU names of all offers, sorted. Real clients ask for them first. */
  Answer gpuNames(ApiRequest request) {
    request.compute();
    StringJoiner names = new StringJoiner(",", "{\"gpu_names\":[", "]}");
    Snapshot snapshot = engine.snapshot();
    for (String name : snapshot.distinctTexts(MarketplaceSchema.GPU_NAME)) {
      names.add(JsonText.quote(name));
    }
    return VersionedEndpoint.of(snapshot, Answer.ok(names.toString().getBytes(UTF_8)));
  }
}
