package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.JsonText;
import java.util.StringJoiner;

/** Answers with the GPU names of all offers, sorted. Real clients ask for them when they start. */
final class GpuNamesEndpoint implements Endpoint {
  private final SearchableOffers engine;

  GpuNamesEndpoint(SearchableOffers engine) {
    this.engine = engine;
  }

  @Override
  public Answer answer(ApiRequest request) {
    request.compute();
    StringJoiner names = new StringJoiner(",", "{\"gpu_names\":[", "]}");
    Snapshot snapshot = engine.snapshot();
    for (String name : snapshot.distinctTexts(MarketplaceSchema.GPU_NAME)) {
      names.add(JsonText.quote(name));
    }
    return VersionedEndpoint.of(snapshot, Answer.ok(names.toString().getBytes(UTF_8)));
  }
}
