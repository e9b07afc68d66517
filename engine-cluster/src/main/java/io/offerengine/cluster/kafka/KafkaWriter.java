package io.offerengine.cluster.kafka;

import io.offerengine.cluster.AcceptedSeq;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.kafka.OfferRecord.End;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a log. Kafka lets the latest writer write: all have the same transactional
 * identifier. The earlier writers get errors, and their open transactions are aborted.
 *
 * <p>Batches are written in transactions, with the batches in the one topic, and the offers and the
 * position in the other one.
 *
 * <p><b>Threads.</b> Confined to the thread that has the lock of the log. After a {@link
 * KafkaException}, a writer can only be closed.
 */
final class KafkaWriter implements AutoCloseable {
  /** How long a writer waits until everybody sees its batch. */
  private static final Duration VISIBLE = Duration.ofSeconds(10);

  private final KafkaTopics topics;
  private final LogProbe probe;
  private final ChangeTexts texts;
  private final String name;
  private final Producer<byte[], byte[]> producer;
  private final End endOfOffers;
  private End end;
  private long endOffset;

  /**
   * Becomes the writer, and finds the end of the log: nothing changes it any more.
   *
   * @param name the name that batches have; empty for none
   */
  KafkaWriter(
      KafkaClients clients, KafkaTopics topics, LogProbe probe, ChangeTexts texts, String name) {
    this.topics = topics;
    this.probe = probe;
    this.texts = texts;
    this.name = name;
    topics.ensure();
    producer = clients.writer();
    try {
      producer.initTransactions();
      end = probe.end();
      endOffset = probe.endOffset();
      endOfOffers = probe.endOfOffers();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Checks that both topics end with the same batch.
   *
   * @throws LogUnavailableException if one of the topics was replaced
   */
  void requireTogether() {
    if (!endOfOffers.equals(end)) {
      throw new LogUnavailableException(
          "Kafka: the topic of the offers ends with batch "
              + endOfOffers.position().seq()
              + " and that of the log with batch "
              + end.position().seq()
              + "; restore both, or run accept-restore",
          false,
          null);
    }
  }

  /** Returns the last batch of the log. */
  Position head() {
    return end.position();
  }

  /** Returns how many changes the log has had. */
  long total() {
    return end.total();
  }

  /**
   * A batch that is worked out.
   *
   * @param id its unique identifier
   */
  record Resolved(UUID id, List<ChangedOffer> changes) {}

  /** Appends batches in one transaction. */
  void append(List<Resolved> batches) {
    producer.beginTransaction();
    List<Future<RecordMetadata>> logged = new ArrayList<>();
    End next = end;
    for (Resolved batch : batches) {
      Position before = next.position();
      long total = next.total() + batch.changes().size();
      next = new End(new Position(before.seq() + 1, batch.id()), total);
      List<byte[]> changes =
          batch.changes().stream().map(texts::of).map(ChangeBytes::write).toList();
      log(next, before, changes, logged);
      batch.changes().forEach(this::store);
    }
    commit(next, logged);
  }

  /**
   * Appends a batch without changes at {@link AcceptedSeq}.
   *
   * @return its number
   */
  long jump() {
    long seq = AcceptedSeq.after(Math.max(head().seq(), endOfOffers.position().seq()));
    long total = Math.max(total(), endOfOffers.total());
    End next = new End(new Position(seq, UUID.randomUUID()), total);
    producer.beginTransaction();
    List<Future<RecordMetadata>> logged = new ArrayList<>();
    log(next, head(), List.of(), logged);
    commit(next, logged);
    return seq;
  }

  private void log(
      End next, Position before, List<byte[]> changes, List<Future<RecordMetadata>> logged) {
    for (byte[] part :
        BatchRecord.write(next.position(), before.batch(), name, next.total(), changes)) {
      logged.add(send(topics.log, null, part));
    }
  }

  private void store(ChangedOffer change) {
    Offer after = change.after();
    byte[] json = after == null ? null : texts.json(after);
    var unused = send(topics.offers, OfferRecord.key(change.id()), json);
  }

  private void commit(End next, List<Future<RecordMetadata>> logged) {
    Future<RecordMetadata> position =
        send(topics.offers, OfferRecord.positionKey(), OfferRecord.write(next));
    producer.flush();
    if (offset(logged.get(0)) < endOffset) {
      throw new KafkaException("the log became shorter: it was replaced by a copy");
    }
    long last = offset(logged.get(logged.size() - 1));
    long lastOffer = offset(position);
    producer.commitTransaction();
    end = next;
    endOffset = last + 1;
    awaitVisible(last, lastOffer);
  }

  private Future<RecordMetadata> send(
      TopicPartition topic, byte @Nullable [] key, byte @Nullable [] value) {
    return producer.send(new ProducerRecord<>(topic.topic(), topic.partition(), key, value));
  }

  private static long offset(Future<RecordMetadata> sent) {
    try {
      return sent.get().offset();
    } catch (ExecutionException e) {
      throw new KafkaException(KafkaClients.message(e), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /**
   * Kafka answers when the transaction is sure to be committed, and shows it to readers a moment
   * later. If this takes long, the batch is in the log all the same.
   */
  private void awaitVisible(long logged, long offers) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < VISIBLE.toNanos()) {
      try {
        if (probe.shows(logged, offers)) {
          return;
        }
        Thread.sleep(1);
      } catch (LogUnavailableException triedAgain) {
        // The batch is committed.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public void close() {
    boolean isInterrupted = Thread.interrupted();
    try {
      producer.close(Duration.ZERO);
    } catch (KafkaException unimportant) {
      // The next writer ends what is open.
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
