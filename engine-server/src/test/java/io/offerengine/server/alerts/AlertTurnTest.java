package io.offerengine.server.alerts;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.DurableEngine;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Of several services on one database, one at a time works alerts out. */
class AlertTurnTest {
  private static final double NOW = 1_784_365_000;

  /** The tables of which a copy is made. */
  private static final List<String> TABLES =
      List.of(
          "offer_log",
          "offer_log_entries",
          "offer_log_leases",
          "saved_searches",
          "alerts",
          "alert_state");

  private final String url = PostgresqlServer.newDatabase();
  private final Database one = Database.postgresql(url);
  private final Database two = Database.postgresql(url);

  private final WatchedEngine writer = WatchedEngine.open(one, () -> TimeKey.ofSeconds(NOW));

  @AfterEach
  void close() {
    writer.close();
    one.close();
    two.close();
  }

  /** A service that works alerts out, if it is its turn. */
  private static final class Service implements AutoCloseable {
    final WatchedEngine engine;
    final AlertService alerts;

    Service(Database database) {
      this(database, time -> TimeKey.ofSeconds(NOW));
    }

    Service(Database database, UnaryOperator<Instant> clock) {
      engine = WatchedEngine.open(database, () -> TimeKey.ofSeconds(NOW));
      alerts = new AlertService(database, engine.changes(), AlertLimits.DEFAULTS, clock);
      alerts.finder.start();
    }

    /** Saves a search for GPUs of a name. */
    long save(String gpu) {
      return alerts.save("{\"gpu_name\":{\"eq\":\"" + gpu + "\"}}");
    }

    List<Alert> read() {
      return alerts.readAll();
    }

    @Override
    public void close() {
      alerts.close();
      engine.close();
    }
  }

  private static Offer offer(long id, String gpu) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.GPU_NAME, gpu)
        .set(MarketplaceSchema.NUM_GPUS, 1L)
        .set(MarketplaceSchema.DPH_BASE, 0.5)
        .set(MarketplaceSchema.RENTABLE, true)
        .build();
  }

  /** Stores an offer as a batch of its own, as another service does. */
  private void append(long id, String gpu) {
    append(writer, id, gpu);
  }

  private static void append(WatchedEngine engine, long id, String gpu) {
    long unused = engine.apply(AlertService.batch(offer(id, gpu)));
  }

  @Test
  void searchOfOneService_isComparedByTheOtherAndWakesRequestsAtBoth() throws Exception {
    try (Service first = new Service(one);
        Service second = new Service(two)) {
      assertThat(first.alerts.finder.isHere()).isTrue();
      assertThat(second.alerts.finder.isHere()).isFalse();
      long saved = second.save("H100");
      assertThat(second.alerts.searches.size()).as("searches in the memory of the other").isZero();
      CompletableFuture<?> here = first.alerts.log.await(AlertService.USER, Duration.ofSeconds(60));
      CompletableFuture<?> there =
          second.alerts.log.await(AlertService.USER, Duration.ofSeconds(60));
      append(1, "H100");
      here.get(20, TimeUnit.SECONDS);
      there.get(20, TimeUnit.SECONDS);
      Waiting.until(() -> second.read().size() == 1);

      second.alerts.searches.remove(AlertService.USER, saved);
      second.save("A100");
      append(2, "H100");
      append(3, "A100");
      Waiting.until(() -> second.read().size() == 1 && second.read().get(0).offer() == 3);
      assertThat(first.alerts.searches.size()).isEqualTo(1);
    }
  }

  /** Whoever works alerts out goes on with the searches and from the position of the copy. */
  @Test
  void alerts_afterTheDatabaseWasRestored_areThoseOfTheCopy() throws Exception {
    try (Service service = new Service(one)) {
      long saved = service.save("H100");
      append(1, "H100");
      Waiting.until(() -> service.read().size() == 1);
      for (String table : TABLES) {
        change(one, "CREATE TABLE copy_" + table + " AS SELECT * FROM " + table);
      }
      service.alerts.searches.remove(AlertService.USER, saved);
      service.save("A100");
      append(2, "A100");
      append(3, "A100");
      append(4, "A100");
      Waiting.until(
          () -> service.alerts.finder.status().batchesBehind() == 0 && service.read().size() == 3);
      restore();

      // A member that never had the lost batches gives their numbers to others.
      try (WatchedEngine other = WatchedEngine.open(two, () -> TimeKey.ofSeconds(NOW))) {
        append(other, 5, "A100");
        append(other, 6, "H100");
      }
      Waiting.until(() -> service.read().size() == 2);
      assertThat(service.read()).last().matches(each -> each.offer() == 6);
      long accepted = DurableEngine.acceptRestore(AlertService.SCHEMA, one.log(), "");
      Waiting.until(() -> service.read().size() == 3);
      assertThat(service.read())
          .last()
          .matches(each -> each.offer() == null && each.version() == accepted);
    }
  }

  private void restore() {
    List<String> sql = new ArrayList<>();
    for (String table : TABLES) {
      sql.add("DELETE FROM " + table);
      sql.add("INSERT INTO " + table + " SELECT * FROM copy_" + table);
    }
    change(one, String.join(";", sql));
  }

  @Test
  void serviceThatStops_givesItsTurnToTheOther() throws Exception {
    AlertFinder stopped;
    try (Service first = new Service(one)) {
      stopped = first.alerts.finder;
      first.save("H100");
      assertThat(stopped.isHere()).isTrue();
    }
    try (Service second = new Service(two)) {
      // At once, and not when a dead service would have been silent for long enough.
      assertThat(second.alerts.finder.isHere()).isTrue();
      assertThat(stopped.isHere()).isFalse();
      append(1, "H100");
      Waiting.until(() -> second.read().size() == 1);
    }
  }

  @Test
  void serviceThatComparesForLong_keepsItsTurn() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> end = new CompletableFuture<>();
    UnaryOperator<Instant> slow =
        time -> {
          begun.countDown();
          end.join();
          return TimeKey.ofSeconds(NOW);
        };
    try (Service busy = new Service(one, slow)) {
      busy.save("H100");
      append(1, "H100");
      begun.await();
      long beats = beats();
      Waiting.until(() -> beats() > beats + 1);
      end.complete(null);
      Waiting.until(() -> busy.read().size() == 1);
    }
  }

  private long beats() {
    return number(two, "SELECT beats FROM offer_log_leases WHERE name = 'alerts'");
  }
}
