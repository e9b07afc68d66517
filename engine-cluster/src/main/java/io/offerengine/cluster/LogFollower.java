package io.offerengine.cluster;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog.Bootstrap;
import io.offerengine.cluster.ChangeLog.Head;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the offers of an engine equal to those of a log. The version of the engine is the number of
 * the last batch that was applied.
 *
 * <p>A follower loads all offers once, unless the engine has saved ones, and then applies the
 * batches of the log in order. It applies a batch only if the batch before it is the last one that
 * it applied; otherwise it loads all offers again. While the log can't be reached, the follower
 * tries again for ever. If the log {@linkplain LogRestoredException was replaced} by an older one,
 * the follower applies nothing until the operator accepts this, and then loads all offers again.
 *
 * <p>Nobody else may change the engine.
 *
 * <p><b>Threads.</b> Safe for all. A follower has one thread of its own.
 */
public final class LogFollower implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** How long a poll waits; closing may take as long. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** How soon a log that failed is tried again. */
  private static final long RETRY_MILLIS = 100;

  /** How seldom all offers are loaded if each attempt fails for a reason of the follower's own. */
  private static final long LONGEST_RETRY_MILLIS = 30_000;

  private final ChangeLog log;
  private final OfferEngine engine;
  private final LongConsumer published;
  private final Waiters waiters = new Waiters();
  private final Thread thread = new Thread(this::run, "log-follower");
  private final long started = System.nanoTime();

  private volatile @Nullable Position position;

  /** The position after the batch that is being applied. */
  private volatile @Nullable Position next;

  private volatile boolean mustReload = true;
  private volatile boolean isClosed;
  private volatile Head head = new Head(0, started);
  private volatile long currentAsOf = started;
  private volatile @Nullable Instant unreachableSince;
  private volatile @Nullable String restored;
  private volatile @Nullable String failure;
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong reloads = new AtomicLong();
  private final AtomicLong restores = new AtomicLong();

  /**
   * Creates a follower, which {@link #start} starts.
   *
   * @param engine without offers, or with those that were restored
   */
  public LogFollower(ChangeLog log, OfferEngine engine) {
    this(log, engine, changed -> {});
  }

  /**
   * Creates a follower, which {@link #start} starts.
   *
   * @param engine without offers, or with those that were restored
   * @param published called after each version that the engine publishes, before the next one, with
   *     the most offers that may have changed; the futures of {@link #reached} wait for this call
   */
  public LogFollower(ChangeLog log, OfferEngine engine, LongConsumer published) {
    this.log = log;
    this.engine = engine;
    this.published = published;
    thread.setDaemon(true);
  }

  /** Starts to load all offers and to follow the log. Returns at once. */
  public void start() {
    thread.start();
  }

  /**
   * Starts to follow the log with an engine that {@linkplain
   * OfferEngine#restore(java.nio.file.Path, long) restored} its offers. Returns at once.
   *
   * @param from the position of the restored offers; the version of the engine is its number
   * @throws IllegalArgumentException if the engine has another version
   */
  public void start(Position from) {
    if (engine.snapshot().version() != from.seq()) {
      throw new IllegalArgumentException(
          "the engine has the version " + engine.snapshot().version() + ", not " + from.seq());
    }
    position = from;
    mustReload = false;
    published.accept(engine.snapshot().size());
    waiters.reach(from.seq());
    thread.start();
  }

  /** Returns how far the follower is. */
  public FollowerStatus status() {
    return new FollowerStatus(
        position,
        head.seq(),
        Duration.ofNanos(Math.max(0, System.nanoTime() - currentAsOf)),
        mustReload,
        unreachableSince,
        restored,
        failure,
        batches.get(),
        reloads.get(),
        restores.get());
  }

  /**
   * Returns the position of the engine's offers when the engine publishes or saves a version:
   *
   * <pre>engine.save(directory, version -> text(follower.positionOf(version)))</pre>
   *
   * @param version the engine's latest version
   * @throws IllegalStateException if the follower does not know this version
   */
  public Position positionOf(long version) {
    for (Position known : new Position[] {next, position}) {
      if (known != null && known.seq() == version) {
        return known;
      }
    }
    throw new IllegalStateException("the follower did not make the version " + version);
  }

  /**
   * Returns a future that is completed as soon as the engine has all batches up to a number. The
   * follower's own thread completes it, so whoever adds work adds it by an {@code Async} method. If
   * the caller completes the future, for example after a time, nothing is left of it.
   */
  public CompletableFuture<@Nullable Void> reached(long seq) {
    return waiters.add(seq);
  }

  /** Ends the following, within seconds. The engine and the log stay open. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    long pause = RETRY_MILLIS;
    while (!isClosed) {
      long applied = batches.get();
      boolean isStuck = false;
      try {
        Position from = position;
        if (mustReload || from == null) {
          from = reload();
        }
        follow(from);
      } catch (InterruptedException e) {
        return;
      } catch (ReloadException e) {
        mustReload = true;
        LOGGER.log(Level.INFO, "Loading all offers again: {0}", e.getMessage());
      } catch (LogUnavailableException e) {
        noteUnreachable(e);
      } catch (LogRestoredException e) {
        noteRestored(e);
      } catch (RuntimeException | Error e) {
        if (isClosed) {
          return;
        }
        mustReload = true;
        isStuck = failure != null && batches.get() == applied;
        failure = String.valueOf(e);
        LOGGER.log(Level.ERROR, "Following the log failed; all offers are loaded again", e);
      }
      pause = isStuck ? Math.min(2 * pause, LONGEST_RETRY_MILLIS) : RETRY_MILLIS;
      if (!pause(pause)) {
        return;
      }
    }
  }

  private boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private Position reload() {
    mustReload = true;
    try (Bootstrap bootstrap = log.bootstrap()) {
      Position loaded = bootstrap.position();
      requireNotOlder(loaded);
      next = loaded;
      long earlier = engine.snapshot().size();
      engine.replace(loaded.seq(), bootstrap.offers(), LoadListener.NONE);
      position = loaded;
      reloads.incrementAndGet();
      mustReload = false;
      noteReachable();
      published.accept(Math.max(earlier, engine.snapshot().size()));
      waiters.reach(loaded.seq());
      return loaded;
    }
  }

  /** Offers go back to an earlier batch only after an operator has accepted the log. */
  private void requireNotOlder(Position loaded) {
    Position last = position;
    if (last != null
        && (loaded.seq() < last.seq()
            || (loaded.seq() == last.seq() && !loaded.batch().equals(last.batch())))) {
      throw new LogRestoredException(
          "the log was replaced by a copy: its last batch is "
              + loaded.seq()
              + " ("
              + loaded.batch()
              + "), this member has batch "
              + last.seq()
              + " ("
              + last.batch()
              + ")");
    }
  }

  private void follow(Position from) throws InterruptedException {
    try (Tail tail = log.tail(from)) {
      while (!isClosed) {
        try {
          follow(tail);
        } catch (LogUnavailableException e) {
          noteUnreachable(e);
          Thread.sleep(RETRY_MILLIS);
        } catch (LogRestoredException e) {
          noteRestored(e);
          Thread.sleep(RETRY_MILLIS);
        }
      }
    }
  }

  private void follow(Tail tail) throws InterruptedException {
    for (LoggedBatch batch : tail.poll(POLL)) {
      apply(batch);
    }
    Position last = position;
    head = tail.head();
    if (last != null && last.seq() >= head.seq()) {
      currentAsOf = head.asOf();
    }
    noteReachable();
  }

  private void apply(LoggedBatch batch) {
    Position last = position;
    long seq = batch.position().seq();
    List<LoggedChange> changes = batch.changes();
    if (changes == null) {
      throw new ReloadException("the log does not have the changes of batch " + seq);
    }
    if (last == null || seq != last.seq() + 1 || !batch.previous().equals(last.batch())) {
      throw new ReloadException("batch " + seq + " does not follow " + last);
    }
    next = batch.position();
    long version = engine.apply(operations(changes));
    if (version != seq) {
      throw new IllegalStateException(
          "somebody else changes the engine: batch " + seq + " became version " + version);
    }
    position = batch.position();
    batches.incrementAndGet();
    published.accept(changes.size());
    waiters.reach(seq);
  }

  private OfferBatch operations(List<LoggedChange> changes) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (LoggedChange change : changes) {
      Offer whole = change.whole();
      OfferChanges fields = change.changes();
      if (whole != null) {
        batch.upsert(whole);
      } else if (fields != null) {
        batch.update(change.id(), fields);
      } else {
        batch.delete(change.id());
      }
    }
    return batch.build();
  }

  private void noteReachable() {
    unreachableSince = null;
    restored = null;
    failure = null;
  }

  private void noteUnreachable(LogUnavailableException problem) {
    if (unreachableSince == null) {
      unreachableSince = Instant.now();
      LOGGER.log(Level.WARNING, "The log can''t be reached: {0}", problem.getMessage());
    }
  }

  private void noteRestored(LogRestoredException problem) {
    unreachableSince = null;
    if (restored == null) {
      restored = String.valueOf(problem.getMessage());
      restores.incrementAndGet();
      LOGGER.log(Level.ERROR, "An operator must accept the log: {0}", problem.getMessage());
    }
  }
}
