package io.offerengine.server.offers;

import io.offerengine.cluster.ChangeLog.Bootstrap;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.json.OfferCodec;
import io.offerengine.schema.Offer;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * All offers of a database and the position of its log, as one transaction sees them. The
 * transaction runs on a thread of the {@link StoredOffers}, until all rows were read.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class DatabaseBootstrap implements Bootstrap {
  private final CompletableFuture<Position> position = new CompletableFuture<>();
  private final StoredOffers offers;

  DatabaseBootstrap(Database database, ChangeLog log, OfferCodec codec, OfferRecords records) {
    this.offers = new StoredOffers(receiver -> readAll(database, log, receiver), codec, records);
  }

  private void readAll(Database database, ChangeLog log, OfferRows.Receiver receiver) {
    try {
      database.<Integer>read(connection -> {
        position.complete(DatabaseLog.position(log.position(connection)));
        OfferRows.readAll(connection, receiver);
        return 0;
      });
    } catch (StoreException e) {
      LogUnavailableException failure =
          new LogUnavailableException(DatabaseLog.message(e), false, e);
      position.completeExceptionally(failure);
      throw failure;
    } catch (RuntimeException | Error e) {
      position.completeExceptionally(e);
      throw e;
    }
  }

  @Override
  public Position position() {
    try {
      return position.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  @Override
  public Iterator<Offer> offers() {
    return offers;
  }

  @Override
  public void close() {
    offers.close();
  }
}
