package io.offerengine.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.LogFollower;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A single engine that follows the log in the process of the test, and remembers all versions: what
 * a cluster must answer.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class OneEngine implements AutoCloseable {
  /** Versions that are remembered; each takes a few kB. */
  private static final int MOST_VERSIONS = 20_000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
  private final ConcurrentSkipListMap<Long, Snapshot> versions = new ConcurrentSkipListMap<>();
  private final ChangeLog log;
  private final OfferEngine engine;
  private final LogFollower follower;

  /** Follows a log, at a fixed time. */
  OneEngine(ChangeLog log, long secondsSince1970) {
    this.log = log;
    engine = OfferEngine.builder(MarketplaceSchema.schema()).clock(() -> secondsSince1970).build();
    follower = new LogFollower(log, engine, changed -> remember());
    follower.start();
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

  /** Waits until the engine has all batches that the log has now. */
  void catchUp() throws InterruptedException {
    long head = log.head().seq();
    while (engine.snapshot().version() < head) {
      Thread.sleep(2);
    }
  }

  /** Returns the answer to a search at a version. */
  String answer(long version, String body) throws InterruptedException {
    Snapshot snapshot = versions.get(version);
    for (Instant end = Instant.now().plus(PATIENCE); snapshot == null; ) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("no version " + version + " but " + follower.status());
      }
      Thread.sleep(2);
      snapshot = versions.get(version);
    }
    byte[] request = body.getBytes(UTF_8);
    return new String(
        codec.writeResponse(snapshot.search(codec.readRequest(request).query())), UTF_8);
  }

  @Override
  public void close() {
    follower.close();
    engine.close();
  }
}
