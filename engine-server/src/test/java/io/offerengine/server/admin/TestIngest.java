package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.server.http.Route;
import java.util.List;

/** The routes of {@link AdminRoutes}, with a count of the ingests that run. */
public final class TestIngest {
  private final IngestEndpoint endpoint;
  private final List<Route> routes;

  /** Creates the routes over an engine. */
  public TestIngest(OfferEngine engine, IngestLimits limits) {
    this.endpoint = new IngestEndpoint(engine, limits, engine::apply);
    this.routes = AdminRoutes.of(engine, limits, endpoint, engine::apply);
  }

  /** Returns the routes. */
  public List<Route> routes() {
    return routes;
  }

  /** Returns how many ingests run now. */
  public int running() {
    return endpoint.running();
  }
}
