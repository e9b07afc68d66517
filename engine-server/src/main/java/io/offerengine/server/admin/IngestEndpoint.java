package io.offerengine.server.admin;

import io.offerengine.SearchableOffers;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.RecordReader;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores and updates offers while the service runs.
 *
 * <p>A request is one atomic batch. With the query parameter {@code batch} it is several batches of
 * that many offers.
 *
 * <p><b>Cost.</b> Memory for one batch per running ingest, for any length of the body; see {@link
 * IngestLimits}.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class IngestEndpoint {
  /** The query parameter with the number of offers in a batch. */
  static final String BATCH = "batch";

  private final SearchableOffers engine;
  private final OfferCodec codec;
  private final IngestLimits limits;
  private final BatchWriter writer;

  /**
   * Creates an endpoint.
   *
   * @param engine has the offers
   * @param writer changes them
   */
  IngestEndpoint(SearchableOffers engine, IngestLimits limits, BatchWriter writer) {
    this.engine = engine;
    this.writer = writer;
    this.codec = new OfferCodec(engine.schema());
    this.limits = limits;
  }

  /** Stores the offers in the body. Each replaces a stored offer of the same identifier. */
  Answer upsert(ApiRequest request) throws IOException {
    // Duplicates are found per batch, so that the memory for identifiers is bounded.
    return answer(
        request,
        () -> codec.read(request.stream(), DuplicatePolicy.LAST),
        (batch, offer) -> {
          batch.upsert(offer);
          return offer.id();
        });
  }

  /** Updates the stored offers in the body: the fields that the body gives change. */
  Answer update(ApiRequest request) throws IOException {
    return answer(
        request,
        () -> codec.readChanges(request.stream()),
        (batch, update) -> {
          batch.add(update);
          return update.id();
        });
  }

  private <T> Answer answer(
      ApiRequest request,
      Supplier<? extends RecordReader<T>> opener,
      ToLongBiFunction<OfferBatch.Builder, T> adding)
      throws IOException {
    Integer every = batchSize(request.parameters().text(BATCH));
    try {
      RecordReader<T> reader = opener.get();
      IngestProgress progress = new IngestProgress(engine.snapshot().version());
      return run(
          new Ingest<>(writer, reader, adding, request.stream(), limits, progress), reader, every);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Answer run(Ingest<?> ingest, RecordReader<?> reader, @Nullable Integer every) {
    if (every == null) {
      ingest.applyAtOnce();
      return ingest.progress().answer(reader.skippedFields());
    }
    try {
      ingest.applyEvery(every);
      return ingest.progress().answer(reader.skippedFields());
    } catch (EngineException e) {
      IngestProgress progress = ingest.progress();
      boolean isInDoubt = e instanceof LogUnavailableException failure && failure.isInDoubt();
      return progress.onto(
          ErrorResponses.of(
              new EngineException(e.code(), e.getMessage() + "; " + progress.inWords(isInDoubt)),
              progress.inNumbers()));
    } catch (UncheckedIOException e) {
      IngestProgress progress = ingest.progress();
      return progress.onto(
          ErrorResponses.brokenBody(e, "; " + progress.inWords(false), progress.inNumbers()));
    }
  }

  /** Returns the number of offers in a batch; null for one batch. */
  private @Nullable Integer batchSize(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      int size = Integer.parseInt(text);
      if (size >= 1 && size <= limits.batchOffers()) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_REQUEST,
        "the query parameter batch is a whole number from 1 to "
            + limits.batchOffers()
            + ", but got \""
            + ErrorResponses.echo(text)
            + "\"");
  }
}
