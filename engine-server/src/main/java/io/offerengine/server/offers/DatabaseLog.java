package io.offerengine.server.offers;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.Position;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;

/** Stub. */
public final class DatabaseLog implements ChangeLog {
  public DatabaseLog(Database database, Schema schema) {}
  @Override public Position append(OfferBatch batch) { throw new UnsupportedOperationException(); }
  @Override public Position head() { throw new UnsupportedOperationException(); }
  @Override public Tail tail(Position after) { throw new UnsupportedOperationException(); }
  @Override public Bootstrap bootstrap() { throw new UnsupportedOperationException(); }
  @Override public void trim(long upTo) {}
  @Override public void close() {}
}
