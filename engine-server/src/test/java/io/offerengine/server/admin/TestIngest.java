package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.limit.FairBudget;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The routes of {@link AdminRoutes}, with a count of the ingests that run. */
public final class TestIngest {
  private final Queue<Optional<RuntimeException>> failures = new ConcurrentLinkedQueue<>();
  private final FairBudget gate;
  private final List<Route> routes;

  /** Creates the routes over an engine. */
  public TestIngest(OfferEngine engine, IngestLimits limits) {
    this.gate = FairBudget.ofSlots(limits.ingestsAtOnce(), "other ingests");
    this.routes = AdminRoutes.of(engine, limits, batch -> apply(engine, batch), gate);
  }

  private long apply(OfferEngine engine, OfferBatch batch) {
    Optional<RuntimeException> failure =
        Objects.requireNonNullElse(failures.poll(), Optional.empty());
    long version = engine.apply(batch);
    if (failure.isPresent()) {
      throw failure.get();
    }
    return version;
  }

  /** Lets batches fail after they were applied: the answer of the database is lost. */
  public void loseAnswers(Collection<Optional<RuntimeException>> ofNextBatches) {
    failures.addAll(ofNextBatches);
  }

  /** Returns the routes. */
  public List<Route> routes() {
    return routes;
  }

  /** Returns how many ingests run now. */
  public long running() {
    return gate.used();
  }
}
