package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.store.Database;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Alerts of an engine without a log, whose changes its listener hears, beside other services. */
class HeardChangesTest {
  private static final AlertLimits LIMITS = new AlertLimits(1_000, 1, 0, 100_000, 100_000);

  /** The engine whose version a saved search gets, which never changes. */
  private OfferEngine searched;

  private Database database;
  private HeardChanges changes;
  private OfferEngine engine;
  private AlertService service;

  @BeforeEach
  void open() {
    database = Database.postgresql(PostgresqlServer.newDatabase());
    searched = OfferEngine.builder(AlertService.SCHEMA).build();
    changes = new HeardChanges(database, searched, () -> true);
    engine =
        OfferEngine.builder(AlertService.SCHEMA)
            .clock(() -> TimeKey.ofSeconds(0))
            .listener(changes)
            .build();
    service = new AlertService(database, changes, LIMITS, time -> Instant.EPOCH);
  }

  @AfterEach
  void close() {
    service.close();
    engine.close();
    searched.close();
    database.close();
  }

  private void store(long id) {
    engine.apply(AlertService.batch(id));
  }

  /** Another service saves a search while its offers are older than those that were compared. */
  @Test
  void search_savedAtAnEarlierVersion_isComparedWithWhatCameSince() {
    service.finder.start();
    service.save("{}");
    LongStream.rangeClosed(1, 3).forEach(this::store);
    List<Alert> alerts = service.await(3);
    assertThat(alerts).extracting(Alert::offer).containsExactly(1L, 2L, 3L);
    assertThat(alerts).extracting(Alert::version).containsExactly(1L, 2L, 3L);
    // The engine that is searched has version 0.
    service.save("{}");
    store(4);
    assertThat(service.await(8))
        .extracting(alert -> alert.search() + ": " + alert.offer())
        .contains("2: 1", "2: 2", "2: 3", "2: 4", "1: 4");
  }

  @Test
  void offersThatWereReadAgain_tellToSearchAgain_andLaterOnesCome() {
    service.finder.start();
    service.save("{}");
    store(1);
    assertThat(service.await(1)).hasSize(1);
    engine.replace(10, List.of(AlertService.offer(5)).iterator(), LoadListener.NONE);
    store(6);
    List<Alert> alerts = service.await(3);
    assertThat(alerts).extracting(Alert::offer).containsExactly(1L, null, 6L);
    assertThat(alerts).extracting(Alert::version).containsExactly(1L, 10L, 11L);
  }

  @Test
  void changesBeyondTheLimit_areForgotten_butForTheLastBatch() {
    for (long version = 1; version <= 3; version++) {
      long first = version * 10_000;
      changes.applied(
          version,
          LongStream.range(first, first + 6_000)
              .mapToObj(id -> new ChangedOffer(null, AlertService.offer(id)))
              .toList());
    }
    assertThat(changes.first()).isEqualTo(2);
    assertThat(changes.read(0, 3, 1).trimmed()).isEqualTo(2);
    assertThat(changes.read(2, 3, 1).entries()).hasSize(1);
    assertThat(changes.known()).isEqualTo(3);
  }
}
