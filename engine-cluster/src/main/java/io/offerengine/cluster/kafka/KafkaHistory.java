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
import io.offerengine.cluster.OfferUndo.Logged;
import io.offerengine.cluster.Position;
import io.offerengine.schema.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The whole offers before and after each change in a {@link KafkaLog}. The present offers are those
 * of an engine that follows the log, so only batches that the engine has can be read.
 *
 * <p>The history reaches back {@value WantedChanges#MOST_LATER} changes: batches before more later
 * ones count as batches that the log does not have.
 *
 * <p><b>Cost.</b> Each reading reads the log up to the last batch of the engine. It needs memory
 * for the changes that are wanted, and for what later changes of the same offers replaced.
 *
 * <p><b>Threads.</b> Safe for all, which wait for each other.
 */
public final class KafkaHistory implements OfferHistory, AutoCloseable {
  private static final long WAIT_MILLIS = 2;
  private static final Duration STEP = Duration.ofMillis(50);

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

  private volatile boolean isClosed;

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

  /**
   * Reads the next batches.
   *
   * @throws LogUnavailableException if Kafka can't be reached, if the engine does not have the
   *     batch {@code upTo}, or if its batches are not those of the log
   */
  @Override
  public synchronized Part read(long after, long upTo, int most) {
    Present present = present();
    if (present.position().seq() < upTo) {
      throw unavailable("this member does not have batch " + upTo + " yet");
    }
    WantedChanges wanted = new WantedChanges(upTo, most);
    try {
      if (!readLog(after, present.position(), wanted)) {
        return new Part(List.of(), upTo, false);
      }
      return wanted.isTooFar()
          ? new Part(List.of(), wanted.end(), false)
          : part(present.offers(), wanted);
    } catch (KafkaException e) {
      closeConsumer();
      throw KafkaClients.unavailable(e);
    } catch (RuntimeException e) {
      closeConsumer();
      throw e;
    }
  }

  /** Waits until version and position of the engine agree. */
  private Present present() {
    long start = System.nanoTime();
    while (true) {
      FollowerStatus status = follower.status();
      Position position = status.position();
      Snapshot offers = engine.snapshot();
      if (position != null && offers.version() == position.seq() && !status.isReloading()) {
        return new Present(offers, position);
      }
      requireOpen();
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
   * Reads the batches behind one up to the last one, or until they are too many.
   *
   * @return false if the log lacks one of them
   */
  private boolean readLog(long after, Position last, WantedChanges wanted) {
    Consumer<byte[], byte[]> source = opened(after);
    long logEnd = probe.endOffset();
    long heard = System.nanoTime();
    Position before = null;
    List<BatchRecord> parts = new ArrayList<>();
    while (source.position(topics.log) < logEnd) {
      for (ConsumerRecord<byte[], byte[]> record : source.poll(STEP).records(topics.log)) {
        heard = System.nanoTime();
        BatchRecord part = BatchRecord.read(record.value());
        boolean isNext = before == null ? part.position().seq() == after + 1 : part.follows(before);
        if (!isNext) {
          return false;
        }
        parts.add(part);
        if (part.isLast()) {
          before = part.position();
          take(parts, record, wanted);
          parts.clear();
          if (last.equals(before) || wanted.isTooFar()) {
            return true;
          }
          if (before.seq() >= last.seq()) {
            throw unavailable("the log has other batches than this member");
          }
        }
      }
      requireOpen();
      if (System.nanoTime() - heard > KafkaClients.ANSWER.toNanos()) {
        throw unavailable("no record was read in " + KafkaClients.ANSWER.toSeconds() + " seconds");
      }
    }
    throw unavailable("the log lacks batches that this member has");
  }

  /** Returns a client that reads the batches behind one. */
  private Consumer<byte[], byte[]> opened(long after) {
    Consumer<byte[], byte[]> source = consumer;
    if (source == null) {
      requireOpen();
      source = clients.reader();
      consumer = source;
      source.assign(List.of(topics.log));
    }
    source.seek(topics.log, after == end ? endOffset : probe.offsetBehind(after));
    return source;
  }

  private void take(
      List<BatchRecord> parts, ConsumerRecord<byte[], byte[]> last, WantedChanges wanted) {
    long seq = parts.get(0).position().seq();
    Instant time = Instant.ofEpochMilli(last.timestamp());
    if (wanted.take(new Logged(seq, time, ChangeBytes.read(parts)))) {
      end = seq;
      endOffset = last.offset() + 1;
    }
  }

  private Part part(Snapshot present, WantedChanges wanted) {
    OfferUndo undo = new OfferUndo(texts);
    for (long id : wanted.ids()) {
      Offer offer = present.find(id);
      if (offer != null) {
        undo.add(offer);
      }
    }
    for (List<ChangeText> later : wanted.laterNewestFirst()) {
      undo.undo(later);
    }
    return new Part(undo.undoBatches(wanted.batches()), wanted.end(), true);
  }

  private void requireOpen() {
    if (isClosed) {
      throw unavailable("the history is closed");
    }
  }

  private static LogUnavailableException unavailable(String problem) {
    return new LogUnavailableException("Kafka: " + problem, false, null);
  }

  /** Closes the history; a reading that runs ends soon. */
  @Override
  public void close() {
    isClosed = true;
    synchronized (this) {
      closeConsumer();
    }
  }

  private void closeConsumer() {
    end = -1;
    if (consumer != null) {
      KafkaTail.close(consumer);
      consumer = null;
    }
  }
}
