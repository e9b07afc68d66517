package io.offerengine.server.alerts;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.DurableEngine;
import io.offerengine.log.testing.PostgresqlServer;
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

  /** A service that works no alerts out. */
  private final AlertService writer = open(one, time -> TimeKey.ofSeconds(NOW));

  @AfterEach
  void close() {
    writer.close();
    one.close();
    two.close();
  }

  private static AlertService open(Database database, UnaryOperator<Instant> times) {
    return new AlertService(database, () -> TimeKey.ofSeconds(NOW), AlertLimits.DEFAULTS, times);
  }

  /** Starts a service that works alerts out, if it is its turn. */
  private static AlertService start(Database database) {
    return start(database, time -> TimeKey.ofSeconds(NOW));
  }

  private static AlertService start(Database database, UnaryOperator<Instant> times) {
    AlertService service = open(database, times);
    service.finder.start();
    return service;
  }

  /** Returns a search for GPUs of a name. */
  private static String gpu(String name) {
    return "{\"gpu_name\":{\"eq\":\"" + name + "\"}}";
  }

  /** Stores an offer as a batch of its own, as another service does. */
  private void append(long id, String gpu) {
    append(writer, id, gpu);
  }

  private static void append(AlertService service, long id, String gpu) {
    long unused =
        service.engine().apply(AlertService.batch(AlertService.gpus(id, gpu, 0.5).build()));
  }

  @Test
  void searchOfOneService_isComparedByTheOtherAndWakesRequestsAtBoth() throws Exception {
    try (AlertService first = start(one);
        AlertService second = start(two)) {
      assertThat(first.finder.isHere()).isTrue();
      assertThat(second.finder.isHere()).isFalse();
      long saved = second.save(gpu("H100"));
      assertThat(second.searches.size()).as("searches in the memory of the other").isZero();
      CompletableFuture<?> here = first.log.await(AlertService.USER, Duration.ofSeconds(60));
      CompletableFuture<?> there = second.log.await(AlertService.USER, Duration.ofSeconds(60));
      append(1, "H100");
      here.get(20, TimeUnit.SECONDS);
      there.get(20, TimeUnit.SECONDS);
      Waiting.until(() -> second.readAll().size() == 1);

      second.searches.remove(AlertService.USER, saved);
      second.save(gpu("A100"));
      append(2, "H100");
      append(3, "A100");
      Waiting.until(() -> second.readAll().size() == 1 && second.readAll().get(0).offer() == 3);
      assertThat(first.searches.size()).isEqualTo(1);
    }
  }

  /** Whoever works alerts out goes on with the searches and from the position of the copy. */
  @Test
  void alerts_afterTheDatabaseWasRestored_areThoseOfTheCopy() throws Exception {
    try (AlertService service = start(one)) {
      long saved = service.save(gpu("H100"));
      append(1, "H100");
      Waiting.until(() -> service.readAll().size() == 1);
      for (String table : TABLES) {
        change(one, "CREATE TABLE copy_" + table + " AS SELECT * FROM " + table);
      }
      service.searches.remove(AlertService.USER, saved);
      service.save(gpu("A100"));
      append(2, "A100");
      append(3, "A100");
      append(4, "A100");
      Waiting.until(
          () -> service.finder.status().batchesBehind() == 0 && service.readAll().size() == 3);
      restore();

      // A member that never had the lost batches gives their numbers to others.
      try (AlertService other = open(two, time -> TimeKey.ofSeconds(NOW))) {
        append(other, 5, "A100");
        append(other, 6, "H100");
      }
      Waiting.until(() -> service.readAll().size() == 2);
      assertThat(service.readAll()).last().matches(each -> each.offer() == 6);
      long accepted = DurableEngine.acceptRestore(AlertService.SCHEMA, one.log(), "");
      Waiting.until(() -> service.readAll().size() == 3);
      assertThat(service.readAll())
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
    try (AlertService first = start(one)) {
      stopped = first.finder;
      first.save(gpu("H100"));
      assertThat(stopped.isHere()).isTrue();
    }
    try (AlertService second = start(two)) {
      // At once, and not when a dead service would have been silent for long enough.
      assertThat(second.finder.isHere()).isTrue();
      assertThat(stopped.isHere()).isFalse();
      append(1, "H100");
      Waiting.until(() -> second.readAll().size() == 1);
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
    try (AlertService busy = start(one, slow)) {
      busy.save(gpu("H100"));
      append(1, "H100");
      begun.await();
      long beats = beats();
      Waiting.until(() -> beats() > beats + 1);
      end.complete(null);
      Waiting.until(() -> busy.readAll().size() == 1);
    }
  }

  private long beats() {
    return number(two, "SELECT beats FROM offer_log_leases WHERE name = 'alerts'");
  }
}
