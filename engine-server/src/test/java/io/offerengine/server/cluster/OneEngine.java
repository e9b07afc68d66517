package io.offerengine.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.LoadListener;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogEntry;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.LoggedChange;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A single engine that reads the entries of the log one by one in the process of the test, and
 * remembers all versions: what a cluster must answer.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class OneEngine implements AutoCloseable {
  /** Versions that are remembered; each takes a few kB. */
  private static final int MOST_VERSIONS = 20_000;

  private static final int READ_BYTES = 1 << 20;

  private final SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
  private final ConcurrentSkipListMap<Long, Snapshot> versions = new ConcurrentSkipListMap<>();
  private final Database database;
  private final OfferEngine engine;

  /** Another engine on the log, which reads it. */
  private final DurableEngine log;

  private final Thread thread = new Thread(this::follow, "one-engine");
  private volatile boolean isClosed;

  /** Follows the log of a database, at a fixed time. */
  OneEngine(Database database, long secondsSince1970) {
    this.database = database;
    engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> Instant.ofEpochSecond(secondsSince1970))
            .build();
    engine.replace(0, List.<Offer>of().iterator(), LoadListener.NONE);
    remember();
    log =
        DurableEngine.builder(MarketplaceSchema.schema(), database.log())
            .engine(
                OfferEngine.builder(MarketplaceSchema.schema())
                    .clock(() -> Instant.ofEpochSecond(secondsSince1970)))
            .open();
    thread.start();
  }

  private void follow() {
    while (!isClosed) {
      try {
        long last = engine.snapshot().version();
        for (LogEntry entry : log.entries(last, Long.MAX_VALUE, READ_BYTES).entries()) {
          apply(entry);
        }
        Waiting.pause(2);
      } catch (LogUnavailableException databaseIsAway) {
        // The next attempt may find it.
      }
    }
  }

  private void apply(LogEntry entry) {
    if (entry.kind() == LogEntry.Kind.CHANGES) {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (LoggedChange change : entry.changes()) {
        if (change.after() == null) {
          batch.delete(change.id());
        } else {
          batch.upsert(change.after());
        }
      }
      engine.applyAt(entry.number(), batch.build());
    } else {
      // The operator accepted an older copy, and nobody writes meanwhile.
      Waiting.until(() -> log.snapshot().version() >= entry.number());
      engine.replace(entry.number(), offers(log.snapshot()).iterator(), LoadListener.NONE);
    }
    remember();
  }

  private static List<Offer> offers(Snapshot snapshot) {
    List<Offer> offers = new ArrayList<>();
    Query everything =
        Query.builder(snapshot.schema()).orderById().fold(false).limit(10_000).build();
    Matches matches = snapshot.search(everything);
    for (Match match : matches) {
      offers.add(match.toOffer());
    }
    return offers;
  }

  private void remember() {
    Snapshot latest = engine.snapshot();
    versions.put(latest.version(), latest);
    while (versions.size() > MOST_VERSIONS) {
      versions.pollFirstEntry();
    }
  }

  /** Returns the latest version. */
  Snapshot latest() {
    return engine.snapshot();
  }

  /** Waits until the engine has all entries that the log has now. */
  void catchUp() {
    long head = database.<Long>read(sql -> DurableEngine.head(sql.connection()));
    Waiting.until(() -> engine.snapshot().version() >= head);
  }

  /** Returns the answer to a search at a version. */
  String answer(long version, String body) {
    try {
      Waiting.until(() -> versions.containsKey(version));
    } catch (AssertionError e) {
      throw new AssertionError("no version " + version + " but " + latest().version(), e);
    }
    Snapshot snapshot = versions.get(version);
    byte[] request = body.getBytes(UTF_8);
    return new String(
        codec.writeResponse(snapshot.search(codec.readRequest(request).query())), UTF_8);
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log.close();
    engine.close();
  }
}
