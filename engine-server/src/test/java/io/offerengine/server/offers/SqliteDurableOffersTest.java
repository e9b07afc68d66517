package io.offerengine.server.offers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
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
      file.seek(file.length() / 2);
      file.write(new byte[10_000]);
    }
    assertThatThrownBy(() -> load(other))
        .isInstanceOfAny(StoreException.class, DamagedOfferException.class)
        .hasMessageContaining("damaged");
  }

  private static void load(Path directory) {
    try (Database database = Database.sqlite(directory);
        OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      new DurableOffers(database, engine.schema()).loadInto(engine, LoadListener.NONE);
    }
  }
}
