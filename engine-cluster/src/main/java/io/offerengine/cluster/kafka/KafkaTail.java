package io.offerengine.cluster.kafka;

import io.offerengine.cluster.ChangeLog.Head;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogRestoredException;
import io.offerengine.cluster.LoggedBatch;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.ReloadException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the batches of a {@link KafkaLog} in order. If Kafka fails, the next poll begins with
 * another client.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class KafkaTail implements Tail {
  /** How old the knowledge of the head may become while batches arrive. */
  private static final Duration REFRESH = Duration.ofMillis(500);

  /** About how many changes a poll returns at most. */
  private static final int MOST_CHANGES = 10_000;

  private final KafkaClients clients;
  private final KafkaTopics topics;
  private final LogProbe probe;
  private final ChangeTexts texts;
  private final LastWriter lastWriter;
  private Position last;
  private Head head;

  /** Reads from behind the last batch; null if this place must be found first. */
  private @Nullable Consumer<byte[], byte[]> consumer;

  /** The parts of a batch that were read so far. */
  private final List<BatchRecord> parts = new ArrayList<>();

  /**
   * Creates a reader.
   *
   * @param lastWriter gets the name of each writer
   */
  KafkaTail(
      KafkaClients clients,
      KafkaTopics topics,
      LogProbe probe,
      ChangeTexts texts,
      LastWriter lastWriter,
      Position after) {
    this.clients = clients;
    this.topics = topics;
    this.probe = probe;
    this.texts = texts;
    this.lastWriter = lastWriter;
    this.last = after;
    this.head = new Head(after.seq(), System.nanoTime());
  }

  @Override
  public List<LoggedBatch> poll(Duration wait) throws InterruptedException {
    try {
      List<LoggedBatch> next = new ArrayList<>();
      read(Duration.ZERO, next);
      if (next.isEmpty() || System.nanoTime() - head.asOf() > REFRESH.toNanos()) {
        refresh();
      }
      await(wait, next);
      head = new Head(Math.max(head.seq(), last.seq()), head.asOf());
      return next;
    } catch (OffsetOutOfRangeException e) {
      // Whoever begins again finds out why.
      close();
      return List.of();
    } catch (InterruptException e) {
      close();
      Thread.interrupted();
      throw new InterruptedException(e.getMessage());
    } catch (KafkaException e) {
      close();
      throw KafkaClients.unavailable(e);
    } catch (ReloadException | LogRestoredException e) {
      close();
      throw e;
    }
  }

  private void await(Duration wait, List<LoggedBatch> next) {
    long start = System.nanoTime();
    int changes = changes(next);
    while (next.isEmpty() || (last.seq() < head.seq() && changes < MOST_CHANGES)) {
      boolean isBehind = last.seq() < head.seq();
      Duration most = isBehind ? KafkaClients.ANSWER : wait;
      Duration left = most.minusNanos(System.nanoTime() - start);
      if (left.isNegative() || left.isZero()) {
        if (isBehind && next.isEmpty()) {
          throw new TimeoutException("batch " + head.seq() + " of the log was not read in time");
        }
        return;
      }
      int before = next.size();
      read(left, next);
      changes += changes(next.subList(before, next.size()));
    }
  }

  private static int changes(List<LoggedBatch> batches) {
    int changes = 0;
    for (LoggedBatch batch : batches) {
      changes += batch.changes() == null ? 0 : batch.changes().size();
    }
    return changes;
  }

  /** Asks for the head of the log, which must not be another one. */
  private void refresh() {
    long asked = System.nanoTime();
    Position now = probe.end().position();
    if (now.seq() < last.seq() || (now.seq() == last.seq() && !now.equals(last))) {
      throw LogProbe.restored(last, now);
    }
    head = new Head(now.seq(), asked);
  }

  /** Reads what is there, or waits for it. */
  private void read(Duration wait, List<LoggedBatch> next) {
    for (ConsumerRecord<byte[], byte[]> record : located().poll(wait).records(topics.log)) {
      BatchRecord part = BatchRecord.read(record.value());
      if (!part.follows(last)) {
        long offset = probe.offsetAfter(last);
        throw new ReloadException("the log goes on at offset " + offset + " with another batch");
      }
      parts.add(part);
      if (part.isLast()) {
        next.add(
            new LoggedBatch(
                part.position(),
                part.previous(),
                Instant.ofEpochMilli(record.timestamp()),
                texts.read(List.of(ChangeBytes.read(parts))).get(0)));
        parts.clear();
        last = part.position();
        lastWriter.wrote(last.seq(), part.writer());
      }
    }
  }

  private Consumer<byte[], byte[]> located() {
    Consumer<byte[], byte[]> located = consumer;
    if (located == null) {
      long offset = probe.offsetAfter(last);
      located = clients.reader();
      consumer = located;
      located.assign(List.of(topics.log));
      located.seek(topics.log, offset);
      parts.clear();
    }
    return located;
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public void close() {
    if (consumer != null) {
      close(consumer);
      consumer = null;
    }
  }

  /** Closes a client at once. */
  static void close(Consumer<?, ?> consumer) {
    boolean isInterrupted = Thread.interrupted();
    try {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    } catch (KafkaException unimportant) {
      // Nothing is lost: readers have no state in Kafka.
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
