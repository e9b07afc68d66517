package io.offerengine.cluster.kafka;

import io.offerengine.BatchResolver;
import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.Shard;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A log on Apache Kafka, which many members append to and follow.
 *
 * <p>A topic with one partition has the batches in order; a compacted topic has the offers after
 * the last batch, and its position. A batch is one transaction that writes to both. Members read
 * what is committed.
 *
 * <p>One member at a time is the writer. A member that appends a batch becomes the writer, and
 * Kafka refuses what the former writer still sends. Kafka must end the former writer's transactions
 * for this, so one member should get most batches. A writer works batches out against an engine of
 * its own, which it makes at its first append and which follows the log.
 *
 * <p>If it is unknown whether a batch was committed, the member becomes the writer once more, which
 * ends the transaction in one way or the other, and looks for the identifier of the batch.
 *
 * <p><b>Cost.</b> An append is a transaction of Kafka, and waits until readers see it; appends of
 * one log wait for each other. The engine of a writer takes the memory of all offers: about 700
 * bytes per offer of the marketplace.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class KafkaLog implements ChangeLog {
  /** How long an append goes on after a failure. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  /** More batches than a log has before somebody restores a copy of it. */
  private static final long STEP = 1_000_000_000_000L;

  /** After how many changes old ones are trimmed. */
  private static final int TRIM_PERIOD = 10_000;

  private static final int MOST_PAUSE_MILLIS = 100;

  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final KafkaSettings settings;
  private final Schema schema;
  private final ChangeLines lines;
  private final KafkaClients clients;
  private final KafkaTopics topics;
  private final LogProbe probe;

  private @Nullable KafkaWriter writer;

  /** The offers of a writer, with their engine and its follower; null before the first append. */
  private @Nullable EngineOffers offers;

  private @Nullable OfferEngine engine;
  private @Nullable LogFollower follower;

  /** How many changes the log had when it was trimmed last. */
  private long trimmedAt;

  /** A batch that is being appended. */
  private static final class Attempt {
    final UUID id = UUID.randomUUID();

    /** The number of a batch that may have been committed; 0 for none. */
    long seq;
  }

  /** Creates a log. Its topics are made, if they are missing, when the log is used first. */
  public KafkaLog(KafkaSettings settings, Schema schema) {
    this.settings = settings;
    this.schema = schema;
    lines = new ChangeLines(schema);
    clients = new KafkaClients(settings);
    topics = new KafkaTopics(clients, settings);
    probe = new LogProbe(clients, topics);
  }

  @Override
  public synchronized Position append(OfferBatch batch) {
    Attempt attempt = new Attempt();
    long firstFailure = 0;
    while (true) {
      try {
        return append(batch, attempt);
      } catch (KafkaException | LogUnavailableException e) {
        closeWriter();
        long now = System.nanoTime();
        firstFailure = firstFailure == 0 ? now : firstFailure;
        if (now - firstFailure > SETTLE.toNanos() || !pause()) {
          throw new LogUnavailableException(KafkaClients.message(e), attempt.seq != 0, e);
        }
      }
    }
  }

  private Position append(OfferBatch batch, Attempt attempt) {
    KafkaWriter current = writer == null ? takeOver(attempt) : writer;
    if (attempt.seq != 0) {
      return new Position(attempt.seq, attempt.id);
    }
    EngineOffers stored = offers;
    if (stored == null) {
      throw new IllegalStateException("a writer has no offers");
    }
    List<ChangedOffer> changes = BatchResolver.resolve(schema, batch, stored.stored());
    if (changes.isEmpty()) {
      return current.head();
    }
    attempt.seq = current.head().seq() + 1;
    current.append(attempt.id, changes);
    stored.appended(attempt.seq, changes);
    trim(current);
    return new Position(attempt.seq, attempt.id);
  }

  /** Becomes the writer, and finds out whether an attempt was committed. */
  private KafkaWriter takeOver(Attempt attempt) {
    KafkaWriter taken = new KafkaWriter(clients, topics, probe, lines);
    writer = taken;
    taken.requireTogether();
    if (attempt.seq != 0) {
      BatchRecord found = probe.batch(attempt.seq);
      if (found == null || !found.position().batch().equals(attempt.id)) {
        attempt.seq = 0;
      }
    }
    catchUp(taken.head());
    return taken;
  }

  private void catchUp(Position head) {
    EngineOffers known = offers == null ? makeOffers() : offers;
    if (known.catchUp(head, SETTLE)) {
      return;
    }
    // The engine has batches of a log that was replaced since.
    closeOffers();
    if (!makeOffers().catchUp(head, SETTLE)) {
      throw new LogUnavailableException("Kafka: the topics were replaced again", false, null);
    }
  }

  private EngineOffers makeOffers() {
    OfferEngine followed = OfferEngine.builder(schema).build();
    LogFollower following = new LogFollower(this, followed, Shard.ALL);
    following.start();
    EngineOffers made = new EngineOffers(followed, following);
    engine = followed;
    follower = following;
    offers = made;
    return made;
  }

  private void closeOffers() {
    if (follower != null) {
      follower.close();
      follower = null;
    }
    if (engine != null) {
      engine.close();
      engine = null;
    }
    offers = null;
  }

  private void trim(KafkaWriter current) {
    if (current.total() - trimmedAt < TRIM_PERIOD && trimmedAt != 0) {
      return;
    }
    trimmedAt = current.total();
    long least = current.total() - settings.mostChanges();
    try {
      BatchRecord kept = least <= 0 ? null : probe.firstBatch(batch -> batch.total() > least);
      if (kept != null) {
        trim(kept.position().seq() - 1);
      }
    } catch (LogUnavailableException e) {
      LOGGER.log(System.Logger.Level.WARNING, "The log was not trimmed: {0}", e.getMessage());
    }
  }

  @Override
  public Position head() {
    try {
      return probe.end().position();
    } catch (InterruptException e) {
      throw KafkaClients.unavailable(e);
    }
  }

  @Override
  public Tail tail(Position after) {
    return new KafkaTail(clients, topics, probe, lines, after);
  }

  @Override
  public Bootstrap bootstrap() {
    return new KafkaBootstrap(clients, topics, lines);
  }

  @Override
  public void trim(long upTo) {
    try {
      topics.deleteBefore(probe.offsetBehind(upTo));
    } catch (InterruptException e) {
      throw KafkaClients.unavailable(e);
    }
  }

  /**
   * Accepts the topics as they are, after they were replaced by a copy that lacks batches. The
   * number of the last batch jumps to the next multiple of 10^12, and earlier batches are removed.
   * So every member, also one that was cut off meanwhile, loads all offers again. Versions never go
   * back.
   *
   * @return the number of the last batch
   * @throws LogUnavailableException if Kafka can't be reached
   */
  public synchronized long accept() {
    closeWriter();
    topics.ensure();
    try (KafkaWriter accepting = new KafkaWriter(clients, topics, probe, lines)) {
      // First of all: a reader of a lost batch must find a gap, not another batch.
      trim(Long.MAX_VALUE);
      return accepting.jump(STEP);
    } catch (KafkaException e) {
      throw KafkaClients.unavailable(e);
    }
  }

  private static boolean pause() {
    try {
      // Writers that fence each other do not meet again at once.
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, MOST_PAUSE_MILLIS));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void closeWriter() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  @Override
  public synchronized void close() {
    closeWriter();
    closeOffers();
    probe.close();
    topics.close();
  }
}
