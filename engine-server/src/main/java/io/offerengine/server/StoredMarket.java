package io.offerengine.server;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.query.EngineException;
import io.offerengine.schema.Schema;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.LoadProgress;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.OfferSource.Loaded;
import io.offerengine.server.offers.DamagedOfferException;
import io.offerengine.server.offers.DurableOffers;
import io.offerengine.server.offers.SavedOffers;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads the offers of a service that has a database.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
final class StoredMarket {
  /** The setting that says that a file was given once. */
  private static final String FILLED = "offers_file_given";

  private final Database database;
  private final DurableOffers durable;
  private final @Nullable SavedOffers saved;
  private final String location;
  private boolean isFileSkipped;

  /**
   * Creates a loader.
   *
   * @param saved the files of the offers; null if there are none
   * @param location the name of the database for messages
   */
  StoredMarket(
      Database database, DurableOffers durable, @Nullable SavedOffers saved, String location) {
    this.database = database;
    this.durable = durable;
    this.saved = saved;
    this.location = location;
  }

  /** Returns whether the file was not read, since the database was filled before. */
  boolean isFileSkipped() {
    return isFileSkipped;
  }

  /**
   * Loads every stored offer into an engine. If this fails, the engine stays empty.
   *
   * @param first the file that fills an empty database once; null for none
   * @throws CommandFailure if an offer can't be read
   */
  Loaded loadInto(OfferEngine engine, @Nullable OfferSource first, DuplicatePolicy duplicates) {
    try {
      Map<String, Long> skipped = new LinkedHashMap<>();
      if (first != null) {
        skipped.putAll(fill(first, engine.schema(), duplicates));
      }
      load(engine).forEach((name, n) -> skipped.merge(name, n, Long::sum));
      return new Loaded(engine.snapshot().size(), skipped);
    } catch (DamagedOfferException e) {
      throw new CommandFailure(
          ExitCode.DATABASE,
          location + ": " + e.getMessage() + "; restore the database from a copy");
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.DATABASE, location + ": " + e.getMessage());
    }
  }

  /** Loads the offers from their files, or else from the database. */
  private Map<String, Long> load(OfferEngine engine) {
    Map<String, Long> skipped =
        saved == null ? null : saved.restoreInto(engine, durable).orElse(null);
    if (skipped != null) {
      return skipped;
    }
    try (LoadProgress progress = LoadProgress.ofOffers(durable.count())) {
      LoadListener listener = progress::show;
      return durable.loadInto(engine, listener);
    }
  }

  /**
   * Fills the database by a file, unless a file was given before or there are offers. If several
   * services do this at once, one of them fills it, and the others wait.
   *
   * @return how often each unknown field was skipped
   * @throws CommandFailure if an offer can't be read
   */
  Map<String, Long> fill(OfferSource first, Schema schema, DuplicatePolicy duplicates) {
    Database.Work<Boolean> isFirst =
        open -> SettingsTable.find(open, FILLED).isEmpty() && DurableOffers.isEmpty(open);
    Map<String, Long> skipped = Map.of();
    isFileSkipped = !database.read(isFirst);
    if (!isFileSkipped) {
      skipped =
          first.read(
              schema,
              duplicates,
              offers -> isFileSkipped = durable.store(offers, isFirst).isEmpty());
    }
    // In a transaction of its own: if the process is killed before it, the database has offers.
    database.write(open -> {
      SettingsTable.putIfAbsent(open, FILLED, new byte[0]);
      return FILLED;
    });
    return skipped;
  }
}
