package io.offerengine.cluster.kafka;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.AcceptedSeq;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.Shard;
import io.offerengine.cluster.kafka.KafkaWriter.Resolved;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A log on Apache Kafka, which many members append to and follow.
 *
 * <p>A topic with one partition has the batches in order; a compacted topic has the offers after
 * the last batch, and its position. A transaction writes batches to both. Members read what is
 * committed.
 *
 * <p>One member at a time is the writer. A member that appends a batch becomes the writer, and
 * Kafka refuses what the former writer still sends. Kafka must end the former writer's transactions
 * for this, which takes much longer than an append, so the batches of all members should go to
 * {@link #writer}. A writer works batches out against the engine that it {@linkplain #use uses}, or
 * else against one of its own, which it makes at its first append and which follows the log.
 *
 * <p>If it is unknown whether a batch was committed, the member becomes the writer once more, which
 * ends the transaction in one way or the other, and looks for the identifier of the batch.
 *
 * <p><b>Cost.</b> An append is a transaction of Kafka, and waits until readers see it. Appends that
 * come meanwhile share the next transaction. An engine of a writer's own takes the memory of all
 * offers: about 700 bytes per offer of the marketplace.
 *
 * <p><b>Threads.</b> Safe for all. One thread of the log appends.
 */
public final class KafkaLog implements ChangeLog {
  /** How long an append goes on after a failure. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  /** After how many changes old ones are trimmed. */
  private static final int TRIM_PERIOD = 10_000;

  /** About how many operations a transaction has at most. */
  private static final int GROUP_OPERATIONS = 10_000;

  private static final int MOST_PAUSE_MILLIS = 100;

  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final KafkaSettings settings;
  private final Schema schema;
  private final String name;
  private final ChangeTexts texts;
  private final KafkaClients clients;
  private final KafkaTopics topics;
  private final LogProbe probe;

  /** What appends wait for, in the order in which they came. */
  private final Queue<Append> waiting = new ConcurrentLinkedQueue<>();

  private final ExecutorService writing =
      Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "offer-engine-kafka-writer");
        thread.setDaemon(true);
        return thread;
      });

  private final LastWriter lastWriter = new LastWriter();

  private @Nullable KafkaWriter writer;

  /** The offers of a writer; null before the first append. */
  private @Nullable EngineOffers offers;

  /** How many changes the log had when it was trimmed last. */
  private long trimmedAt;

  /** Creates the log of a member without a name. */
  public KafkaLog(KafkaSettings settings, Schema schema) {
    this(settings, schema, "");
  }

  /**
   * Creates a log. Its topics are made, if they are missing, when the log is used first.
   *
   * @param name a name of this member for {@link #writer} of the others, such as its address; empty
   *     for none
   */
  public KafkaLog(KafkaSettings settings, Schema schema, String name) {
    this.settings = settings;
    this.schema = schema;
    this.name = name;
    texts = new ChangeTexts(schema);
    clients = new KafkaClients(settings);
    topics = new KafkaTopics(clients, settings);
    probe = new LogProbe(clients, topics);
  }

  /**
   * Lets appends work batches out against an engine that follows this log, instead of one of their
   * own. Call this before the first append.
   *
   * @param engine has all offers
   * @param follower lets the engine follow this log
   */
  public synchronized void use(OfferEngine engine, LogFollower follower) {
    offers = EngineOffers.of(engine, follower);
  }

  /**
   * Returns the name of the member that wrote the last batch, as far as this log knows: the member
   * that should get the next batches.
   *
   * @return empty if there is no batch, or if the member has no name
   * @throws LogUnavailableException if Kafka can't be reached
   */
  public String writer() {
    String last = lastWriter.name();
    if (last != null) {
      return last;
    }
    try {
      BatchRecord batch = probe.lastBatch();
      if (batch == null) {
        return "";
      }
      lastWriter.wrote(batch.position().seq(), batch.writer());
      return batch.writer();
    } catch (InterruptException e) {
      throw KafkaClients.unavailable(e);
    }
  }

  @Override
  public Position append(OfferBatch batch) {
    Append own = new Append(batch);
    waiting.add(own);
    try {
      // One run may append what several appends added.
      writing.execute(this::appendAll);
    } catch (RejectedExecutionException e) {
      throw new LogUnavailableException("the log is closed", false, e);
    }
    return own.position();
  }

  /** Appends what waits, in one transaction, until it is done or has failed for too long. */
  private synchronized void appendAll() {
    List<Append> group = new ArrayList<>();
    int operations = 0;
    for (Append next = waiting.peek();
        next != null && (group.isEmpty() || operations + next.size() <= GROUP_OPERATIONS);
        next = waiting.peek()) {
      group.add(next);
      operations += next.size();
      waiting.remove();
    }
    long firstFailure = 0;
    while (!group.isEmpty()) {
      try {
        appendAll(group);
        group.forEach(Append::end);
        return;
      } catch (KafkaException | LogUnavailableException e) {
        closeWriter();
        long now = System.nanoTime();
        firstFailure = firstFailure == 0 ? now : firstFailure;
        if (now - firstFailure > SETTLE.toNanos() || !pause()) {
          group.forEach(each -> each.fail(e));
          return;
        }
      } catch (RuntimeException | Error e) {
        closeWriter();
        group.forEach(each -> each.fail(e));
        return;
      }
    }
  }

  private void appendAll(List<Append> group) {
    KafkaWriter current = writer == null ? takeOver(group) : writer;
    EngineOffers stored = offers;
    if (stored == null) {
      throw new IllegalStateException("a writer has no offers");
    }
    List<Resolved> changing = new ArrayList<>();
    Position head = current.head();
    for (Append each : group) {
      if (each.isLogged()) {
        continue;
      }
      List<ChangedOffer> changes = each.resolve(schema, stored.stored(), head);
      if (!changes.isEmpty()) {
        head = each.next(head);
        changing.add(new Resolved(head.batch(), changes));
        stored.appended(head.seq(), changes);
      }
    }
    if (!changing.isEmpty()) {
      current.append(changing);
      lastWriter.wrote(head.seq(), name);
      trim(current);
    } else if (!probe.end().position().equals(head)) {
      // What changes nothing or is refused is known only if nobody else has become the writer.
      throw new LogUnavailableException("Kafka: another member writes the log", false, null);
    }
  }

  /** Becomes the writer, and finds out which batches of a group were committed. */
  private KafkaWriter takeOver(List<Append> group) {
    KafkaWriter taken = new KafkaWriter(clients, topics, probe, texts, name);
    writer = taken;
    taken.requireTogether();
    group.forEach(each -> each.settle(probe));
    catchUp(taken.head());
    return taken;
  }

  private void catchUp(Position head) {
    EngineOffers known = offers == null ? makeOffers() : offers;
    if (known.catchUp(head, SETTLE)) {
      return;
    }
    // The engine has batches that the log lacks.
    closeOffers();
    throw new LogUnavailableException("Kafka: the topics were replaced", false, null);
  }

  private EngineOffers makeOffers() {
    OfferEngine followed = OfferEngine.builder(schema).build();
    LogFollower following = new LogFollower(this, followed, Shard.ALL);
    following.start();
    EngineOffers made = EngineOffers.owning(followed, following);
    offers = made;
    return made;
  }

  private void closeOffers() {
    if (offers != null && offers.close()) {
      offers = null;
    }
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
    return new KafkaTail(clients, topics, probe, texts, lastWriter, after);
  }

  /**
   * Returns the batches of this log with whole offers. The caller closes the history before this
   * log.
   *
   * @param engine has all offers
   * @param follower lets the engine follow this log
   */
  public KafkaHistory history(OfferEngine engine, LogFollower follower) {
    return new KafkaHistory(clients, topics, probe, texts, engine, follower);
  }

  @Override
  public Bootstrap bootstrap() {
    return new KafkaBootstrap(clients, topics, texts);
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
   * Accepts the topics as they are, after they were replaced by a copy that lacks batches. The log
   * goes on at {@link AcceptedSeq}, and earlier batches are removed. So every member, also one that
   * was cut off meanwhile, loads all offers again. Versions never go back.
   *
   * @return the number of the last batch
   * @throws LogUnavailableException if Kafka can't be reached
   */
  public synchronized long accept() {
    closeWriter();
    topics.requireExisting();
    try (KafkaWriter accepting = new KafkaWriter(clients, topics, probe, texts, "")) {
      // First of all: a reader of a lost batch must find a gap, not another batch.
      trim(Long.MAX_VALUE);
      return accepting.jump();
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

  /** Closes the log, after appends that run have ended. */
  @Override
  public void close() {
    writing.shutdown();
    try {
      boolean unused = writing.awaitTermination(2 * SETTLE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      closeWriter();
      closeOffers();
    }
    probe.close();
    topics.close();
  }
}
