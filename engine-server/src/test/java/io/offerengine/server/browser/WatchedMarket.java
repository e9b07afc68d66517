package io.offerengine.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertService;
import io.offerengine.server.alerts.ShownSearch;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.market.SavedSearchRoutes;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.TemplateRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A small market in a database, with saved searches and alerts, and a service that offers it with
 * the page. It may stop and come back.
 */
final class WatchedMarket implements AutoCloseable {
  /** The key of the user whose searches are saved. */
  static final String KEY = "the-right-key";

  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final long USER = 1;

  private final Database database;
  private final AlertLimits limits;
  private AlertService alerts;
  private ApiServer server;
  private int port;

  /** Opens the market in an empty directory. Searches are public. */
  WatchedMarket(Path directory, AlertLimits limits) {
    this.database = Database.sqlite(directory);
    this.limits = limits;
    start(RouteServer.DEFAULTS);
  }

  private void start(Consumer<ServerSettings> settings) {
    alerts =
        new AlertService(
            database, InstantSource.system(), limits, time -> time.truncatedTo(ChronoUnit.SECONDS));
    alerts.finder.start();
    TemplateRegistry templates = new TemplateRegistry(database, ServerSecret.random(), SCHEMA);
    List<Route> routes = new ArrayList<>(MarketRoutes.of(alerts.engine()));
    routes.addAll(HomeRoutes.of());
    routes.addAll(
        SavedSearchRoutes.of(alerts.engine(), alerts.searches, alerts.log, templates, limits));
    server =
        RouteServer.start(MarketRoutes.withPublicSearch(routes), ApiKey.ring(KEY, USER), settings);
    port = server.port();
  }

  ApiServer server() {
    return server;
  }

  /** Ends the service and the requests that wait. */
  void stop() {
    alerts.finder.close();
    server.close();
    alerts.close();
  }

  /** Starts the service again at its port, with the database as it is. */
  void startAgain() {
    start(to -> to.port = port);
  }

  /** Drops the oldest alert, as if it were too old to be stored. */
  void dropOldestAlert() {
    String oldest = "DELETE FROM alerts WHERE number = 1 AND user_id = " + USER;
    assertThat(TestDatabase.change(database, oldest)).isOne();
  }

  /** Stores an offer of 2 GPUs in a batch of its own. */
  void store(long id, String model, double price) {
    apply(AlertService.gpus(id, model, price));
  }

  /** Stores an offer in a batch that can't be compared with searches. */
  void storeIncomparably(long id) {
    alerts.isClockBroken = true;
    apply(Offer.builder().set(MarketplaceSchema.ID, id).set(MarketplaceSchema.NUM_GPUS, 2));
    awaitComparisons();
    alerts.isClockBroken = false;
  }

  /** Stores offers in one batch. */
  void apply(Offer.Builder... offers) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (Offer.Builder offer : offers) {
      batch.upsert(offer.build());
    }
    alerts.engine().apply(batch.build());
  }

  void delete(long id) {
    alerts.engine().apply(OfferBatch.builder().delete(id).build());
  }

  /** Waits until all batches are compared with the saved searches. */
  void awaitComparisons() {
    alerts.awaitEnd();
  }

  /** Saves a search as a program does. */
  void save(String name, String search) {
    alerts.searches.add(USER, name, 0, search);
  }

  List<ShownSearch> saved() {
    return alerts.searches.ofUser(USER);
  }

  @Override
  public void close() {
    stop();
    database.close();
  }
}
