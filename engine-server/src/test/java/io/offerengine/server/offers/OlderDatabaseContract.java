package io.offerengine.server.offers;

import static io.offerengine.server.offers.DurableOffersContract.full;
import static io.offerengine.server.offers.DurableOffersContract.offers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.cluster.LoggedBatch;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.ReloadException;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.DatabaseCheck;
import io.offerengine.server.store.OldTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database of an older version of the service keeps its offers. */
abstract class OlderDatabaseContract {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private Database database;
  private DurableOffers durable;

  /** Opens the same database at each call. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    database = open();
    durable = new DurableOffers(database, SCHEMA);
  }

  @AfterEach
  void closeIt() {
    database.close();
  }

  /** A database that was made before there was a log keeps its offers. */
  @Test
  void open_ofADatabaseWithoutALog_addsOneThatTellsReadersToLoad() throws IOException {
    List<Offer> offers = storeTexts();
    OldTables.revert(database, 1);
    assertThat(restarted()).isEqualTo(offers);
    ChangeLog log = new ChangeLog();
    assertThat(database.<Long>read(log::head)).isEqualTo(1);
    Optional<List<ChangeLog.Batch>> fromTheStart =
        database.read(connection -> log.read(connection, 0, 1));
    assertThat(fromTheStart).isEmpty();
    Optional<List<ChangeLog.Batch>> fromNow =
        database.read(connection -> log.read(connection, 1, 1));
    assertThat(fromNow).hasValue(List.of());
  }

  /** Rows that an older version wrote as JSON are read beside records. */
  @Test
  void loadInto_ofTextsBesideRecords_readsBoth() {
    List<Offer> offers = IntStream.range(0, 50).mapToObj(DurableOffersContract::full).toList();
    durable.store(offers.iterator());
    setText(31, "{\"id\":31,\"num_gpus\":2}\n");
    setText(32, "{\"id\":32,\"sla\":2}\n");
    try (OfferEngine engine = engine()) {
      assertThat(durable.loadInto(engine, LoadListener.NONE)).isEqualTo(Map.of("sla", 1L));
      List<Offer> read = offers(engine);
      assertThat(read).hasSize(50);
      assertThat(read.get(31).integer(MarketplaceSchema.NUM_GPUS)).isEqualTo(2);
      assertThat(read.get(30)).isEqualTo(full(30));
    }
    setText(31, "{\"id\":32}\n");
    try (OfferEngine engine = engine()) {
      assertThatThrownBy(() -> durable.loadInto(engine, LoadListener.NONE))
          .isExactlyInstanceOf(DamagedOfferException.class)
          .hasMessage("the stored offer 31 is damaged: its text is that of the offer 32");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void open_ofTablesOfAnOlderVersion_keepsItsTextsUntilTheirOffersChange(int version)
      throws IOException {
    List<Offer> offers = storeTexts();
    OldTables.revert(database, version);

    assertThat(restarted()).isEqualTo(offers);

    List<Offer> changed;
    try (OfferEngine engine = engine()) {
      durable.loadInto(engine, LoadListener.NONE);
      engine.apply(OfferBatch.builder().upsert(full(7)).delete(8).upsert(full(90)).build());
      changed = offers(engine);
    }
    assertThat(restarted()).isEqualTo(changed).hasSize(50);
    assertThat(isText(6)).isTrue();
    assertThat(isText(7)).isFalse();
    assertThat(isText(90)).isFalse();
    assertThat(database.check()).extracting(DatabaseCheck::damages).containsOnly(List.of());
  }

  /** PostgreSQL was killed after the tables were made, and before this was noted. */
  @Test
  void open_ofTablesWhoseMigrationWasCutOff_migratesAgain() {
    durable.store(IntStream.range(0, 5).mapToObj(DurableOffersContract::full).iterator());
    OldTables.revert(database, 7);
    forget("'6', '7'");
    assertThat(restarted()).hasSize(5);
  }

  /** Batches that an older version wrote can't be followed; those after them can. */
  @Test
  void tail_ofADatabaseWhoseBatchesNameNoPredecessor_makesMembersReloadOnce() throws Exception {
    durable.record(List.of(new ChangedOffer(null, full(1))));
    Position old = new DatabaseLog(database, SCHEMA).head();
    durable.record(List.of(new ChangedOffer(null, full(2))));
    OldTables.revert(database, 7);
    restarted();
    DatabaseLog log = new DatabaseLog(database, SCHEMA);
    Position upgraded = log.head();
    try (Tail tail = log.tail(old)) {
      assertThatThrownBy(() -> tail.poll(Duration.ZERO)).isInstanceOf(ReloadException.class);
    }
    Position appended = log.append(OfferBatch.builder().delete(1).build());
    try (Tail tail = log.tail(upgraded)) {
      assertThat(tail.poll(Duration.ZERO))
          .extracting(LoggedBatch::position)
          .containsExactly(appended);
    }
  }

  /** Lets migrations look as if they had not ended. */
  final void forget(String versions) {
    database.<Integer>write(connection ->
        connection
            .createStatement()
            .executeUpdate(
                "DELETE FROM flyway_schema_history WHERE version IN (" + versions + ")"));
  }

  /** Stores offers as JSON, as older versions did. */
  private List<Offer> storeTexts() throws IOException {
    List<Offer> offers = IntStream.range(0, 50).mapToObj(DurableOffersContract::full).toList();
    durable.store(offers.iterator());
    for (Offer offer : offers) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      new OfferCodec(SCHEMA).writeLines(List.of(offer).iterator(), text);
      setText(offer.id(), text.toString(UTF_8));
    }
    return offers;
  }

  private boolean isText(long id) {
    return database.<Boolean>read(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT offer FROM offers WHERE id = " + id)) {
        rows.next();
        return rows.getBytes(1)[0] == '{';
      }
    });
  }

  private void setText(long id, String text) {
    CRC32C checksum = new CRC32C();
    checksum.update(text.getBytes(UTF_8));
    int changed =
        database.write(connection -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE offers SET offer = ?, checksum = ? WHERE id = ?")) {
            update.setBytes(1, text.getBytes(UTF_8));
            update.setLong(2, checksum.getValue());
            update.setLong(3, id);
            return update.executeUpdate();
          }
        });
    assertThat(changed).isOne();
  }

  /** Returns the offers that a new server on the same database sees. */
  final List<Offer> restarted() {
    database.close();
    openIt();
    try (OfferEngine engine = engine()) {
      assertThat(durable.loadInto(engine, LoadListener.NONE)).isEmpty();
      return offers(engine);
    }
  }

  private OfferEngine engine() {
    return OfferEngine.builder(SCHEMA).clock(() -> 0).journal(durable).build();
  }
}
