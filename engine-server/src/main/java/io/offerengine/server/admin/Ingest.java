package io.offerengine.server.admin;

import io.offerengine.OfferEngine;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.BodyStream;
import io.offerengine.server.http.ErrorResponses;
import java.util.HashMap;
import java.util.Map;

/**
 * One request's way into the engine: collects operations while they arrive and applies them batch
 * by batch.
 *
 * <p>A batch takes effect as a whole, after all of it was read; whatever goes wrong before, a
 * connection that breaks included, leaves the engine as the last batch left it.
 *
 * <p><b>Cost.</b> Memory for one batch.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Ingest {
  private final OfferEngine engine;
  private final OperationReader reader;
  private final BodyStream body;
  private final IngestLimits limits;
  private final IngestProgress progress;
  private final Map<Long, Integer> lineById = new HashMap<>();
  private OfferBatch.Builder batch = OfferBatch.builder();

  Ingest(OfferEngine engine, OperationReader reader, BodyStream body, IngestLimits limits) {
    this.engine = engine;
    this.reader = reader;
    this.body = body;
    this.limits = limits;
    this.progress = new IngestProgress(engine.snapshot().version());
  }

  /** Returns how far it got, also after an error. */
  IngestProgress progress() {
    return progress;
  }

  /**
   * Applies everything as one batch.
   *
   * @throws EngineException if it can't be read, is too large or does not fit; nothing is applied
   */
  void applyAtOnce() {
    while (reader.hasNext()) {
      if (batch.size() == limits.batchOffers()) {
        throw ErrorResponses.refusal(
            ErrorCode.PAYLOAD_TOO_LARGE,
            "one batch takes at most "
                + limits.batchOffers()
                + " offers, but the body has more; with ?batch=N it may have any number and takes"
                + " effect every N offers");
      }
      add();
    }
    apply();
  }

  /**
   * Applies a batch after every so many operations.
   *
   * @throws EngineException as {@link #applyAtOnce} does; batches before it stay applied
   */
  void applyEvery(int operations) {
    startBatch(operations);
    while (reader.hasNext()) {
      add();
      if (batch.size() == operations) {
        apply();
        startBatch(operations);
      }
    }
    apply();
  }

  private void startBatch(int operations) {
    body.allow(
        limits.batchBytes(),
        () ->
            ErrorResponses.refusal(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "the text of one batch, here of "
                    + operations
                    + " offers, takes at most "
                    + limits.batchBytes()
                    + " bytes; choose a smaller ?batch=N"));
  }

  private void add() {
    long id = reader.addNext(batch);
    Integer earlier = lineById.putIfAbsent(id, reader.line());
    if (earlier != null) {
      throw ErrorResponses.refusal(
          ErrorCode.DUPLICATE_OFFER,
          "the id "
              + id
              + " occurs twice in one batch: first on line "
              + earlier
              + ", again on line "
              + reader.line()
              + "; send each offer once");
    }
  }

  private void apply() {
    if (batch.size() == 0) {
      return;
    }
    try {
      long version = engine.apply(batch.build());
      progress.applied(batch.size(), reader.line(), version);
    } catch (UnknownOfferException e) {
      throw ErrorResponses.refusal(
          e.code(),
          "no offer has the id "
              + e.id()
              + ", which line "
              + lineById.get(e.id())
              + " changes; send it whole by PUT, or leave it out");
    }
    lineById.clear();
    batch = OfferBatch.builder();
  }
}
