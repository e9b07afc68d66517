package io.offerengine.server;

import io.offerengine.SearchableOffers;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.alerts.AlertFinder;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.http.Route;
import io.offerengine.server.market.SavedSearchRoutes;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.TemplateRegistry;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * The saved searches and alerts of a running service.
 *
 * <p><b>Threads.</b> Confined to the command's thread, except for {@link #close}.
 */
final class ServiceAlerts implements AutoCloseable {
  private final AlertLimits limits;
  private final SavedSearchRegistry searches;
  private final AlertLog log;
  private final AlertFinder finder;

  /**
   * Creates the alerts of offers; nothing runs before {@link #start}.
   *
   * @param merges runs the merges of the searches' index
   */
  ServiceAlerts(ServeOptions options, Database database, ServiceOffers offers, Executor merges) {
    WatchedLog watched = offers.changes();
    limits = options.alerts();
    searches = new SavedSearchRegistry(database, watched, offers.schema(), limits, merges);
    log = new AlertLog(database);
    BigDecimal fixed = options.clock();
    UnaryOperator<Instant> clock =
        fixed == null
            ? time -> time.truncatedTo(ChronoUnit.MILLIS)
            : time -> TimeKey.ofSeconds(fixed.doubleValue());
    finder = new AlertFinder(database, watched, searches, log, limits, clock);
  }

  /** Returns the routes. */
  List<Route> routes(SearchableOffers engine, TemplateRegistry templates) {
    return SavedSearchRoutes.of(engine, searches, log, templates, limits);
  }

  /** Returns what finds the alerts. */
  AlertFinder finder() {
    return finder;
  }

  /** Begins, when all offers are loaded. */
  void start() {
    finder.start();
  }

  /** Ends, and wakes the requests that wait. Close the server afterwards. */
  @Override
  public void close() {
    finder.close();
  }
}
