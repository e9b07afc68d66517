package io.offerengine.server.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of durable offers on SQLite. */
class SqliteDurableOffersTest extends DurableOffersContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }

  /** If bytes of the file are lost, the load fails or loads every offer unchanged. */
  @Test
  void loadInto_ofAFileThatLostBytes_isRefused() throws IOException {
    Path other = directory.resolve("other");
    try (Database database = Database.sqlite(other)) {
      new DurableOffers(database, MarketplaceSchema.schema())
          .store(
              LongStream.range(0, 5_000)
                  .mapToObj(id ->
                      Offer.builder(MarketplaceSchema.schema())
                          .set(MarketplaceSchema.ID, id)
                          .set(MarketplaceSchema.GPU_NAME, "GPU " + id)
                          .build())
                  .iterator());
    }
    try (RandomAccessFile file =
        new RandomAccessFile(other.resolve("offer-engine.db").toFile(), "rw")) {
      // The rows of the offers are behind all other tables.
      file.seek(3 * file.length() / 4);
      file.write(new byte[10_000]);
    }
    assertThatThrownBy(() -> load(other))
        .isInstanceOfAny(StoreException.class, DamagedOfferException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void apply_onAFullDisk_storesNothingUntilThereIsRoom() {
    Path other = directory.resolve("other");
    OfferBatch.Builder large = OfferBatch.builder();
    LongStream.range(0, 5_000)
        .forEach(id ->
            large.upsert(
                Offer.builder(MarketplaceSchema.schema()).set(MarketplaceSchema.ID, id).build()));
    try (Database database = Database.sqlite(other);
        OfferEngine engine =
            OfferEngine.builder(MarketplaceSchema.schema())
                .journal(new DurableOffers(database, MarketplaceSchema.schema()))
                .build()) {
      for (int i = 0; i < 2; i++) {
        // The pool replaces a connection that failed.
        setMostPages(database, 60);
        assertThatThrownBy(() -> engine.apply(large.build()))
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
            .hasMessageContaining("the disk of the database is full; nothing was stored");
        assertThat(engine.snapshot().size()).isZero();
      }
      setMostPages(database, 1_000_000);
      engine.apply(large.build());
      assertThat(engine.snapshot().size()).isEqualTo(5_000);
    }
  }

  private static void setMostPages(Database database, int pages) {
    database.write(
        connection -> connection.createStatement().execute("PRAGMA max_page_count = " + pages));
  }

  private static void load(Path directory) {
    try (Database database = Database.sqlite(directory);
        OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      new DurableOffers(database, engine.schema()).loadInto(engine, LoadListener.NONE);
    }
  }
}
