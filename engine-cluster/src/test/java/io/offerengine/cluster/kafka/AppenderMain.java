package io.offerengine.cluster.kafka;

import static io.offerengine.cluster.ClusterOffers.offer;

import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.schema.OfferBatch;

/**
 * A process that appends batches until it is killed. Each inserts an offer of its own. A line tells
 * of each: whether it was appended with which number, is not in the log, or is in doubt.
 */
public final class AppenderMain {
  private AppenderMain() {}

  /** Appends; the arguments are the address, the topic, and the first identifier. */
  public static void main(String[] arguments) {
    KafkaSettings settings = KafkaSettings.of(arguments[0], arguments[1]);
    try (KafkaLog log = new KafkaLog(settings, ClusterOffers.SCHEMA)) {
      for (long id = Long.parseLong(arguments[2]); ; id++) {
        System.out.println(append(log, id));
      }
    }
  }

  private static String append(KafkaLog log, long id) {
    try {
      return "logged " + id + " " + log.append(insert(id)).seq();
    } catch (LogUnavailableException e) {
      return (e.isInDoubt() ? "doubt " : "refused ") + id + " 0";
    } catch (RuntimeException e) {
      return "failed " + id + " " + e;
    }
  }

  private static OfferBatch insert(long id) {
    return OfferBatch.builder().insert(offer(id, 1)).build();
  }
}
