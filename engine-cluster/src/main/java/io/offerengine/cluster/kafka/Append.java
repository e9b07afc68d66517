package io.offerengine.cluster.kafka;

import io.offerengine.BatchResolver;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A batch that is being appended, with its outcome.
 *
 * <p>What a batch came to counts only when the transaction is committed, since it depends on the
 * batches before it. Until then it is worked out again after each failure.
 *
 * <p><b>Threads.</b> Confined to the thread that has the lock of the log, except for {@link
 * #position}, which waits for that thread.
 */
final class Append {
  private static final List<ChangedOffer> NOTHING = List.of();

  private final OfferBatch batch;
  private final UUID id = UUID.randomUUID();

  /** The position of the batch, or the last one if it changes nothing; null if it is not known. */
  private @Nullable Position position;

  /** Whether a transaction with the batch may have been committed. */
  private boolean isSent;

  private boolean isLogged;

  /** Why the batch is not appended; null if there is no reason. */
  private @Nullable RuntimeException refusal;

  private @Nullable Error error;
  private final CountDownLatch over = new CountDownLatch(1);

  Append(OfferBatch batch) {
    this.batch = batch;
  }

  /** Returns the number of operations. */
  int size() {
    return batch.size();
  }

  /** Returns whether the batch is known to be in the log. */
  boolean isLogged() {
    return isLogged;
  }

  /**
   * Works the batch out.
   *
   * @param head the last batch before this one
   * @return what the batch changes; empty if it changes nothing or is refused
   */
  List<ChangedOffer> resolve(Schema schema, LongFunction<@Nullable Offer> stored, Position head) {
    position = head;
    isSent = false;
    refusal = null;
    try {
      return BatchResolver.resolve(schema, batch, stored);
    } catch (KafkaException | LogUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      refusal = e;
      return NOTHING;
    }
  }

  /** Notes that the batch is sent as the next one, and returns its position. */
  Position next(Position head) {
    Position next = new Position(head.seq() + 1, id);
    position = next;
    isSent = true;
    return next;
  }

  /** Finds out whether the batch was committed. No writer may be able to commit it afterwards. */
  void settle(LogProbe probe) {
    Position sent = position;
    if (!isLogged && isSent && sent != null) {
      BatchRecord found = probe.batch(sent.seq());
      isLogged = found != null && found.position().equals(sent);
      isSent = isLogged;
    }
  }

  /** Notes that the transaction was committed. */
  void end() {
    over.countDown();
  }

  /** Notes that the transaction failed, and that it is not tried again. */
  void fail(Throwable failure) {
    if (!isLogged && failure instanceof Error fatal) {
      error = fatal;
    } else if (!isLogged) {
      refusal = new LogUnavailableException(KafkaClients.message(failure), isSent, failure);
    }
    over.countDown();
  }

  /** Waits for the outcome; returns the position of the batch, or throws why it has none. */
  Position position() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("the thread was interrupted", true, e);
    }
    if (error != null) {
      throw error;
    }
    if (refusal != null) {
      throw refusal;
    }
    Position known = position;
    if (known == null) {
      throw new IllegalStateException("the batch is not over");
    }
    return known;
  }
}
