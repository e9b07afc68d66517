package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.SearchableOffers;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.RequestGate;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.keys.Scope;
import java.util.List;
import java.util.Map;

/** The operator's routes that change offers, and that of statistics. */
public final class AdminRoutes {
  private static final String OFFERS = "/admin/offers";

  /** A batch of so few bytes takes little memory, so that many may wait for their turn. */
  private static final int SMALL_BODY = 1 << 16;

  private AdminRoutes() {}

  /** Returns the routes of an engine. */
  public static List<Route> of(OfferEngine engine, IngestLimits limits) {
    return of(engine, limits, engine::apply);
  }

  /**
   * Returns the routes of an engine.
   *
   * @param writer changes the offers of the engine
   */
  public static List<Route> of(SearchableOffers engine, IngestLimits limits, BatchWriter writer) {
    return of(engine, limits, writer, new RequestGate(limits.ingestsAtOnce(), "other ingests"));
  }

  static List<Route> of(
      SearchableOffers engine, IngestLimits limits, BatchWriter writer, RequestGate ingests) {
    IngestEndpoint ingest = new IngestEndpoint(engine, limits, writer);
    return List.of(
        Route.of(Scope.ADMIN, "PUT", OFFERS, ingest::upsert)
            .streamingJson(limits.batchBytes(), IngestEndpoint.BATCH)
            .knowing(IngestEndpoint.BATCH)
            .within(ingests, SMALL_BODY),
        Route.of(Scope.ADMIN, "PATCH", OFFERS, ingest::update)
            .streamingJson(limits.batchBytes(), IngestEndpoint.BATCH)
            .knowing(IngestEndpoint.BATCH)
            .within(ingests, SMALL_BODY),
        Route.of(Scope.ADMIN, "DELETE", OFFERS + "/{id}", request -> delete(request, writer)),
        Route.of(Scope.ADMIN, "GET", "/admin/stats", new StatsEndpoint(engine)));
  }

  private static Answer delete(ApiRequest request, BatchWriter writer) {
    long id = WholeNumber.signed("the id of an offer", request.pathParameter("id"));
    IngestProgress progress = new IngestProgress(0);
    progress.applied(1, 1, writer.apply(OfferBatch.builder().delete(id).build()));
    return progress.answer(Map.of());
  }
}
