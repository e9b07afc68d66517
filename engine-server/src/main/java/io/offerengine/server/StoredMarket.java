package io.offerengine.server;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.query.EngineException;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.LoadProgress;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.OfferSource.Loaded;
import io.offerengine.server.offers.DamagedOfferException;
import io.offerengine.server.offers.DurableOffers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads the offers of a service that has a database.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
final class StoredMarket {
  private final DurableOffers durable;
  private final String location;

  /**
   * Creates a loader.
   *
   * @param location the name of the database for messages
   */
  StoredMarket(DurableOffers durable, String location) {
    this.durable = durable;
    this.location = location;
  }

  /**
   * Loads every stored offer into an engine. If this fails, the engine stays empty.
   *
   * @param first the file that fills an empty database; null for none
   * @throws CommandFailure if a file is given but the database has offers, or if an offer can't be
   *     read
   */
  Loaded loadInto(OfferEngine engine, @Nullable OfferSource first, DuplicatePolicy duplicates) {
    try {
      Map<String, Long> skipped = new LinkedHashMap<>();
      if (first != null) {
        requireEmpty(first);
        skipped.putAll(first.storeIn(durable, engine.schema(), duplicates));
      }
      try (LoadProgress progress = LoadProgress.ofOffers(durable.count())) {
        LoadListener listener = progress::show;
        durable.loadInto(engine, listener).forEach((name, n) -> skipped.merge(name, n, Long::sum));
      }
      return new Loaded(engine.snapshot().size(), skipped);
    } catch (DamagedOfferException e) {
      throw new CommandFailure(
          ExitCode.DATABASE,
          location + ": " + e.getMessage() + "; restore the database from a copy");
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.DATABASE, location + ": " + e.getMessage());
    }
  }

  private void requireEmpty(OfferSource first) {
    long stored = durable.count();
    if (stored > 0) {
      throw new CommandFailure(
          ExitCode.USAGE,
          location
              + " holds "
              + stored
              + " offers, which "
              + first
              + " would overwrite: start without --offers and send the file to PUT /admin/offers,"
              + " or choose an empty database");
    }
  }
}
