package io.offerengine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.JsonException;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.ByteArrayInputStream;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a topic as changes of offers.
 *
 * <p><b>Threads.</b> Confined to one thread, except for the figures.
 */
final class TopicRecords {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private static final Pattern IDENTIFIER = Pattern.compile("-?[0-9]{1,19}");

  /** How many bad records are named in the log of the program, and then each of how many. */
  private static final int NAMED = 100;

  private static final int NAMED_LATER = 1_000;

  private final String topic;
  private final OfferCodec codec;
  private final OfferTopic.BadRecords policy;
  private final AtomicLong bad;
  private final Map<String, Long> skipped = new ConcurrentHashMap<>();

  /**
   * Creates a reader.
   *
   * @param bad counts the records that are no offers
   */
  TopicRecords(Schema schema, String topic, OfferTopic.BadRecords policy, AtomicLong bad) {
    this.topic = topic;
    this.codec = new OfferCodec(schema);
    this.policy = policy;
    this.bad = bad;
  }

  /** A record that is no offer. */
  private record Bad(ConsumerRecord<byte[], byte[]> record, String problem) {}

  Map<String, Long> skippedFields() {
    return new TreeMap<>(skipped);
  }

  /**
   * Returns the batch that applies records: for each offer the last one that can be read.
   *
   * @throws LogDamagedException if a record is no offer and this stops the engine
   */
  OfferBatch batch(List<ConsumerRecord<byte[], byte[]>> records) {
    OfferBatch.Builder batch = OfferBatch.builder().ignoreUnknown();
    Deque<Bad> refused = new ArrayDeque<>();
    LongOpenHashSet added = new LongOpenHashSet();
    for (int i = records.size() - 1; i >= 0; i--) {
      ConsumerRecord<byte[], byte[]> record = records.get(i);
      Long id = identifier(record.key());
      if (id == null) {
        refused.push(new Bad(record, "its key is no identifier: decimal digits"));
      } else if (!added.contains(id.longValue())) {
        String problem = add(id, record, batch);
        if (problem == null) {
          added.add(id.longValue());
        } else {
          refused.push(new Bad(record, problem));
        }
      }
    }
    refused.forEach(this::refuse);
    return batch.build();
  }

  private static @Nullable Long identifier(byte @Nullable [] key) {
    String text = key == null ? "" : new String(key, UTF_8);
    if (!IDENTIFIER.matcher(text).matches()) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException tooLarge) {
      return null;
    }
  }

  /** Adds the change of a record; returns what is wrong with the record, null if nothing is. */
  private @Nullable String add(
      long id, ConsumerRecord<byte[], byte[]> record, OfferBatch.Builder batch) {
    if (record.value() == null) {
      batch.delete(id);
      return null;
    }
    try {
      OfferReader reader =
          codec.read(new ByteArrayInputStream(record.value()), DuplicatePolicy.LAST);
      Offer offer = reader.hasNext() ? reader.next() : null;
      if (offer == null || offer.id() != id || reader.hasNext()) {
        return "its value is not the offer " + id + " alone";
      }
      batch.upsert(offer);
      reader.skippedFields().forEach((field, count) -> skipped.merge(field, count, Long::sum));
      return null;
    } catch (JsonException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void refuse(Bad refused) {
    ConsumerRecord<byte[], byte[]> record = refused.record();
    String key = record.key() == null ? "none" : shortened(new String(record.key(), UTF_8));
    String named =
        "the record at offset "
            + record.offset()
            + " of the topic "
            + topic
            + ", key "
            + key
            + ", is no offer: "
            + refused.problem();
    if (policy == OfferTopic.BadRecords.STOP) {
      throw new LogDamagedException(named + "; write a right record or a tombstone of this key");
    }
    long count = bad.incrementAndGet();
    if (count <= NAMED || count % NAMED_LATER == 0) {
      LOGGER.log(Level.WARNING, "Skipped {0} records so far; {1}", count, named);
    }
  }

  private static String shortened(String key) {
    String shown = key.replaceAll("\\p{Cntrl}", "?");
    return shown.length() <= 40 ? "\"" + shown + "\"" : "\"" + shown.substring(0, 40) + "…\"";
  }
}
