package io.offerengine.server.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Journal;
import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of saved offers, on either database: they give the offers of the database. */
abstract class SavedOffersContract {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final String BUILD = "build 1";

  @TempDir private Path folder;
  private Path files;
  private Database database;
  private DurableOffers durable;
  private SavedOffers saved;

  /** Opens the same database at each call. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    files = folder.resolve("saved");
    database = open();
    restart(BUILD);
  }

  @AfterEach
  void closeIt() {
    database.close();
  }

  private void restart(String build) {
    durable = new DurableOffers(database, SCHEMA);
    saved = new SavedOffers(files, durable::canCatchUp, build);
  }

  /** Returns an engine with the offers of the database, as a service loads them. */
  private OfferEngine loaded() {
    OfferEngine engine = engine(durable);
    durable.loadInto(engine, LoadListener.NONE);
    return engine;
  }

  private OfferEngine engine(Journal journal) {
    return OfferEngine.builder(SCHEMA).clock(() -> 0).journal(journal).listener(durable).build();
  }

  private static Offer offer(long id, double price) {
    return Offer.builder(SCHEMA)
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.GPU_NAME, "GPU " + id % 5)
        .set(MarketplaceSchema.DPH_BASE, price)
        .build();
  }

  private static OfferBatch batch(Random random, OfferEngine engine) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (Offer known : offers(engine)) {
      switch (random.nextInt(8)) {
        case 0 -> batch.delete(known.id());
        case 1 ->
            batch.update(
                known.id(),
                OfferChanges.builder(SCHEMA)
                    .set(MarketplaceSchema.DPH_BASE, random.nextInt(9))
                    .build());
        default -> {}
      }
    }
    for (int i = random.nextInt(20); i > 0; i--) {
      batch.upsert(offer(random.nextInt(200), random.nextInt(9)));
    }
    return batch.build();
  }

  private static List<Offer> offers(OfferEngine engine) {
    List<Offer> offers = new ArrayList<>();
    Matches matches =
        engine
            .snapshot()
            .search(Query.builder(SCHEMA).orderById().fold(false).limit(10_000).build());
    while (matches.next()) {
      offers.add(matches.toOffer());
    }
    return offers;
  }

  /** Starts from the files; they must fit. */
  private OfferEngine restored() {
    restart(BUILD);
    OfferEngine engine = engine(durable);
    assertThat(saved.restoreInto(engine, durable)).hasValue(Map.of());
    assertThat(offers(engine)).isEqualTo(offers(loadedApart()));
    return engine;
  }

  private OfferEngine loadedApart() {
    OfferEngine engine = OfferEngine.builder(SCHEMA).build();
    new DurableOffers(database, SCHEMA).loadInto(engine, LoadListener.NONE);
    return engine;
  }

  private void assertNotUsed(String reason) {
    restart(BUILD);
    assertThat(saved.describe()).contains(reason).endsWith("loads all offers from the database");
    OfferEngine engine = engine(durable);
    assertThat(saved.restoreInto(engine, durable)).isEqualTo(Optional.empty());
    assertThat(engine.snapshot().size()).isZero();
    durable.loadInto(engine, LoadListener.NONE);
    assertThat(offers(engine)).isEqualTo(offers(loadedApart()));
  }

  @Test
  void restoreInto_betweenRandomBatches_givesTheOffersOfTheDatabase() {
    Random random = new Random(5);
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    for (int i = 0; i < 60; i++) {
      OfferBatch batch = batch(random, engine);
      if (batch.size() > 0) {
        engine.apply(batch);
      }
      if (random.nextInt(4) == 0) {
        saved.save(engine, durable);
      }
      if (random.nextInt(4) == 0) {
        engine = restored();
      }
    }
    assertThat(offers(engine)).isNotEmpty();
    assertThat(saved.describe()).startsWith("as of batch ");
  }

  @Test
  void save_ofUnchangedOffers_writesNothing() throws IOException {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    Files.delete(files.resolve("offers.list"));
    saved.save(engine, durable);
    assertThat(files.resolve("offers.list")).doesNotExist();
  }

  @Test
  void restoreInto_withoutFiles_isEmpty() {
    durable.store(Stream.of(offer(1, 1)).iterator());
    assertNotUsed("offers.list does not exist");
  }

  @Test
  void restoreInto_ofAnotherBuild_isEmpty() {
    restart("build 0");
    saved.save(loaded(), durable);
    assertNotUsed("another build saved");
  }

  @Test
  void restoreInto_ofForeignOffers_isEmpty() throws IOException {
    OfferEngine.builder(SCHEMA).build().save(files, "batch 7");
    assertNotUsed("another build saved: \"batch 7\"");
  }

  @Test
  void restoreInto_afterABulkLoad_isEmpty() {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    durable.store(IntStream.range(0, 50).mapToObj(id -> offer(id, 2)).iterator());
    assertNotUsed("does not have every change");
  }

  @Test
  void restoreInto_afterATrim_isEmpty() {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    engine.apply(OfferBatch.builder().upsert(offer(2, 1)).build());
    execute("DELETE FROM changes WHERE seq = 1");
    execute("UPDATE head SET trimmed = 1");
    assertNotUsed("does not have every change");
  }

  /** A copy of the database goes on beside the original; both have the same numbers of batches. */
  @Test
  void restoreInto_ofTheOriginalOfACopy_isEmpty() {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    execute("DELETE FROM offers");
    execute("DELETE FROM changes");
    execute("UPDATE head SET seq = 0");
    OfferEngine copy = loaded();
    assertNotUsed("does not have every change");
    copy.apply(OfferBatch.builder().upsert(offer(2, 1)).build());
    assertNotUsed("does not have every change");
    copy.apply(OfferBatch.builder().upsert(offer(3, 1)).build());
    assertNotUsed("does not have every change");
  }

  private void execute(String sql) {
    database.write(connection -> connection.createStatement().executeUpdate(sql));
  }

  @Test
  void restoreInto_ofDamagedFiles_isEmpty() throws IOException {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).upsert(offer(2, 1)).build());
    saved.save(engine, durable);
    try (Stream<Path> all = Files.list(files)) {
      Path segment =
          all.filter(file -> file.toString().endsWith(".segment")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(segment);
      bytes[bytes.length / 2] ^= 1;
      Files.write(segment, bytes);
    }
    restart(BUILD);
    OfferEngine next = engine(durable);
    assertThat(saved.restoreInto(next, durable)).isEmpty();
    durable.loadInto(next, LoadListener.NONE);
    saved.save(next, durable);
    assertThat(offers(next)).isEqualTo(offers(engine));
  }

  @Test
  void restoreInto_whenAChangedOfferIsDamaged_names() {
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    engine.apply(OfferBatch.builder().upsert(offer(2, 1)).build());
    execute("UPDATE offers SET checksum = 7");
    restart(BUILD);
    OfferEngine next = engine(durable);
    assertThatThrownBy(() -> saved.restoreInto(next, durable))
        .isInstanceOf(DamagedOfferException.class);
  }

  /** The database may have a batch that the engine believes to be refused. */
  @Test
  void save_afterABatchThatTheEngineMissed_letsTheNextStartApplyIt() {
    boolean[] losesTheAnswer = {false};
    Journal journal =
        changes -> {
          durable.record(changes);
          if (losesTheAnswer[0]) {
            throw new IllegalStateException("the connection broke at the commit");
          }
        };
    OfferEngine engine = engine(journal);
    durable.loadInto(engine, LoadListener.NONE);
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    losesTheAnswer[0] = true;
    OfferBatch missed = OfferBatch.builder().upsert(offer(2, 1)).build();
    assertThatThrownBy(() -> engine.apply(missed)).isInstanceOf(IllegalStateException.class);
    losesTheAnswer[0] = false;
    engine.apply(OfferBatch.builder().upsert(offer(3, 1)).build());
    engine.apply(OfferBatch.builder().upsert(offer(4, 1)).build());
    saved.save(engine, durable);
    assertThat(offers(engine)).hasSize(3);
    assertThat(offers(restored())).hasSize(4);
  }

  @Test
  void save_whenNobodyListens_writesNothing() {
    OfferEngine engine = OfferEngine.builder(SCHEMA).journal(durable).build();
    List<ChangedOffer> none = List.of();
    durable.applied(1, none);
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    assertThat(files).doesNotExist();
  }

  @Test
  void save_toAPlaceThatIsNoDirectory_isLoggedAndNothingElse() throws IOException {
    Files.writeString(files, "a file");
    OfferEngine engine = loaded();
    engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
    saved.save(engine, durable);
    assertThat(Files.readString(files)).isEqualTo("a file");
  }
}
