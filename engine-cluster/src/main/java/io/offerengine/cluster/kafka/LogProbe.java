package io.offerengine.cluster.kafka;

import io.offerengine.cluster.LogRestoredException;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.ReloadException;
import io.offerengine.cluster.kafka.OfferRecord.End;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ends of the topics, and batches by their numbers. Offsets have gaps, since the ends of
 * transactions take an offset too; so batches are found by binary search.
 *
 * <p><b>Cost.</b> Some milliseconds for the end; a request for each step of a search, of which
 * there are some twenty.
 *
 * <p><b>Threads.</b> Safe for all, which wait for each other.
 */
final class LogProbe implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(50);

  /** How often a search is repeated if the log is trimmed or continued meanwhile. */
  private static final int ATTEMPTS = 5;

  private final KafkaClients clients;
  private final KafkaTopics topics;
  private @Nullable Consumer<byte[], byte[]> consumer;

  LogProbe(KafkaClients clients, KafkaTopics topics) {
    this.clients = clients;
    this.topics = topics;
  }

  /** Returns the last batch of the log, and how many changes it has had. */
  synchronized End end() {
    return reading(() -> {
      BatchRecord last = last();
      return last == null ? endOfOffers() : new End(last.position(), last.total());
    });
  }

  /** Returns the last batch of the log; null if the log has none. */
  synchronized @Nullable BatchRecord lastBatch() {
    return reading(this::last);
  }

  private @Nullable BatchRecord last() {
    ConsumerRecord<byte[], byte[]> last = last(topics.log);
    return last == null ? null : BatchRecord.read(last.value());
  }

  /** Returns the last batch that the topic of the offers has. */
  synchronized End endOfOffers() {
    return reading(() -> {
      ConsumerRecord<byte[], byte[]> last = last(topics.offers);
      return last == null
          ? new End(new Position(0, topics.ensure()), 0)
          : OfferRecord.read(last.value());
    });
  }

  /** Returns whether the log has no batches. */
  synchronized boolean isEmpty() {
    return reading(() -> last(topics.log) == null);
  }

  /** Returns the offset behind the last committed record of the log. */
  synchronized long endOffset() {
    return reading(() -> end(topics.log));
  }

  /** Returns whether both topics show the records up to two offsets to all readers. */
  synchronized boolean shows(long logOffset, long offersOffset) {
    return reading(() -> {
      Map<TopicPartition, Long> ends = open().endOffsets(List.of(topics.log, topics.offers));
      return ends.getOrDefault(topics.log, 0L) > logOffset
          && ends.getOrDefault(topics.offers, 0L) > offersOffset;
    });
  }

  /**
   * Returns the offset from which a reader goes on.
   *
   * @param last the last batch of the reader
   * @throws ReloadException if the log no longer has the next batch
   * @throws LogRestoredException if the log was replaced
   */
  synchronized long offsetAfter(Position last) {
    return reading(() -> {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        long end = end(topics.log);
        ConsumerRecord<byte[], byte[]> found = first(batch -> batch.position().seq() > last.seq());
        if (found != null) {
          requireNext(BatchRecord.read(found.value()), last);
          return found.offset();
        }
        Position head = end().position();
        if (head.equals(last)) {
          return end;
        }
        if (head.seq() <= last.seq()) {
          throw restored(last, head);
        }
        if (isEmpty()) {
          throw new ReloadException("the log begins after batch " + head.seq());
        }
      }
      throw new LogUnavailableException("Kafka: the log changes while it is read", false, null);
    });
  }

  private static void requireNext(BatchRecord next, Position last) {
    // A gap is the beginning of a log that was trimmed or accepted.
    if (next.position().seq() > last.seq() + 1) {
      throw new ReloadException("the log begins with batch " + next.position().seq());
    }
    if (!next.follows(last)) {
      throw restored(last, new Position(last.seq(), next.previous()));
    }
  }

  static LogRestoredException restored(Position last, Position found) {
    return new LogRestoredException(
        "the topics were replaced by a copy: this member has batch "
            + last.seq()
            + " ("
            + last.batch()
            + "), and Kafka has batch "
            + found.seq()
            + " ("
            + found.batch()
            + ")");
  }

  /** Returns the batch of a number; null if the log does not have it. */
  synchronized @Nullable BatchRecord batch(long seq) {
    BatchRecord found = firstBatch(batch -> batch.position().seq() >= seq);
    return found == null || found.position().seq() != seq ? null : found;
  }

  /** Returns the first batch that has a property which all later ones have; null for none. */
  synchronized @Nullable BatchRecord firstBatch(Predicate<BatchRecord> property) {
    return reading(() -> {
      ConsumerRecord<byte[], byte[]> found = first(property);
      return found == null ? null : BatchRecord.read(found.value());
    });
  }

  /** Returns the offset of the first batch with a greater number, or the end of the log. */
  synchronized long offsetBehind(long seq) {
    return reading(() -> {
      long end = end(topics.log);
      ConsumerRecord<byte[], byte[]> found = first(batch -> batch.position().seq() > seq);
      return found == null ? end : found.offset();
    });
  }

  /** Returns the first record that has a property which all later ones have; null for none. */
  private @Nullable ConsumerRecord<byte[], byte[]> first(Predicate<BatchRecord> property) {
    long low = begin(topics.log);
    long high = end(topics.log);
    ConsumerRecord<byte[], byte[]> found = null;
    while (low < high) {
      long middle = (low + high) >>> 1;
      ConsumerRecord<byte[], byte[]> record = firstIn(middle, high);
      if (record == null) {
        high = middle;
      } else if (property.test(BatchRecord.read(record.value()))) {
        found = record;
        high = middle;
      } else {
        low = record.offset() + 1;
      }
    }
    return found;
  }

  /** Returns the first record between two offsets; null if there are ends of transactions only. */
  private @Nullable ConsumerRecord<byte[], byte[]> firstIn(long from, long to) {
    Consumer<byte[], byte[]> source = open();
    source.assign(List.of(topics.log));
    source.seek(topics.log, from);
    long start = System.nanoTime();
    while (source.position(topics.log) < to) {
      List<ConsumerRecord<byte[], byte[]>> read = source.poll(STEP).records(topics.log);
      if (!read.isEmpty()) {
        return read.get(0).offset() < to ? read.get(0) : null;
      }
      requireAnswer(start);
    }
    return null;
  }

  /** Returns the last committed record of a topic; null if it has none. */
  private @Nullable ConsumerRecord<byte[], byte[]> last(TopicPartition topic) {
    long begin = begin(topic);
    long end = end(topic);
    // Behind the last record is the end of its transaction, and transactions that were aborted.
    for (long distance = 2; ; distance *= 4) {
      long from = Math.max(begin, end - distance);
      ConsumerRecord<byte[], byte[]> last = lastIn(topic, from, end);
      if (last != null || from == begin) {
        return last;
      }
    }
  }

  private @Nullable ConsumerRecord<byte[], byte[]> lastIn(
      TopicPartition topic, long from, long to) {
    Consumer<byte[], byte[]> source = open();
    source.assign(List.of(topic));
    source.seek(topic, from);
    ConsumerRecord<byte[], byte[]> last = null;
    long start = System.nanoTime();
    while (source.position(topic) < to) {
      for (ConsumerRecord<byte[], byte[]> record : source.poll(STEP).records(topic)) {
        last = record.offset() < to ? record : last;
      }
      requireAnswer(start);
    }
    return last;
  }

  private static void requireAnswer(long start) {
    if (System.nanoTime() - start > KafkaClients.ANSWER.toNanos()) {
      throw new TimeoutException(
          "no record was read in " + KafkaClients.ANSWER.toSeconds() + " seconds");
    }
  }

  private long begin(TopicPartition topic) {
    return open().beginningOffsets(List.of(topic)).getOrDefault(topic, 0L);
  }

  private long end(TopicPartition topic) {
    return open().endOffsets(List.of(topic)).getOrDefault(topic, 0L);
  }

  private Consumer<byte[], byte[]> open() {
    Consumer<byte[], byte[]> opened = consumer;
    if (opened == null) {
      topics.ensure();
      opened = clients.probe();
      consumer = opened;
    }
    return opened;
  }

  /**
   * Reads, once more if the log was trimmed meanwhile.
   *
   * @throws InterruptException if the thread is interrupted
   */
  private <T> T reading(Supplier<T> work) {
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return work.get();
        } catch (OffsetOutOfRangeException e) {
          if (attempt == ATTEMPTS) {
            throw e;
          }
        }
      }
    } catch (InterruptException e) {
      close();
      throw e;
    } catch (KafkaException e) {
      // Another client knows nothing of a cluster that was replaced.
      close();
      throw KafkaClients.unavailable(e);
    }
  }

  @Override
  public synchronized void close() {
    if (consumer != null) {
      KafkaTail.close(consumer);
      consumer = null;
    }
  }
}
