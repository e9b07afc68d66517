package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import java.util.List;

/** The operator's routes for offers and statistics. */
public final class AdminRoutes {
  private static final String OFFERS = "/admin/offers";
  private static final String OFFER = OFFERS + "/{" + OfferEndpoint.ID + "}";

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
  public static List<Route> of(OfferEngine engine, IngestLimits limits, BatchWriter writer) {
    return of(engine, limits, new IngestEndpoint(engine, limits, writer), writer);
  }

  static List<Route> of(
      OfferEngine engine, IngestLimits limits, IngestEndpoint ingest, BatchWriter writer) {
    OfferEndpoint offer = new OfferEndpoint(engine, writer);
    return List.of(
        Route.of(Scope.ADMIN, "PUT", OFFERS, ingest::upsert)
            .streamingJson(limits.batchBytes(), IngestEndpoint.BATCH)
            .knowing(IngestEndpoint.BATCH),
        Route.of(Scope.ADMIN, "PATCH", OFFERS, ingest::update)
            .streamingJson(limits.batchBytes(), IngestEndpoint.BATCH)
            .knowing(IngestEndpoint.BATCH),
        Route.of(Scope.ADMIN, "GET", OFFER, offer::show),
        Route.of(Scope.ADMIN, "DELETE", OFFER, offer::delete),
        Route.of(Scope.ADMIN, "GET", "/admin/stats", new StatsEndpoint(engine)));
  }
}
