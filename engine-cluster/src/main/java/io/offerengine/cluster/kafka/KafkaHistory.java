package io.offerengine.cluster.kafka;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.cluster.ChangeText;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.FollowerStatus;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.OfferHistory;
import io.offerengine.cluster.OfferUndo;
import io.offerengine.cluster.Position;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The whole offers before and after each change in a {@link KafkaLog}. The present offers are those
 * of an engine that follows the log, so only batches that the engine has can be read.
 *
 * <p>Every method throws a {@link LogUnavailableException} if Kafka can't be reached, or if the log
 * and the engine do not agree yet.
 *
 * <p><b>Cost.</b> Memory for the changes that are read at once, and for the later changes of the
 * same offers.
 *
 * <p><b>Threads.</b> Safe for all, which wait for each other.
 */
public final class KafkaHistory implements OfferHistory, AutoCloseable {
  private static final long WAIT_MILLIS = 2;
  private static final Duration STEP = Duration.ofMillis(50);

  /** How long a reading may take. */
  private static final Duration MOST_TIME = Duration.ofMinutes(1);

  private final KafkaClients clients;
  private final KafkaTopics topics;
  private final LogProbe probe;
  private final ChangeTexts texts;
  private final OfferEngine engine;
  private final LogFollower follower;

  private @Nullable Consumer<byte[], byte[]> consumer;

  /** The number of the last batch that was wanted, and the offset behind it; -1 for none. */
  private long end = -1;

  private long endOffset;

  KafkaHistory(
      KafkaClients clients,
      KafkaTopics topics,
      LogProbe probe,
      ChangeTexts texts,
      OfferEngine engine,
      LogFollower follower) {
    this.clients = clients;
    this.topics = topics;
    this.probe = probe;
    this.texts = texts;
    this.engine = engine;
    this.follower = follower;
  }

  /** The present offers, and the last batch that changed them. */
  private record Present(Snapshot offers, Position position) {}

  @Override
  public synchronized Part read(long after, long upTo, int most) {
    Present present = present();
    if (present.position().seq() < upTo) {
      throw unavailable("this member does not have batch " + upTo + " yet");
    }
    Wanted wanted = new Wanted(upTo, most);
    try {
      boolean isComplete = readLog(after, present.position(), wanted);
      return isComplete ? part(present.offers(), wanted) : new Part(List.of(), upTo, false);
    } catch (KafkaException e) {
      close();
      throw KafkaClients.unavailable(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the offers of the engine between two batches. */
  private Present present() {
    long start = System.nanoTime();
    while (true) {
      FollowerStatus status = follower.status();
      Position position = status.position();
      Snapshot offers = engine.snapshot();
      if (position != null && offers.version() == position.seq() && !status.isReloading()) {
        return new Present(offers, position);
      }
      if (System.nanoTime() - start > KafkaClients.ANSWER.toNanos()) {
        throw unavailable("this member has not loaded its offers yet");
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("the thread was interrupted");
    }
  }

  /**
   * Reads the batches behind one up to the last one.
   *
   * @return false if the log lacks one of them
   */
  private boolean readLog(long after, Position last, Wanted wanted) {
    Consumer<byte[], byte[]> source = consumer == null ? clients.reader() : consumer;
    consumer = source;
    source.assign(List.of(topics.log));
    source.seek(topics.log, after == end ? endOffset : probe.offsetBehind(after));
    long logEnd = probe.endOffset();
    long asked = System.nanoTime();
    Position before = null;
    List<BatchRecord> parts = new ArrayList<>();
    while (before == null || before.seq() < last.seq()) {
      if (source.position(topics.log) >= logEnd) {
        throw unavailable("the log lacks batches that this member has");
      }
      for (ConsumerRecord<byte[], byte[]> record : source.poll(STEP).records(topics.log)) {
        BatchRecord part = BatchRecord.read(record.value());
        boolean isNext = before == null ? part.position().seq() == after + 1 : part.follows(before);
        if (!isNext) {
          return false;
        }
        parts.add(part);
        if (part.isLast()) {
          before = part.position();
          Instant time = Instant.ofEpochMilli(record.timestamp());
          if (wanted.take(new Logged(before.seq(), time, ChangeBytes.read(parts)))) {
            end = before.seq();
            endOffset = record.offset() + 1;
          }
          parts.clear();
        }
        if (last.equals(before)) {
          return true;
        }
      }
      if (System.nanoTime() - asked > MOST_TIME.toNanos()) {
        throw unavailable("the log was not read in " + MOST_TIME.toSeconds() + " seconds");
      }
    }
    throw unavailable("the log has other batches than this member");
  }

  private Part part(Snapshot present, Wanted wanted) {
    OfferUndo undo = new OfferUndo(texts);
    for (long id : wanted.ids) {
      Offer offer = present.find(id);
      if (offer != null) {
        undo.begin(offer);
      }
    }
    Collections.reverse(wanted.later);
    undo.undoLater(wanted.later);
    Iterator<List<ChangedOffer>> undone =
        undo.undo(wanted.batches.stream().map(Logged::changes).toList()).iterator();
    List<Batch> read =
        wanted.batches.stream()
            .map(each -> new Batch(each.seq(), each.time(), undone.next()))
            .toList();
    return new Part(read, read.get(read.size() - 1).seq(), true);
  }

  private static LogUnavailableException unavailable(String problem) {
    return new LogUnavailableException("Kafka: " + problem, false, null);
  }

  /** A batch of the log. */
  private record Logged(long seq, Instant time, List<ChangeText> changes) {}

  /** The batches that a reader wants, and the later changes of the same offers. */
  private static final class Wanted {
    private final long upTo;
    private final int most;
    private final List<Logged> batches = new ArrayList<>();
    private final Set<Long> ids = new HashSet<>();
    private final List<ChangeText> later = new ArrayList<>();
    private int changes;
    private boolean isOver;

    Wanted(long upTo, int most) {
      this.upTo = upTo;
      this.most = most;
    }

    /** Takes the next batch; returns whether it is wanted, and not a later one. */
    boolean take(Logged batch) {
      isOver |= batch.seq() > upTo || changes >= most;
      if (isOver) {
        batch.changes().stream().filter(each -> ids.contains(each.id())).forEach(later::add);
      } else {
        batches.add(batch);
        batch.changes().forEach(each -> ids.add(each.id()));
        changes += batch.changes().size();
      }
      return !isOver;
    }
  }

  @Override
  public Optional<Instant> timeOfNext(long after) {
    return probe.time(after + 1);
  }

  @Override
  public synchronized void close() {
    end = -1;
    if (consumer != null) {
      KafkaTail.close(consumer);
      consumer = null;
    }
  }
}
