package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeText;
import io.offerengine.json.ChangesReader;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of durable offers, on either database. */
abstract class DurableOffersContract {
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

  @Test
  void loadInto_bringsBackWhatBatchesLeft() {
    Random random = new Random(7);
    List<Offer> before;
    try (OfferEngine engine = engine()) {
      for (int i = 0; i < 40; i++) {
        engine.apply(batch(random, engine));
      }
      before = offers(engine);
    }
    assertThat(before).isNotEmpty();
    assertThat(restarted()).isEqualTo(before);
    assertThat(durable.count()).isEqualTo(before.size());
  }

  @Test
  void loadInto_ofManyOffers_keepsTheirOrderAndAllTheirValues() {
    List<Offer> many = IntStream.range(0, 5_000).mapToObj(DurableOffersContract::full).toList();
    assertThat(durable.store(many.iterator())).isEqualTo(5_000);
    assertThat(restarted()).isEqualTo(many);
  }

  /** Whoever applies the log to the offers of an earlier time has the offers of today. */
  @Test
  void log_ofRandomBatches_leadsFromEachStateToTheNext() throws IOException {
    Random random = new Random(11);
    OfferCodec codec = new OfferCodec(SCHEMA);
    ChangeLog log = new ChangeLog();
    Map<Long, Offer> copy = new TreeMap<>();
    long position = 0;
    try (OfferEngine engine = engine()) {
      for (int i = 0; i < 30; i++) {
        engine.apply(batch(random, engine));
        long after = position;
        for (ChangeLog.Batch each :
            database.read(connection -> log.read(connection, after, 1_000)).orElseThrow()) {
          for (ChangeText change : each.changes()) {
            apply(change, copy, codec);
          }
          position = each.seq();
        }
        assertThat(copy.values()).containsExactlyElementsOf(offers(engine));
      }
    }
    assertThat(position).isEqualTo(30);
  }

  private static void apply(ChangeText change, Map<Long, Offer> copy, OfferCodec codec)
      throws IOException {
    Offer known = copy.remove(change.id());
    assertThat(known == null).isEqualTo(change.before() == null);
    if (change.after() == null) {
      assertThat(whole(change.before(), codec)).isEqualTo(known);
    } else if (known == null) {
      copy.put(change.id(), whole(change.after(), codec));
    } else {
      assertThat(known.with(changes(change.before(), codec))).isEqualTo(known);
      copy.put(change.id(), known.with(changes(change.after(), codec)));
    }
  }

  private static Offer whole(String text, OfferCodec codec) throws IOException {
    try (OfferReader reader = codec.read(new ByteArrayInputStream(text.getBytes(UTF_8)))) {
      return reader.next();
    }
  }

  private static OfferChanges changes(String text, OfferCodec codec) throws IOException {
    try (ChangesReader reader = codec.readChanges(new ByteArrayInputStream(text.getBytes(UTF_8)))) {
      return reader.next().changes();
    }
  }

  @Test
  void apply_afterAnotherServiceTookTheDatabase_storesNothing() {
    database.claim();
    try (OfferEngine engine = engine()) {
      engine.apply(OfferBatch.builder().upsert(full(1)).build());
      database.write(connection ->
          connection.createStatement().executeUpdate("UPDATE head SET epoch = epoch + 1"));
      OfferBatch late = OfferBatch.builder().upsert(full(2)).delete(1).build();
      assertThatThrownBy(() -> engine.apply(late)).isInstanceOf(StoreException.class);
      assertThat(offers(engine)).containsExactly(full(1));
    }
    assertThat(restarted()).containsExactly(full(1));
  }

  /** A commit took effect although its answer was lost: the engine lacks what the database has. */
  @Test
  void apply_afterABatchThatTheEngineLacks_storesNothing() {
    database.claim();
    try (OfferEngine engine = engine()) {
      engine.apply(OfferBatch.builder().upsert(full(1)).build());
      engine.apply(OfferBatch.builder().upsert(full(2)).build());
      database.write(connection ->
          connection.createStatement().executeUpdate("UPDATE head SET seq = seq + 1"));
      for (int i = 0; i < 2; i++) {
        OfferBatch late = OfferBatch.builder().upsert(full(3)).delete(1).build();
        assertThatThrownBy(() -> engine.apply(late))
            .isInstanceOf(StoreException.class)
            .hasMessageStartingWith("UNAVAILABLE: the database has other offers than this service");
      }
      assertThat(offers(engine)).containsExactly(full(1), full(2));
    }
    assertThat(restarted()).containsExactly(full(1), full(2));
  }

