package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.server.http.RequestGate;
import io.offerengine.server.http.Route;
import java.util.List;

/** The routes of {@link AdminRoutes}, with a count of the ingests that run. */
public final class TestIngest {
  private final RequestGate gate;
  private final List<Route> routes;

  /** Creates the routes over an engine. */
  public TestIngest(OfferEngine engine, IngestLimits limits) {
    this.gate = new RequestGate(limits.ingestsAtOnce(), "other ingests");
    this.routes = AdminRoutes.of(engine, limits, engine::apply, gate);
  }

  /** Returns the routes. */
  public List<Route> routes() {
    return routes;
  }

  /** Returns how many ingests run now. */
  public int running() {
    return gate.running();
  }
}
