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
 * The offers of a service that keeps them.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
final class StoredMarket {
  private final DurableOffers durable;
  private final String place;

  /**
   * Creates the offers of a database.
   *
   * @param place what people call the database
   */
  StoredMarket(DurableOffers durable, String place) {
    this.durable = durable;
    this.place = place;
  }

  /**
   * Loads an engine with all offers that are kept, or with none.
   *
   * @param first the file that fills a database without offers; null for none
   * @throws CommandFailure if there are offers beside the file's, or any can't be read
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
          ExitCode.DATABASE, place + ": " + e.getMessage() + "; restore the database from a copy");
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.DATABASE, place + ": " + e.getMessage());
    }
  }

  private void requireEmpty(OfferSource first) {
    long kept = durable.count();
    if (kept > 0) {
      throw new CommandFailure(
          ExitCode.USAGE,
          place
              + " holds "
              + kept
              + " offers, which "
              + first
              + " would change: start without --offers and send the file to PUT /admin/offers, or"
              + " choose an empty database");
    }
  }
}
