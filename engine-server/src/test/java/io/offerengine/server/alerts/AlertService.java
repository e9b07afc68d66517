package io.offerengine.server.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.json.SearchCodec;
import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Waiting;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The part of a service that saves searches and works their alerts out, with the engine whose
 * changes it compares, if that has a log.
 */
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

  /** What is compared. */
  final WatchedLog changes;

  private final @Nullable DurableEngine engine;

  /** Whether the time of a batch can't be told, so that no batch can be compared. */
  public volatile boolean isClockBroken;

  /** Creates a service of changes that it does not make itself. */
  AlertService(
      Database database, WatchedLog changes, AlertLimits limits, UnaryOperator<Instant> clock) {
    this(database, new Watched(changes, null), limits, clock);
  }

  /**
   * Opens the log of a database. Nothing is compared before the finder is started.
   *
   * @param clock the time of offers
   * @param times returns the time of alerts, of the time when a batch was written
   */
  public AlertService(
      Database database, InstantSource clock, AlertLimits limits, UnaryOperator<Instant> times) {
    this(database, Watched.open(database, clock, null), limits, times);
  }

  /** Opens the log of a database that has no offers yet, and fills it. */
  AlertService(Database database, Iterator<Offer> first, AlertLimits limits) {
    this(
        database,
        Watched.open(database, InstantSource.fixed(Instant.EPOCH), first),
        limits,
        UnaryOperator.identity());
  }

  private AlertService(
      Database database, Watched watched, AlertLimits limits, UnaryOperator<Instant> clock) {
    changes = watched.changes();
    engine = watched.engine();
    searches = new SavedSearchRegistry(database, changes, SCHEMA, limits, Runnable::run);
    log = new AlertLog(database);
    UnaryOperator<Instant> times = written -> time(clock, written);
    finder = new AlertFinder(database, changes, searches, log, limits, times, SEARCHES_AT_ONCE);
  }

  private Instant time(UnaryOperator<Instant> clock, Instant written) {
    if (isClockBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return clock.apply(written);
  }

  /** Changes, and the engine that makes them. */
  private record Watched(WatchedLog changes, @Nullable DurableEngine engine) {
    static Watched open(Database database, InstantSource clock, @Nullable Iterator<Offer> first) {
      DurableEngine[] opened = new DurableEngine[1];
      LoggedChanges changes = new LoggedChanges(() -> opened[0]);
      DurableEngine.Builder builder =
          DurableEngine.builder(SCHEMA, database.log())
              .engine(OfferEngine.builder(SCHEMA).clock(clock).listener(changes))
              .mergeExecutor(Runnable::run);
      if (first != null) {
        builder.firstOffers(() -> first);
      }
      opened[0] = builder.open();
      return new Watched(changes, opened[0]);
    }
  }

  /** Returns the engine whose changes are compared. */
  public DurableEngine engine() {
    return Objects.requireNonNull(engine);
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

  /** Starts an offer of 2 GPUs of a model, whose machine has the same number. */
  public static Offer.Builder gpus(long id, String model, double price) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.MACHINE_ID, id)
        .set(MarketplaceSchema.NUM_GPUS, 2)
        .set(MarketplaceSchema.GPU_NAME, model)
        .set(MarketplaceSchema.DPH_BASE, price);
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
    if (engine != null) {
      engine.close();
    }
  }
}
