package io.offerengine.server;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.query.ConflictException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.http.ErrorResponses;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends batches to a log, and waits until the engine that follows the log has them.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class LogWriter implements BatchWriter {
  /** How long an answer waits for the engine; the batch is in the log for good. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger LOGGER = LoggerFactory.getLogger(LogWriter.class);

  private final ChangeLog log;
  private final LogFollower follower;
  private final LongAdder appends = new LongAdder();
  private final LongAdder conflicts = new LongAdder();

  LogWriter(ChangeLog log, LogFollower follower) {
    this.log = log;
    this.follower = follower;
  }

  /** Returns how many batches were appended. */
  long appends() {
    return appends.sum();
  }

  /** Returns how many batches did not fit the stored offers. */
  long conflicts() {
    return conflicts.sum();
  }

  @Override
  public long apply(OfferBatch batch) {
    if (follower.status().restored() != null) {
      throw ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE,
          "the log of changes was restored from a copy; nothing is stored until its operator"
              + " accepts this");
    }
    Position position;
    try {
      position = log.append(batch);
    } catch (UnknownOfferException | ConflictException e) {
      conflicts.increment();
      throw e;
    } catch (LogUnavailableException e) {
      LOGGER.warn("A batch was not appended", e);
      throw ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE,
          "the log of changes takes no batch now; "
              + (e.isInDoubt()
                  ? "the batch may have been stored: read its offers before you send it again"
                  : "nothing was stored, try again"));
    }
    appends.increment();
    await(position.seq());
    return position.seq();
  }

  /** Waits for the engine. If it takes long, a reader waits by min_version. */
  private void await(long seq) {
    try {
      follower.reached(seq).orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw new IllegalStateException(e);
      }
      LOGGER.warn("The batch {} is stored, and searches do not see it yet", seq);
    }
  }
}
