package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.OfferSource.Loaded;
import io.offerengine.server.cli.Version;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.offers.SavedOffers;
import io.offerengine.server.store.ChangeLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The offers of a member of a cluster: the engine follows the log, and changes are appended to it.
 *
 * <p>Source: decision 95.
 */
final class FollowedOffers implements ServiceOffers {
  private static final long LOOK_MILLIS = 200;

  /** How long a start waits for a log that can't be reached. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(30);

  private final DatabaseMemberLog log;
  private final OfferOptions options;
  private final OfferEngine engine;
  private final LogFollower follower;
  private final LogWriter writer;
  private final MemberVersions versions;

  /** The files of the offers; null if there are none. */
  private final @Nullable SavedOffers saved;

  private final @Nullable SaveThread saves;

  /** The version that was saved last. */
  private volatile long savedVersion = -1;

  private boolean isClosed;

  /**
   * Creates an engine without offers.
   *
   * @param files the directory of saved offers; null for none
   * @param bound how old the offers may be
   */
  FollowedOffers(
      OfferEngine.Builder builder,
      DatabaseMemberLog log,
      OfferOptions options,
      @Nullable Path files,
      Duration bound) {
    this.log = log;
    this.options = options;
    engine = builder.build();
    follower = new LogFollower(log.log(), engine);
    writer = new LogWriter(log.log(), follower);
    versions = new MemberVersions(engine, follower, bound);
    saved = files == null ? null : new SavedOffers(files, this::hasAllSince, Version.text());
    saves = saved == null ? null : new SaveThread(() -> save(saved));
  }

  private boolean hasAllSince(ChangeLog.Position position) {
    return log.hasAllSince(new Position(position.seq(), position.batch()));
  }

  @Override
  public OfferEngine engine() {
    return engine;
  }

  @Override
  public OfferVersions versions() {
    return versions;
  }

  @Override
  public BatchWriter writer() {
    return writer;
  }

  @Override
  public void watch(Readiness readiness, ServiceMetrics metrics) {
    readiness.add(versions::unreadiness);
    metrics.read(follower::status, writer::appends, writer::conflicts);
  }

  @Override
  public Start load() throws InterruptedException {
    OfferSource first = options.givenFile();
    DatabaseMemberLog.Filled filled = log.fill(first, engine.schema(), options.duplicates());
    follow();
    if (saves != null) {
      saves.start();
    }
    return new Start(
        new Loaded(engine.snapshot().size(), filled.skippedFields()),
        log.describe(),
        filled.isFileSkipped() ? first : null);
  }

  /** Follows the log, and waits until the engine has all offers that are stored now. */
  private void follow() throws InterruptedException {
    long head = head();
    var restored = saved == null ? Optional.<ChangeLog.Position>empty() : saved.takeUp(engine);
    restored.ifPresentOrElse(
        position -> follower.start(new Position(position.seq(), position.batch())),
        follower::start);
    // Saved offers may be of any age.
    awaitAll(follower.reached(head));
  }

  /** Returns the number of the last batch; waits for a log that can't be reached yet. */
  private long head() throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try {
        return log.log().head().seq();
      } catch (LogUnavailableException e) {
        if (System.nanoTime() - start > START_PATIENCE.toNanos()) {
          throw new CommandFailure(
              ExitCode.DATABASE, log.describe() + " can't be reached: " + e.getMessage());
        }
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  /** Waits until the engine has all offers, unless they can't be loaded. */
  private void awaitAll(CompletableFuture<?> all) throws InterruptedException {
    while (!all.isDone()) {
      try {
        all.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        String failure = follower.status().failure();
        if (failure != null) {
          throw new CommandFailure(
              ExitCode.DATABASE, log.describe() + ": the offers can't be loaded: " + failure);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private ChangeLog.Position positionOf(long saving) {
    Position position = follower.positionOf(saving);
    return new ChangeLog.Position(position.seq(), position.batch());
  }

  private void save(SavedOffers files) {
    long version = engine.snapshot().version();
    if (version != savedVersion) {
      files.save(engine, this::positionOf);
      savedVersion = version;
    }
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    follower.close();
    engine.close();
    if (saves != null) {
      saves.close();
    }
    log.close();
  }
}