  @Test
  void apply_thatIsRefused_keepsNothing() {
    try (OfferEngine engine = engine()) {
      engine.apply(OfferBatch.builder().upsert(full(1)).build());
      OfferBatch refused = OfferBatch.builder().upsert(full(2)).delete(77).build();
      assertThatThrownBy(() -> engine.apply(refused)).isInstanceOf(UnknownOfferException.class);
    }
    assertThat(restarted()).containsExactly(full(1));
  }

  @Test
  void apply_thatTheDatabaseRefuses_doesNotShow() {
    try (OfferEngine engine = engine()) {
      engine.apply(OfferBatch.builder().upsert(full(1)).build());
      database.close();
      OfferBatch batch = OfferBatch.builder().upsert(full(2)).delete(1).build();
      assertThatThrownBy(() -> engine.apply(batch)).isInstanceOf(RuntimeException.class);
      assertThat(offers(engine)).containsExactly(full(1));
    }
    openIt();
    assertThat(restarted()).containsExactly(full(1));
  }

  @Test
  void keep_ofOffersThatEndInAnError_keepsNone() {
    Iterator<Offer> broken =
        IntStream.range(0, 3_000)
            .mapToObj(number -> {
              if (number == 2_500) {
                throw new IllegalStateException("line 2501");
              }
              return full(number);
            })
            .iterator();
    assertThatThrownBy(() -> durable.store(broken)).hasMessage("line 2501");
    assertThat(durable.count()).isZero();
  }

  @Test
  void loadInto_ofADamagedText_namesTheOfferAndLoadsNothing() {
    durable.store(IntStream.range(0, 50).mapToObj(DurableOffersContract::full).iterator());
    set("UPDATE offers SET offer = ? WHERE id = 31", "{\"id\":31}".getBytes(UTF_8));
    assertDamaged("the stored offer 31 is damaged: its row does not match its checksum");
  }

  @Test
  void loadInto_ofATextOfAnotherOffer_namesTheOfferAndLoadsNothing() {
    durable.store(IntStream.range(0, 50).mapToObj(DurableOffersContract::full).iterator());
    database.write(connection ->
        connection
            .createStatement()
            .executeUpdate(
                "UPDATE offers SET offer = (SELECT offer FROM offers WHERE id = 30),"
                    + " checksum = (SELECT checksum FROM offers WHERE id = 30) WHERE id = 31"));
    assertDamaged("the stored offer 31 is damaged: its record is that of the offer 30");
  }

  private void assertDamaged(String message) {
    try (OfferEngine engine = engine()) {
      assertThatThrownBy(() -> durable.loadInto(engine, LoadListener.NONE))
          .isExactlyInstanceOf(DamagedOfferException.class)
          .hasMessage(message);
      assertThat(engine.snapshot().size()).isZero();
    }
  }

  private void set(String sql, byte[] bytes) {
    int changed =
        database.write(connection -> {
          try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setBytes(1, bytes);
            return update.executeUpdate();
          }
        });
    assertThat(changed).isOne();
  }

  /** Returns the offers that a new server on the same database sees. */
  private List<Offer> restarted() {
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

  private static OfferBatch batch(Random random, OfferEngine engine) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < 10; i++) {
      batch.upsert(full(random.nextInt(100)));
    }
    for (Offer known : offers(engine)) {
      if (random.nextInt(10) == 0) {
        batch.delete(known.id());
      } else if (random.nextInt(10) == 0) {
        OfferChanges cheaper =
            OfferChanges.builder(SCHEMA)
                .set(MarketplaceSchema.DPH_BASE, random.nextDouble())
                .clear(MarketplaceSchema.GPU_NAME)
                .build();
        batch.update(known.id(), cheaper);
      }
    }
    return batch.build();
  }

  static Offer full(int number) {
    return Offer.builder(SCHEMA)
        .set(MarketplaceSchema.ID, number)
        .set(MarketplaceSchema.GPU_NAME, "GPU \"" + number % 7 + "\" é\n")
        .set(MarketplaceSchema.GPU_IDS, new long[] {number, 2})
        .set(MarketplaceSchema.DRIVER_VERSION, "535.86.0" + number % 10)
        .set(MarketplaceSchema.RENTABLE, number % 2 == 0)
        .set(MarketplaceSchema.DPH_BASE, number / 7.0)
        .build();
  }

  static List<Offer> offers(OfferEngine engine) {
    Query everything = Query.builder(SCHEMA).orderById().fold(false).limit(10_000).build();
    List<Offer> offers = new ArrayList<>();
    Matches matches = engine.snapshot().search(everything);
    while (matches.next()) {
      offers.add(matches.toOffer());
    }
    return offers;
  }
}
