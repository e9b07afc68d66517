package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.OfferSource.Loaded;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The offers of a running service: where they come from, and how they change.
 *
 * <p><b>Threads.</b> Confined to the command's thread, except for {@link #close} and for what the
 * methods return.
 */
interface ServiceOffers extends AutoCloseable {
  /**
   * The offers at the start.
   *
   * @param loaded how many there are
   * @param source where they come from, for people
   * @param skippedFile a given file that was not read; null for none
   */
  record Start(Loaded loaded, String source, @Nullable OfferSource skippedFile) {}

  /** Returns the engine, which {@link #load} fills. */
  OfferEngine engine();

  /** Returns the versions that searches see. */
  OfferVersions versions();

  /** Returns what changes the offers. */
  BatchWriter writer();

  /** Adds what the service may lose, and figures. */
  void watch(Readiness readiness, ServiceMetrics metrics);

  /**
   * Loads all offers; returns when searches can see them.
   *
   * @throws io.offerengine.server.cli.CommandFailure if they can't be read
   */
  Start load() throws InterruptedException;

  /** Closes the engine, and saves what lasts. Later calls do nothing. */
  @Override
  void close();
}
