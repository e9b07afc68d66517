package io.offerengine.cluster.kafka;

import io.offerengine.cluster.ChangeLog.Bootstrap;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * All offers as of the end of the topic of the offers. The topic is read twice up to the end that
 * it has at first: once to find the last record of each offer, and once to read these records.
 *
 * <p>Kafka compacts the topic meanwhile: it removes a record if a later one has the same key. Only
 * records older than an hour ({@code min.compaction.lag.ms}) make Kafka remove others. So if a
 * record before the end is removed within an hour, the one that replaces it lies before the end
 * too. The deletion of an offer is kept for a day ({@code delete.retention.ms}). A reading that
 * takes longer than {@link #MOST_TIME} is given up.
 *
 * <p><b>Cost.</b> 24 to 48 bytes of memory per offer.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class KafkaBootstrap implements Bootstrap {
  private static final Duration MOST_TIME = Duration.ofMinutes(50);

  private final long start = System.nanoTime();
  private final TopicPartition topic;
  private final ChangeTexts texts;
  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final long begin;
  private final long end;
  private Position position;

  /** The offset of the last record of each offer. */
  private final Long2LongOpenHashMap offsets = new Long2LongOpenHashMap();

  /** Reads for the first time. */
  KafkaBootstrap(KafkaClients clients, KafkaTopics topics, ChangeTexts texts) {
    this.topic = topics.offers;
    this.texts = texts;
    position = new Position(0, topics.ensure());
    try {
      consumer = clients.reader();
    } catch (KafkaException e) {
      throw KafkaClients.unavailable(e);
    }
    try {
      consumer.assign(List.of(topic));
      begin = consumer.beginningOffsets(List.of(topic)).getOrDefault(topic, 0L);
      end = consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
      consumer.seek(topic, begin);
      while (read(this::note)) {
        // Until the end.
      }
    } catch (KafkaException e) {
      close();
      throw KafkaClients.unavailable(e);
    }
  }

  private void note(ConsumerRecord<byte[], byte[]> record) {
    if (OfferRecord.isPosition(record.key())) {
      position = OfferRecord.read(record.value()).position();
    } else if (record.value() == null) {
      offsets.remove(OfferRecord.id(record.key()));
    } else {
      offsets.put(OfferRecord.id(record.key()), record.offset());
    }
  }

  /** Reads more records; returns false at the end. */
  private boolean read(Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
    long asked = System.nanoTime();
    while (consumer.position(topic) < end) {
      List<ConsumerRecord<byte[], byte[]>> read = consumer.poll(KafkaClients.ANSWER).records(topic);
      long now = System.nanoTime();
      if (now - start > MOST_TIME.toNanos()) {
        throw new TimeoutException(
            "the offers were not read in " + MOST_TIME.toMinutes() + " minutes");
      }
      if (!read.isEmpty()) {
        read.stream().filter(record -> record.offset() < end).forEach(receiver);
        return true;
      }
      if (now - asked > 2 * KafkaClients.ANSWER.toNanos()) {
        throw new TimeoutException("the offers can't be read");
      }
    }
    return false;
  }

  @Override
  public Position position() {
    return position;
  }

  /** Reads for the second time. */
  @Override
  public Iterator<Offer> offers() {
    consumer.seek(topic, begin);
    return new Offers();
  }

  @Override
  public void close() {
    KafkaTail.close(consumer);
  }

  private final class Offers implements Iterator<Offer> {
    private OfferReader chunk = texts.offers(new byte[0]);
    private int left = offsets.size();

    @Override
    public boolean hasNext() {
      while (!chunk.hasNext()) {
        if (!fill()) {
          requireAll();
          return false;
        }
      }
      return true;
    }

    private boolean fill() {
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      try {
        boolean isRead = read(record -> collect(record, lines));
        chunk = texts.offers(lines.toByteArray());
        return isRead;
      } catch (InterruptException e) {
        throw new LogUnavailableException("the thread was interrupted", false, e);
      } catch (KafkaException e) {
        throw KafkaClients.unavailable(e);
      }
    }

    private void collect(ConsumerRecord<byte[], byte[]> record, ByteArrayOutputStream lines) {
      if (record.value() != null
          && !OfferRecord.isPosition(record.key())
          && offsets.getOrDefault(OfferRecord.id(record.key()), -1) == record.offset()) {
        lines.writeBytes(record.value());
        left--;
      }
    }

    private void requireAll() {
      if (left != 0) {
        throw new LogUnavailableException(
            "Kafka: "
                + left
                + " offers were removed while they were read; check that min.compaction.lag.ms of"
                + " the topic "
                + topic.topic()
                + " is an hour",
            false,
            null);
      }
    }

    @Override
    public Offer next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return chunk.next();
    }
  }
}
