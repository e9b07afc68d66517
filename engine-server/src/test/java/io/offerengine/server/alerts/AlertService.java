package io.offerengine.server.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The part of a service that saves searches and works their alerts out. */
public final class AlertService implements AutoCloseable {
  static final Schema SCHEMA = MarketplaceSchema.schema();
  static final long USER = 7;

  /** So few that a batch is often decided in several steps. */
  private static final int SEARCHES_AT_ONCE = 3;

  /** The saved searches. */
  public final SavedSearchRegistry searches;

  /** The alerts. */
  public final AlertLog log;

  /** What works alerts out. */
  public final AlertFinder finder;

  /** Creates a service that does nothing before its finder is started. */
  public AlertService(
      Database database, WatchedLog changes, AlertLimits limits, UnaryOperator<Instant> clock) {
    searches = new SavedSearchRegistry(database, changes, SCHEMA, limits, Runnable::run);
    log = new AlertLog(database);
    finder = new AlertFinder(database, changes, searches, log, limits, clock, SEARCHES_AT_ONCE);
  }

  static Query query(String search) {
    return new SearchCodec(SCHEMA).readRequest(search.getBytes(UTF_8)).query();
  }

  /** Saves a search without a cool-down, and returns its number. */
  long save(String search) {
    return searches.add(USER, "", 0, search).id();
  }

  /** Returns a batch with a new offer. */
  static OfferBatch batch(Offer offer) {
    return OfferBatch.builder().upsert(offer).build();
  }

  /** Returns a batch with a new offer that has a number only. */
  static OfferBatch batch(long id) {
    return batch(offer(id));
  }

  static Offer offer(long id) {
    return Offer.builder().set(MarketplaceSchema.ID, id).build();
  }

  /** Waits until all batches are compared. */
  public void awaitEnd() {
    Waiting.until(() -> finder.status().batchesBehind() <= 0);
  }

  /** Waits until there are so many alerts, and returns all. */
  List<Alert> await(int count) {
    Waiting.until(() -> readAll().size() >= count);
    return readAll();
  }

  /** Reads all alerts page by page. */
  List<Alert> readAll() {
    List<Alert> alerts = new ArrayList<>();
    String cursor = null;
    AlertPage page;
    do {
      page = log.read(USER, cursor);
      assertThat(page.missed()).isZero();
      alerts.addAll(page.alerts());
      cursor = page.cursor();
    } while (!page.alerts().isEmpty());
    return alerts;
  }

  @Override
  public void close() {
    finder.close();
  }
}
