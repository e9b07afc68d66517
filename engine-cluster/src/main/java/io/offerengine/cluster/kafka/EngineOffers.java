package io.offerengine.cluster.kafka;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.cluster.FollowerStatus;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The offers after the last batch of a writer: those of an engine that follows the log, with the
 * writer's own batches that the engine does not have yet.
 *
 * <p><b>Threads.</b> Confined to the thread that has the lock of the log.
 */
final class EngineOffers {
  private static final long WAIT_MILLIS = 2;

  /** The most changes that the engine may lack. */
  private static final int MOST_AHEAD = 200_000;

  private final OfferEngine engine;
  private final LogFollower follower;

  /** Whether nobody else has the engine. */
  private final boolean isOwned;

  private final Map<Long, Newer> newer = new HashMap<>();
  private final Deque<Batch> batches = new ArrayDeque<>();

  /** The batch up to which the engine has everything. */
  private long floor;

  /** What the batch of a number made of an offer. */
  private record Newer(long seq, @Nullable Offer offer) {}

  private record Batch(long seq, List<ChangedOffer> changes) {}

  private EngineOffers(OfferEngine engine, LogFollower follower, boolean isOwned) {
    this.engine = engine;
    this.follower = follower;
    this.isOwned = isOwned;
  }

  /** Returns the offers of an engine of somebody else. */
  static EngineOffers of(OfferEngine engine, LogFollower follower) {
    return new EngineOffers(engine, follower, false);
  }

  /** Returns the offers of an engine, which is closed with them. */
  static EngineOffers owning(OfferEngine engine, LogFollower follower) {
    return new EngineOffers(engine, follower, true);
  }

  /** Closes an engine of the log itself; returns whether it is one. */
  boolean close() {
    if (isOwned) {
      follower.close();
      engine.close();
    }
    return isOwned;
  }

  /**
   * Waits until the engine has the offers as of the head of a log to which nobody else appends.
   *
   * @return false if the engine has batches that are not in the log
   * @throws LogUnavailableException if this takes too long
   */
  boolean catchUp(Position head, Duration patience) {
    newer.clear();
    batches.clear();
    floor = head.seq();
    long start = System.nanoTime();
    while (true) {
      FollowerStatus status = follower.status();
      Position position = status.position();
      if (head.equals(position) && !status.isReloading()) {
        return true;
      }
      if (status.restored() != null) {
        return false;
      }
      // A log that was replaced is noticed a moment later.
      if (position != null && position.seq() > head.seq()) {
        throw new LogUnavailableException("another member writes the log", false, null);
      }
      require(System.nanoTime() - start < patience.toNanos());
      pause();
    }
  }

  /** Returns what finds the stored offer of an identifier. */
  LongFunction<@Nullable Offer> stored() {
    Snapshot now = snapshot();
    return id -> {
      Newer own = newer.get(id);
      return own != null && own.seq() > now.version() ? own.offer() : now.find(id);
    };
  }

  private Snapshot snapshot() {
    long start = System.nanoTime();
    while (true) {
      Snapshot now = engine.snapshot();
      forget(now.version());
      if (now.version() >= floor && newer.size() <= MOST_AHEAD) {
        return now;
      }
      require(System.nanoTime() - start < KafkaClients.ANSWER.toNanos());
      pause();
    }
  }

  private void forget(long version) {
    while (!batches.isEmpty() && batches.getFirst().seq() <= version) {
      Batch known = batches.removeFirst();
      floor = known.seq();
      for (ChangedOffer change : known.changes()) {
        newer.computeIfPresent(change.id(), (id, own) -> own.seq() <= known.seq() ? null : own);
      }
    }
  }

  /** Notes a batch that was appended. */
  void appended(long seq, List<ChangedOffer> changes) {
    batches.addLast(new Batch(seq, changes));
    for (ChangedOffer change : changes) {
      newer.put(change.id(), new Newer(seq, change.after()));
    }
  }

  private static void require(boolean isInTime) {
    if (!isInTime) {
      throw new LogUnavailableException(
          "this member has not read the log to its end yet", false, null);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("the thread was interrupted", false, e);
    }
  }
}
