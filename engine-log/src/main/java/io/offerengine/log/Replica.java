package io.offerengine.log;

import io.offerengine.BatchResult;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.query.EngineException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An engine with the offers as of one position of a log. Only this class changes the engine.
 *
 * <p><b>Threads.</b> Safe for all. What changes the engine holds the lock of this object: an append
 * until its transaction has ended, an entry of the log while it is applied.
 */
final class Replica {
  private final OfferEngine.Builder config;
  private final @Nullable Mark mark;
  private final Waiters waiters = new Waiters();

  /**
   * Held by an append from before it locks the head of the log, and while all offers are replaced,
   * so that nobody waits for a replacement with the head locked.
   */
  private final ReentrantLock exclusive = new ReentrantLock(true);

  private volatile OfferEngine engine;

  /** Null before all offers were loaded. */
  private volatile @Nullable Position position;

  /** The position that the engine is about to have. */
  private volatile @Nullable Position next;

  /**
   * Whether the engine lacks an entry that was committed here, since it failed afterwards, or an
   * error of the JVM stopped it. All offers are then loaded again, into a new engine.
   */
  private volatile boolean isBroken;

  /** What stores the batches that are being decided. */
  private @Nullable Commit storing;

  /** The position of the batches that are being decided; null until they are committed. */
  private @Nullable Position stored;

  /** Stores batches. */
  @FunctionalInterface
  interface Commit {
    /**
     * Stores batches, and returns the position of the last one when all of them are committed.
     *
     * @throws StaleException if the log has later entries
     * @throws RuntimeException if nothing was stored, as far as is known
     */
    Position commit(Position from, List<List<ChangedOffer>> batches);
  }

  /** The log has entries that the engine lacked when it decided a batch. */
  static final class StaleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StaleException() {
      super("the log has later entries than the engine", null, false, false);
    }
  }

  /** An entry can't be applied, and would fail again; the engine stops before the entry. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException(String reason, Throwable cause) {
      super(reason, cause);
    }
  }

  /** A version and its position. */
  record At(Snapshot snapshot, Position position) {}

  /**
   * Creates a replica without offers.
   *
   * @param engines the configuration of its engine, whose journal is that of the replica
   * @param mark remembers what was visible; null for a log that no other one can replace
   */
  Replica(OfferEngine.Builder engines, @Nullable Mark mark) {
    this.config = engines.copy().journal(this::record);
    this.mark = mark;
    this.engine = config.build();
  }

  /** Returns the lock that an append holds before it locks the head of the log. */
  ReentrantLock exclusive() {
    return exclusive;
  }

  OfferEngine engine() {
    return engine;
  }

  /** Returns the position; null before all offers were loaded. */
  @Nullable Position position() {
    return position;
  }

  /** Returns whether all offers must be loaded again. */
  boolean isBroken() {
    return isBroken;
  }

  /** Returns the latest version with its position. */
  synchronized At snapshot() {
    return new At(engine.snapshot(), Objects.requireNonNull(position));
  }

  /**
   * Returns the position of a version that the engine has or is about to publish.
   *
   * @throws IllegalStateException if it is another one
   */
  Position positionOf(long version) {
    for (Position known : new Position[] {next, position}) {
      if (known != null && known.number() == version) {
        return known;
      }
    }
    throw new IllegalStateException("no entry of the log made the version " + version);
  }

  /** Returns a future that is completed as soon as searches see the entry of a number. */
  CompletableFuture<@Nullable Void> reached(long number) {
    return waiters.add(number);
  }

  /** Begins with offers that were restored from files. */
  synchronized void begin(Position restored) {
    publish(restored, () -> {});
  }

  /**
   * Replaces all offers.
   *
   * @throws RuntimeException if the iterator throws it; the offers stay as they were
   */
  void replace(Position loaded, Iterator<Offer> offers, LoadListener progress) {
    exclusive.lock();
    try {
      synchronized (this) {
        OfferEngine earlier = engine;
        // An engine that an error of the JVM stopped is closed.
        OfferEngine into = isBroken ? config.build() : earlier;
        publish(
            loaded,
            () -> {
              into.replace(loaded.number(), offers, progress);
              engine = into;
            });
        isBroken = false;
        if (into != earlier) {
          earlier.close();
        }
      }
    } finally {
      exclusive.unlock();
    }
  }

  /**
   * Applies an entry, unless the engine has it.
   *
   * @param changes what it changed; empty for a marker
   * @throws Follower.ReloadException if the entry does not follow the last one of the engine
   * @throws StoppedException if the engine can't apply the entry
   */
  synchronized void apply(StoredEntry entry, OfferBatch changes) {
    Position last = Objects.requireNonNull(position);
    if (entry.number() <= last.number()) {
      return;
    }
    requireNext(last, entry.previous(), entry.number());
    publish(
        entry.position(),
        () -> {
          try {
            engine.applyAt(entry.number(), changes);
          } catch (EngineException e) {
            throw e;
          } catch (RuntimeException e) {
            throw new StoppedException(
                "entry " + entry.number() + " of the log can't be applied: " + e.getMessage(), e);
          }
        });
  }

  private static void requireNext(Position last, UUID previous, long number) {
    if (!previous.equals(last.entry())) {
      throw new Follower.ReloadException(
          "entry " + number + " does not follow entry " + last.number());
    }
  }

  /**
   * Decides batches against the engine's version, and publishes them when they are stored.
   *
   * @param from the end of the log
   * @throws StaleException if the engine has another position
   * @throws LogUnavailableException if the batches were stored and can't be published: the engine
   *     is then {@linkplain #isBroken broken}
   */
  synchronized List<BatchResult> decide(Position from, List<OfferBatch> batches, Commit commit) {
    if (isBroken || !from.is(Objects.requireNonNull(position))) {
      throw new StaleException();
    }
    storing = commit;
    stored = null;
    try {
      List<BatchResult> results = engine.applyEach(batches);
      if (stored != null) {
        position = stored;
        waiters.reach(stored.number());
      }
      return results;
    } catch (RuntimeException | Error e) {
      isBroken = stored != null || e instanceof Error;
      if (stored == null) {
        throw e;
      }
      throw new LogUnavailableException(
          "the batch was stored, but searches do not see it yet", true, e);
    }
  }

  /** Stores decided batches, as the journal of the engine. */
  private void record(long version, List<List<ChangedOffer>> batches) {
    Position from = Objects.requireNonNull(position);
    if (version != from.number()) {
      throw new IllegalStateException("somebody else changes the engine");
    }
    Position end = Objects.requireNonNull(storing).commit(from, batches);
    stored = end;
    next = end;
    remember(end);
  }

  private void publish(Position published, Runnable change) {
    remember(published);
    next = published;
    try {
      change.run();
    } catch (Error e) {
      isBroken = true;
      throw e;
    }
    position = published;
    waiters.reach(published.number());
  }

  /** Before a version is visible. */
  private void remember(Position visible) {
    if (mark != null) {
      mark.write(visible);
    }
  }
}
